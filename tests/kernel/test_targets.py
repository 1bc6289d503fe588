"""Compile targets: the whole-game compiler, and plain Numba in its place."""

from __future__ import annotations

import os
import subprocess
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numba
import pytest

from bagarre.kernel import rule as rule_module
from bagarre.kernel import targets
from bagarre.kernel.game import Game
from bagarre.kernel.rule import Compiler, rule
from bagarre.kernel.targets import INNER, PlainInstead, best_target, linked
from tests.house import ROOT
from tests.patience import PATIENCE


@pytest.fixture
def _forgetful() -> Iterator[None]:
    """The choice of a target is made anew, before and after."""
    best_target.cache_clear()
    yield
    best_target.cache_clear()


@rule
def double(x: int) -> int:
    return 2 * x


@rule
def quadruple(x: int) -> int:
    return double(x) + double(x)


@rule
def five_times(x: int) -> int:
    return quadruple(x) + x


def test_a_rule_is_lowered_once_whoever_calls_it_and_drivers_link_it() -> None:
    compiler = Compiler({})
    first, second = compiler.compiled(quadruple), compiler.compiled(five_times)
    assert (first(5), second(5)) == (20, 25)
    inner = compiler._compiled(double, INNER)
    assert [type(found.library) for found in inner.overloads.values()] == [linked.DeferredLibrary]
    for driver in (first, second):
        (made,) = driver.overloads.values()
        assert isinstance(made.library, linked.LinkedLibrary)
        assert not [
            f.name for f in made.library._final_module.functions if f.is_declaration and "double" in f.name
        ]


OTHER = """
import sys
from bagarre.kernel.rule import Compiler
from tests.kernel.test_targets import five_times
driver = Compiler({}).compiled(five_times, cached=True)
print("asks", flush=True)
print(driver(5), sum(driver.stats.cache_misses.values()))
"""


def test_of_two_processes_that_want_a_driver_one_compiles_and_the_other_loads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compile_extra, others = linked.LinkedCompiler.compile_extra, []

    def meanwhile(compiler: Any, function: Any) -> Any:
        others.append(
            subprocess.Popen(
                [sys.executable, "-c", OTHER],
                cwd=ROOT,
                env=os.environ | {"BAGARRE_CACHE": str(tmp_path)},
                stdout=subprocess.PIPE,
                text=True,
            )
        )
        assert others[0].stdout is not None
        assert others[0].stdout.readline() == "asks\n"
        return compile_extra(compiler, function)

    monkeypatch.setattr(linked.LinkedCompiler, "compile_extra", meanwhile)
    monkeypatch.setattr(rule_module, "_cache_home", tmp_path / "compiled")
    driver = Compiler({}).compiled(five_times, cached=True)
    assert driver(5) == 25
    assert sum(driver.stats.cache_misses.values()) == 1
    assert others[0].communicate(timeout=PATIENCE)[0] == "25 0\n"


def test_the_whole_game_compiler_knows_this_numba() -> None:
    linked.check()
    assert best_target().name == "linked"


def plain_with_notice() -> tuple[Any, str]:
    """The target that is chosen now, and the one notice that it gives."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        chosen = {best_target() for _ in range(3)}
    (notice,) = caught
    assert issubclass(notice.category, PlainInstead)
    assert isinstance(notice.message, PlainInstead)
    said = notice.message.mistake.say("en")
    assert "\n" not in said
    assert notice.message.mistake.say("fr") != said
    (target,) = chosen
    assert target.name == "plain"
    return target, said


@pytest.mark.usefixtures("_forgetful")
@pytest.mark.parametrize("version", ["0.69.0", "0.66.0", "1.0.0rc1", "0.680.1"])
def test_another_version_of_numba_is_left_to_itself(version: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(numba, "__version__", version)
    _, said = plain_with_notice()
    assert said.startswith(f"Numba {version} is not what the whole-game compiler knows")


@pytest.mark.usefixtures("_forgetful")
@pytest.mark.parametrize(
    ("owner", "name"), [(owner, name) for owner, name, _ in linked.EXPECTED if name[:2] != "__"]
)
def test_an_inside_that_is_not_as_expected_is_noticed(
    owner: Any, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(owner, name, lambda of, another, kind: None)
    _, said = plain_with_notice()
    assert f"{owner.__name__}.{name}" in said


@pytest.mark.usefixtures("_forgetful")
def test_an_inside_that_has_gone_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "bagarre.kernel.targets.linked")
    monkeypatch.delattr(targets, "linked")
    monkeypatch.setitem(sys.modules, "numba.core.postproc", None)
    _, said = plain_with_notice()
    assert "numba.core.postproc" in said


@pytest.mark.usefixtures("_forgetful")
def test_plain_numba_plays_the_same_games(
    leduc: Game, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(linked, "KNOWN", ())
    monkeypatch.setattr("bagarre.kernel.rule._cache_home", tmp_path)
    plain_with_notice()
    game = Game(leduc.package)
    fast, s = game.compiled, game.prepare(3)
    record, menus = fast.pack([s]), fast.menus(1)
    game.begin(s, 1, 2, 3)
    count = fast.begin_at(record, menus, 0, 1, 2, 3)
    while not game.is_over(s):
        assert record[0].tobytes() == s.to_bytes()
        seat = game.deciders(s)[0]
        game.apply(s, seat, game.choices(s, seat)[-1])
        count = fast.step_at(record, menus, 0, count - 1)
    assert record[0].tobytes() == s.to_bytes()
    assert list(tmp_path.rglob("*.nbi")), "plain Numba keeps machine code on disk too"
