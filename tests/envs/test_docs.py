"""The examples of the page and of the modules run."""

from __future__ import annotations

import doctest
import importlib

import pytest

from tests.house import ROOT


def test_the_examples_of_the_page() -> None:
    failed, tried = doctest.testfile(
        str(ROOT / "docs" / "environments.md"), module_relative=False, encoding="utf-8"
    )
    assert tried > 15
    assert failed == 0


@pytest.mark.parametrize("name", ["pettingzoo", "gymnasium", "vector", "openspiel", "rewards"])
def test_the_examples_of_the_modules(name: str) -> None:
    failed, tried = doctest.testmod(importlib.import_module(f"bagarre.envs.{name}"))
    assert tried
    assert failed == 0
