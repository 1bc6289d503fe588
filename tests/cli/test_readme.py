"""What the documents promise is run."""

from __future__ import annotations

import doctest
import importlib
import re

import pytest

from bagarre.cli.main import COMMANDS
from tests.house import ROOT


@pytest.mark.parametrize("name", ["README.md", "README.fr.md", "docs/api.md"])
def test_the_examples_of_the_documents(name: str) -> None:
    failed, tried = doctest.testfile(str(ROOT / name), module_relative=False, encoding="utf-8")
    assert tried >= 8
    assert failed == 0


@pytest.mark.parametrize(
    "name", ["bagarre.match", "bagarre.record", "bagarre.lab.simulate", "bagarre.lab.statistics"]
)
def test_the_examples_of_modules(name: str) -> None:
    failed, tried = doctest.testmod(importlib.import_module(name))
    assert tried > 0
    assert failed == 0


@pytest.mark.parametrize("name", ["README.md", "README.fr.md"])
def test_the_readme_names_every_command_and_no_other(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    assert set(re.findall(r"^\| `bagarre ([\w-]+)", text, re.MULTILINE)) == set(COMMANDS)


@pytest.mark.parametrize(
    "name", ["README.md", "README.fr.md", "CONTRIBUTING.md", "docs/architecture.md", "docs/api.md"]
)
def test_links_lead_somewhere(name: str) -> None:
    file = ROOT / name
    for target in re.findall(r"\]\(([^)#:]+)\)", file.read_text(encoding="utf-8")):
        assert (file.parent / target).exists(), target
