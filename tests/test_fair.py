"""Chance that nobody chose: what it is made of, and records that are recomputed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bagarre.cli.main import main
from bagarre.fair import Fair, promise
from bagarre.kernel.chance import Dice, below, seed, seed_words
from bagarre.kernel.draws import Drawn, watch
from bagarre.kernel.errors import RecordError
from bagarre.kernel.game import Game
from bagarre.match import Match
from bagarre.record import Record, _seal, read_record
from bagarre.verifying import verify

LEDUC = Game("bench.games.leduc")
FAIR = Fair("ab" * 32, ((0, "cd" * 32), (1, "ef" * 32)))


def played(fair: Fair | None = FAIR, *, undo: bool = False) -> Match:
    match = Match(LEDUC, ["A", "B"], fair=fair, seed=None if fair else 7, kinds=["human", "human"])
    match.play(match.deciders[0], "call")
    if undo:
        match.undo(1, by=0)
    while not match.is_over:
        match.play(match.deciders[0], "call")
    return match


def rewritten(match: Match, change: dict[int, dict[str, object]]) -> Record:
    """The record with some lines changed, and sealed as if nobody had."""
    lines, seal = [], ""
    for number, text in enumerate(match.record().splitlines(), start=1):
        data = json.loads(text)
        data.pop("seal")
        data |= change.get(number, {})
        seal = _seal(seal, data)
        lines.append(json.dumps(data | {"seal": seal}, ensure_ascii=False))
    return read_record("\n".join(lines) + "\n")


def test_every_secret_moves_the_seed() -> None:
    seeds = {
        FAIR.seed(),
        Fair("ac" * 32, FAIR.shares).seed(),
        Fair(FAIR.secret, FAIR.shares[:1]).seed(),
        Fair(FAIR.secret, ((1, "cd" * 32), (0, "ef" * 32))).seed(),
    }
    assert len(seeds) == 4


def test_a_game_is_recomputed_and_its_secrets_are_told() -> None:
    record = read_record(played().record())
    assert record.header.fair == FAIR
    assert record.header.seed == FAIR.seed()
    verdict = verify(record, LEDUC)
    assert verdict.holds
    assert verdict.results == 3
    assert verdict.silent == ()


def test_a_card_that_somebody_chose_is_found() -> None:
    match = played()
    first, second = match.steps[0].chance
    # The other card of the same rank: everything else stays as it was.
    other = first ^ 1 if first ^ 1 != second else first
    cards = [other, second] if other != first else [first, second ^ 1]
    assert 2 in verify(rewritten(match, {2: {"deal": cards}}), LEDUC).wrong


def test_a_seed_that_somebody_chose_is_found() -> None:
    match = played()
    told = FAIR.data() | {"shares": [{"seat": 0, "share": "12" * 32}]}
    verdict = verify(rewritten(match, {1: {"fair": told}}), LEDUC)
    assert not verdict.holds
    assert not verdict.seed_follows
    assert verdict.silent == (1,)


def test_a_promise_that_was_not_kept_is_no_record() -> None:
    with pytest.raises(RecordError):
        rewritten(played(), {1: {"fair": FAIR.data() | {"promise": promise("other")}}})


def test_taking_back_keeps_it_sound() -> None:
    verdict = verify(read_record(played(undo=True).record()), LEDUC)
    assert verdict.holds
    assert verdict.undone == 1


def test_a_game_that_goes_on_from_another_says_so() -> None:
    first = played()
    # After two choices; the third card was not drawn yet, or was: whatever follows has chance of its own.
    twin = first.reopened(1, "another")
    assert twin.fair is None
    while not twin.is_over:
        twin.play(twin.deciders[0], "call")
    verdict = verify(read_record(twin.record()), LEDUC)
    assert verdict.holds
    assert verdict.taken_over == 2
    assert verdict.results < verify(read_record(first.record()), LEDUC).results


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_the_command_says_so_in_words(lang: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    match = Match("boss-quest", ["Ada", "Bo"], fair=FAIR, kinds=["human", "scripted"])
    for _ in range(12):
        match.let_play(1) if match.deciders[0] else match.play(0, match.legal(0)[0])
    match.save(tmp_path / "game.jsonl")
    assert main(["--lang", lang, "verify", str(tmp_path / "game.jsonl")]) == 0
    told = capsys.readouterr().out
    assert promise(FAIR.secret) in told
    assert "Ada, Bo" in told


@pytest.mark.parametrize("name", ["boss-quest", "badass-force", "battleworld", "baston"])
def test_every_result_is_told_with_the_number_that_it_was_made_of(name: str) -> None:
    """So that somebody who has the generator and no rules can recompute it."""
    record = read_record(Path(f"tests/records/{name}/conceded.jsonl").read_text(encoding="utf-8"))
    verdict = verify(record)
    assert verdict.wrong == ()
    told = 0
    for number, line in enumerate(record.lines):
        chance = getattr(line, "chance", ())
        drawn = verdict.draws.get(number, ())
        assert len(drawn) >= len(chance)
        dice = Dice()
        seed(dice, *seed_words(record.header.seed, number))
        assert [below(dice, draw.of) for draw in drawn] == [draw.number for draw in drawn]
        # What a rule throws away comes before what it notes.
        for draw, result in zip(drawn[len(drawn) - len(chance) :], chance):
            if draw.cases is not None:
                told += 1
                assert (len(draw.cases), draw.cases[draw.number]) == (draw.of, result)
    assert told > 0


def test_a_number_that_threw_a_word_away_is_told_once() -> None:
    drawn: list[Drawn] = []
    game = Match(LEDUC, ["A", "B"], seed=1)
    s = game.state.copy()
    dice = Dice()
    # Half of all words are thrown away for a bound just above 2³⁰.
    bound = (1 << 30) + 1
    for start in range(20):
        seed(s, start, 2, 3)
        seed(dice, start, 2, 3)
        drawn.clear()
        watch(s, drawn)
        expected = [below(dice, bound) for _ in range(3)]
        assert [below(s, bound) for _ in range(3)] == expected
        assert [(draw.of, draw.number, draw.cases) for draw in drawn] == [(bound, n, None) for n in expected]
