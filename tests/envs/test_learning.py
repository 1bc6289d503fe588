"""The example that learns runs; what it learns is shown in docs/environments.md. It needs PyTorch, which the tests do not install."""

from __future__ import annotations

import importlib
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from tests.envs.tables import needs_numba
from tests.house import ROOT

pytest.importorskip("torch")


@needs_numba
def test_a_moment_of_learning(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "examples" / "learning"))
    ppo = importlib.import_module("ppo")
    monkeypatch.setattr(ppo, "GAMES", 16)
    monkeypatch.setattr(ppo, "STEPS", 8)
    monkeypatch.setattr(ppo, "TRIAL", 20)
    monkeypatch.setattr(sys, "argv", ["ppo.py", "--minutes", "0.01", "--curve", str(tmp_path / "curve.svg")])
    ppo.main()
    drawn = ET.parse(tmp_path / "curve.svg").getroot()
    assert len(drawn.findall("{http://www.w3.org/2000/svg}polyline")) == 2
