"""The contract catches what it promises to catch: faults are planted in copies of small games."""

from __future__ import annotations

import random
import re
import shutil
import sys
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from bagarre.kernel.contract import INTERPRETED, Contract, ContractBroken, check_words
from bagarre.kernel.game import Game
from tests.house import REFERENCE

BIDS = Path(__file__).parent / "bids"
_numbers = count()


@pytest.fixture
def plant(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[object]:
    """Copies a game and changes one place of its source."""
    made = []

    def copy(folder: Path, file: str, old: str, new: str) -> Game:
        package = f"planted_{next(_numbers)}"
        shutil.copytree(folder, tmp_path / package, ignore=shutil.ignore_patterns("__pycache__"))
        path = tmp_path / package / file
        text = path.read_text(encoding="utf-8")
        assert text.count(old) == 1, f"{old!r} must stand once in {file}"
        path.write_text(text.replace(old, new), encoding="utf-8")
        made.append(package)
        return Game(package)

    monkeypatch.syspath_prepend(str(tmp_path))
    yield copy
    for name in [name for name in sys.modules if name.partition(".")[0] in made]:
        del sys.modules[name]


FAULTS = [
    # What is offered and refused.
    ("rules.py", "if refusal(s, seat, verb, 0) == 0:", "if verb == RAISE or refusal(s, seat, verb, 0) == 0:", "refusals"),
    ("rules.py", "            offer(menu, verb)", "            offer(menu, verb)\n            offer(menu, verb)", "choices"),
    ("rules.py", "            offer(menu, verb)", "            offer(menu, verb + 3)", "choices"),
    ("rules.py", "    for verb in range(FOLD, RAISE + 1):", "    s.to_speak += 0\n    s.raises += 1\n    for verb in range(FOLD, RAISE + 1):", "choices"),
    ("meta.py", "menu_size=3", "menu_size=1", "choices"),
    ("rules.py", "    return 1 << s.turn", "    return 3 << s.turn", "choices"),
    ("rules.py", "        return TOO_MANY_RAISES", "        return 9", "refusals"),
    # The state.
    ("rules.py", "    s.deck_count -= 1\n", "", "status"),
    ("rules.py", "        s.paid[seat] = s.stakes\n        emit(s, CALLS", "        s.paid[seat] = s.stakes + 1000\n        emit(s, CALLS", "choices"),
    ("state.py", "journal=8", "journal=1", "buffers"),
    ("state.py", "events=8", "events=1", "buffers"),
    ("rules.py", "emit(s, BOARD, s.board)", "emit(s, BOARD, s.board, 1)", "buffers"),
    ("rules.py", "emit(s, FOLDS, seat)", "emit(s, FOLDS, 5)", "buffers"),
    # Chance.
    ("rules.py", "    card = draw(s, s.deck, s.deck_count)\n", "    import random\n    random.random()\n    card = draw(s, s.deck, s.deck_count)\n", "outside"),
    ("rules.py", "    card = draw(s, s.deck, s.deck_count)\n", "    import random\n    random.shuffle(s.deck)\n    s.deck[s.deck_count:] = []\n    s.deck.sort()\n    s.deck += [0] * (10 - len(s.deck))\n    i = random.randrange(s.deck_count)\n    card = s.deck.pop(i)\n    s.deck.append(0)\n", "copies"),
    ("rules.py", "    card = draw(s, s.deck, s.deck_count)\n", "    card = draw(s, s.deck, s.deck_count)\n    from bagarre.kernel.chance import next_word\n    next_word(s)\n", "replay"),
    ("rules.py", "    card = draw(s, s.deck, s.deck_count)\n", "    card = draw(s, s.deck, s.deck_count)\n    s.journal_bound[0] = 0\n", "buffers"),
    # What never changes.
    ("rules.py", "    s.to_speak -= 1\n", "    s.to_speak -= 1\n    s.raise_limit = 3\n", "fixed"),
    ("secrets.py", "    conceal_chance(s)\n", "    conceal_chance(s)\n    s.raise_limit = 0\n", "fixed"),
    ("state.py", "    raises: int = i1()", "    raises: int = fixed(i1())", "fixed"),
    ("rules.py", "    s.to_speak -= 1\n", "    s.to_speak -= 1\n    s.journal[6] = s.journal[7]\n    s.journal[7] = 1\n", "forks"),
    # The end.
    ("rules.py", "    place = 1\n", "    place = 0\n", "ending"),
    ("rules.py", "            place += 1", "            place = 2", "ending"),
    ("rules.py", "    s.how = how\n", "", "ending"),
    ("meta.py", "longest=100", "longest=2", "ending"),
    # Secrets.
    ("secrets.py", "if other != seat and not shown:", "if other > seat and not shown:", "alike"),
    ("secrets.py", "    for i in range(len(s.deck)):\n        s.deck[i] = 0\n    conceal", "    conceal", "secrets"),
    ("secrets.py", "    conceal_chance(s)\n", "", "secrets"),
    ("secrets.py", "s.cards[other] = HIDDEN", "s.cards[other] = s.cards[other] // 2 - 9", "secrets"),
    ("secrets.py", "    conceal_chance(s)\n", "    conceal_chance(s)\n    s.raises += 1\n", "secrets"),
    ("secrets.py", "s.cards[seat] = draw(s, s.deck, count)", "s.cards[seat] = s.deck[count - 1]", "variety"),
    ("secrets.py", "s.cards[seat] = draw(s, s.deck, count)", "s.cards[seat] = s.deck[0]", "secrets"),
    ("rules.py", "if verb == RAISE and s.raises >= s.raise_limit:", "if verb == RAISE and (s.raises >= s.raise_limit or s.cards[(seat + 1) % s.seats] == 0):", "secrets"),
    # Words and pictures.
    ("view.py", '"paid": s.paid[other],', '"paid": {s.paid[other]},', "speech"),
    ("words/en.toml", 'folds = "{seat} folds."\n', "", "speech"),
]  # fmt: skip


@pytest.mark.parametrize(("file", "old", "new", "caught"), FAULTS, ids=range(len(FAULTS)))
def test_a_planted_fault_is_caught(plant, file: str, old: str, new: str, caught: str) -> None:  # type: ignore[no-untyped-def]
    game = plant(REFERENCE / "leduc", file, old, new)
    with pytest.raises(ContractBroken) as broken:
        Contract(game, 3, {}).check(games=20, seed=1, only=INTERPRETED)
    assert broken.value.name == caught, str(broken.value)


def test_modes_that_differ_are_caught(plant) -> None:  # type: ignore[no-untyped-def]
    # Python's numbers have no end, a machine's wrap around.
    wrapping = "    s.to_speak -= 1\n    if (s.raise_limit << 62) < 0:\n        s.raises += 1\n"
    game = plant(REFERENCE / "leduc", "rules.py", "    s.to_speak -= 1\n", wrapping)
    assert Contract(game, 2, {}).check(games=4, only=INTERPRETED).games == 4
    with pytest.raises(ContractBroken, match="compiled ≠ interpreted: raises: 1 ≠ 0"):
        Contract(game, 2, {}).check(games=4, only=["modes"])


def test_a_failure_can_be_reproduced_from_its_text(plant) -> None:  # type: ignore[no-untyped-def]
    game = plant(REFERENCE / "leduc", "rules.py", "emit(s, FOLDS, seat)", "emit(s, FOLDS, 5)")
    with pytest.raises(ContractBroken) as broken:
        Contract(game, 4, {"raises": 3}).check(games=20, seed=7, only=INTERPRETED)
    text = str(broken.value)
    assert "folds.seat is 5, no seat" in text
    assert re.search(r"at game \d+, step \d+, after: .*: fold", text)
    again = re.search(
        r"Contract\(find_game\('leduc'\), 4, \{'raises': 3\}\)\.check\(games=\[(\d+)\], seed=7\)", text
    )
    assert again is not None
    with pytest.raises(ContractBroken) as second:
        Contract(game, 4, {"raises": 3}).check(games=[int(again[1])], seed=7, only=INTERPRETED)
    assert str(second.value) == text


SEALED_FAULTS = [
    # Whoever answers first takes the point.
    ("rules.py", "    s.bids[seat] = arg\n", "    s.bids[seat] = arg\n    if deciders(s) == (1 << s.seats) - 1 - (1 << seat):\n        s.points[seat] += 1\n        s.round += 1\n"),
    # The answer is told at once.
    ("rules.py", "    s.bids[seat] = arg\n", "    s.bids[seat] = arg\n    emit(s, REVEALED, seat, arg)\n"),
    # The round closes before everybody has answered.
    ("rules.py", "    if deciders(s) == 0:\n", "    if arg == 2 or deciders(s) == 0:\n"),
    # Who has answered can be seen.
    ("secrets.py", "        if other != seat:\n", "        if other != seat and s.bids[other] != NO_BID:\n"),
]  # fmt: skip


@pytest.mark.parametrize(("file", "old", "new"), SEALED_FAULTS, ids=range(len(SEALED_FAULTS)))
def test_answers_that_are_not_sealed_are_caught(plant, file: str, old: str, new: str) -> None:  # type: ignore[no-untyped-def]
    game = plant(BIDS, file, old, new)
    with pytest.raises(ContractBroken) as broken:
        Contract(game, 3, {}).check(games=20, seed=1, only=["sealed"])
    assert broken.value.name == "sealed"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_sealed_bids_keep_the_contract(seats: int) -> None:
    report = Contract(Game("tests.kernel.bids"), seats).check(games=20, seed=1)
    assert report.decisions == 20 * 3 * seats
    assert set(report.hidden) == set(report.varied) == {"bids"}


def test_sets_and_unvaried_fields_can_be_declared(plant) -> None:  # type: ignore[no-untyped-def]
    erased = "    s.to_speak = 0\n    conceal_chance(s)\n"
    game = plant(REFERENCE / "leduc", "secrets.py", "    conceal_chance(s)\n", erased)
    with pytest.raises(ContractBroken, match="to_speak"):
        Contract(game, 3).check(games=10, only=["secrets", "variety"])
    game.secrets.UNVARIED = ("to_speak",)
    Contract(game, 3).check(games=10, only=["variety"])


def test_unknown_properties_are_refused(leduc: Game) -> None:
    with pytest.raises(ValueError, match="beauty"):
        Contract(leduc, 2).check(only=["beauty"])


def test_the_global_generators_are_given_back(leduc: Game) -> None:
    import numpy as np

    random.seed(5)
    np.random.seed(5)
    Contract(leduc, 2).check(games=2, only=INTERPRETED)
    ours, numpys = random.random(), np.random.random()
    random.seed(5)
    np.random.seed(5)
    assert (ours, numpys) == (random.random(), np.random.random())


WORD_FAULTS = [
    ("words/fr.toml", 'folds = "{seat} se couche."\n', "", "words/fr.toml has no sentence events.folds"),
    ("words/fr.toml", '"{seat} se couche."', '"{siege} se couche."', "asks for siege, which it is not given"),
    ("words/en.toml", " raises ({paid})", " raises", "events.raises asks for"),
    ("words/en.toml", 'call = "call"', 'call = "call"\nshout = "shout"', "words/fr.toml lacks choices.shout"),
    ("words/en.toml", 'help = "Raises allowed in each betting round."', "", "options.raises.help"),
    ("rules.fr.md", "- **LE-END-1**", "- **LE-END-3**", "rules.fr.md lacks LE-END-1"),
    ("events.py", 'clause="LE-DEAL-2"', 'clause="LE-DEAL-9"', "the event board cites 'LE-DEAL-9'"),
    ("choices.py", '"LE-BET-4"', '"LE-BET-9"', "the reason nothing_to_fold_to cites 'LE-BET-9'"),
    ("state.py", '("running", "folds", "showdown")', '("running", "folds", "showdown", "police")', "endings.police"),
    ("stats.py", '"shows")', '"shows", "jokers")', "stats.jokers"),
]  # fmt: skip


@pytest.mark.parametrize(("file", "old", "new", "said"), WORD_FAULTS, ids=str)
def test_missing_words_are_named(plant, file: str, old: str, new: str, said: str) -> None:  # type: ignore[no-untyped-def]
    game = plant(REFERENCE / "leduc", file, old, new)
    with pytest.raises(ContractBroken) as broken:
        check_words(game)
    assert said in str(broken.value)
