"""Rules compile as they stand, and their machine code is kept where it can never go stale."""

from __future__ import annotations

import os
import subprocess
import sys
import types
import warnings
from pathlib import Path
from typing import Any

import pytest

from bagarre.kernel import drivers, targets
from bagarre.kernel import rule as rule_module
from bagarre.kernel.rule import Compiler, Table, fast_mode_available, global_names, rule, table
from bagarre.kernel.targets import INNER
from tests.house import REFERENCE, ROOT
from tests.house import leduc as leduc_game

NUMBERS = table([3, 1, 4])
ROWS = table([(1, 2, 3), (4,), ()])
BIG = table([1, 1000])
STEP = 2


@rule
def double(x: int) -> int:
    return STEP * x


@rule
def placeholder(x: int) -> int:
    return 0


@rule
def sum_of_tables(x: int) -> int:
    return NUMBERS[x] + ROWS[1][0] + ROWS[0][x] + BIG[1] + double(x) + placeholder(x)


@rule
def even(n: int) -> bool:
    return n == 0 or odd(n - 1)


@rule
def odd(n: int) -> bool:
    return n != 0 and even(n - 1)


def unmarked(x: int) -> int:
    return x


def _namesake() -> Any:
    @rule
    def double(x: int) -> int:
        return 3 * x

    return double


namesake = _namesake()


@rule
def quadruple(x: int) -> int:
    return double(x) + double(x)


@rule
def calls_namesake(x: int) -> int:
    return namesake(x) + quadruple(x)


def test_a_rule_is_itself_when_interpreted() -> None:
    assert double(4) == 8
    assert sum_of_tables(2) == 4 + 4 + 3 + 1000 + 4 + 0


def test_a_compiled_rule_sees_tables_constants_and_other_rules() -> None:
    compiled = Compiler({}).compiled(sum_of_tables)
    assert [compiled(x) for x in range(3)] == [sum_of_tables(x) for x in range(3)]


def test_bindings_replace_a_rule_in_all_that_calls_it() -> None:
    compiled = Compiler({placeholder: double}).compiled(sum_of_tables)
    assert compiled(1) == sum_of_tables(1) + double(1)


def test_twins_that_mean_the_same_are_made_once() -> None:
    """Rules of another compiler are taken over unless something that they reach is bound to another rule."""
    base = Compiler({})
    fast = Compiler({placeholder: quadruple}, base)
    assert fast.compiled(sum_of_tables)(1) == sum_of_tables(1) + quadruple(1)
    assert fast._compiled(double, INNER) is base._compiled(double, INNER)
    assert fast._compiled(sum_of_tables, INNER) is not base._compiled(sum_of_tables, INNER)
    assert base.compiled(sum_of_tables)(1) == sum_of_tables(1)
    with pytest.raises(TypeError, match="recursion in rules"):
        Compiler({}, base).compiled(even)


def test_recursion_is_refused_with_its_cycle() -> None:
    compiler = Compiler({})
    for _ in range(2):
        with pytest.raises(TypeError, match="recursion in rules: even → odd → even"):
            compiler.compiled(even)


def test_namesakes_are_not_recursion() -> None:
    assert Compiler({}).compiled(calls_namesake)(1) == 7


def test_what_is_not_marked_is_refused() -> None:
    with pytest.raises(TypeError, match=r"unmarked is not marked @rule"):
        Compiler({}).compiled(unmarked)


def test_tables_are_filled_up_to_one_width() -> None:
    assert ROWS == ((1, 2, 3), (4, 0, 0), (0, 0, 0))
    assert isinstance(ROWS, Table)
    assert table([]) == ()
    assert table([[], []]) == ((0,), (0,))


def test_a_field_may_share_the_name_of_a_rule() -> None:
    def reads_field(s: Any) -> int:
        return int(s.double)

    assert global_names(reads_field) == {"int"}


# The cache.


def changed(function: Any, **globals_: Any) -> Any:
    """The same rule with other globals."""
    twin = types.FunctionType(function.__code__, function.__globals__ | globals_, function.__name__)
    twin.__qualname__ = function.__qualname__
    return rule(twin)


def test_the_key_moves_with_whatever_is_reached() -> None:
    key = Compiler({}).key(sum_of_tables)
    assert Compiler({}).key(sum_of_tables) == key
    assert Compiler({placeholder: double}).key(sum_of_tables) != key
    assert Compiler({}).key(changed(sum_of_tables)) == key
    assert Compiler({}).key(changed(sum_of_tables, BIG=table([1, 1001]))) != key
    # In a rule that it calls: a constant, then the code.
    assert Compiler({}).key(changed(sum_of_tables, double=changed(double, STEP=3))) != key
    assert Compiler({}).key(changed(sum_of_tables, double=namesake)) != key
    assert Compiler({}).key(changed(sum_of_tables, unmarked=3)) == key
    # A copy of the game under another name: what is kept on disk asks for the module that it came from.
    assert Compiler({}).key(changed(sum_of_tables, __name__="elsewhere")) != key


def test_the_key_moves_with_the_compilers(monkeypatch: pytest.MonkeyPatch) -> None:
    key = Compiler({}).key(double)
    monkeypatch.setattr(targets, "fingerprint", lambda: "another")
    assert Compiler({}).key(double) != key


def test_every_rule_of_a_game_is_reached_through_its_bindings(leduc: Any) -> None:
    reached = leduc.compiled._compiler.reached(drivers.play_games)
    files = {Path(function.__code__.co_filename).name for function in reached}
    assert {
        "chance.py",
        "drivers.py",
        "events.py",
        "rules.py",
        "secrets.py",
        "player.py",
        "stats.py",
    } <= files


PROGRAM = """
import sys
sys.path.insert(0, sys.argv[1])
from bagarre.kernel.game import Game
game = Game("leduc")
fast = game.compiled
fast.deciders_at(fast.pack([game.prepare(2)]), 0)
"""


def compile_apart(cache: Path) -> None:
    """Use a driver in a process of its own, with this cache."""
    environment = os.environ | {"BAGARRE_CACHE": str(cache), "PYTHONPATH": str(ROOT / "src")}
    subprocess.run(
        [sys.executable, "-W", "error", "-c", PROGRAM, str(REFERENCE)], env=environment, check=True
    )


def test_machine_code_is_kept_and_may_be_deleted(tmp_path: Path) -> None:
    import shutil

    for _ in range(2):
        compile_apart(tmp_path)
        (folder,) = (tmp_path / "compiled").iterdir()
        assert folder.name == leduc_game().compiled._compiler.key(drivers.deciders_at)
        assert list(folder.rglob("*.nbi"))
        shutil.rmtree(tmp_path / "compiled")


def test_a_cache_that_cannot_be_written_falls_back_with_one_warning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A file stands where the folder should be: that stops even a privileged user.
    blocked = tmp_path / "file"
    blocked.write_text("")
    monkeypatch.setenv("BAGARRE_CACHE", str(blocked))
    monkeypatch.setattr(rule_module, "_cache_home", None)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        homes = {rule_module.cache_home() for _ in range(3)}
    assert len(homes) == 1
    (home,) = homes
    assert home.is_dir()
    assert len(caught) == 1
    assert str(blocked) in str(caught[0].message)
    monkeypatch.undo()
    home.rmdir()


def test_numba_is_not_imported_by_interpreted_play() -> None:
    code = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "from bagarre.kernel.game import Game\n"
        "game = Game('leduc'); s = game.prepare(3); game.begin(s, 1, 2, 3)\n"
        "while not game.is_over(s):\n"
        "    seat = game.deciders(s)[0]; game.apply(s, seat, game.choices(s, seat)[0])\n"
        "assert game.ranks(s)\n"
        "assert 'numba' not in sys.modules and 'numpy' not in sys.modules\n"
    )
    subprocess.run(
        [sys.executable, "-c", code, str(REFERENCE)],
        check=True,
        env=os.environ | {"PYTHONPATH": str(ROOT / "src")},
    )


def test_fast_mode_is_known_without_importing() -> None:
    assert fast_mode_available()
