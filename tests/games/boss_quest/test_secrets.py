"""Imagined worlds: each could really have led to everything that the reader saw in the round."""

from __future__ import annotations

import random
from typing import Any

import pytest

from bagarre.games.boss_quest.rules.strength import was_over
from bagarre.games.boss_quest.state import NO_CARD, State
from bagarre.kernel.chance import seed_words
from bagarre.kernel.menu import Choice
from bagarre.kernel.pack import Pack

from .table import GAME

SPELL = '[[spell]]\nid = "{id}"\nname = {{ fr = "{id}", en = "{id}" }}\ntext = {{ fr = "-", en = "-" }}\nflag = "reconstructed"\n{rest}\n'
RESTLESS = Pack(
    "restless.toml",
    SPELL.format(
        id="swap_hidden",
        rest='class="dark"\ncopies=9\nduration="instant"\nprogram=["swap_hidden(player, other)"]',
    )
    + SPELL.format(
        id="exchange_weapon",
        rest='class="dark"\ncopies=9\nduration="instant"\nprogram=["exchange_with_pile(player, card)"]',
    ),
)
"""Hidden weapons hardly stay where they are."""

Move = tuple[int, Choice, list[int]]


def places(s: State) -> dict[str, int]:
    """The cards that lie face down where somebody might know them."""
    found = {f"hidden {seat}": s.hidden[seat] for seat in range(s.seats)} | {"top": s.top}
    found |= {f"bottom {i}": s.bottom[i] for i in range(s.bottom_count)}
    return {place: card for place, card in found.items() if card != NO_CARD}


def exchanged(start: State, world: dict[int, int]) -> State:
    """The beginning of the round in a world where other cards were dealt face down."""
    s = start.copy()
    weapons = [*s.hidden[: s.seats], *s.pile[: s.loose]]
    for seat in range(s.seats):
        s.hidden[seat] = world.get(s.hidden[seat], s.hidden[seat])
    s.pile[: s.loose] = [card for card in weapons if card not in s.hidden[: s.seats]]
    return s


def check(start: State, moves: list[Move], now: State, reader: int, number: int) -> None:
    """Play the round again in a world that the reader imagines: every choice is legal and the reader sees the same bytes."""
    imagined = GAME.imagined(GAME.concealed(now, reader), *seed_words("world", number))
    assert isinstance(imagined, State)
    assert GAME.status(imagined) == []
    world = {card: places(imagined)[place] for place, card in places(now).items()}
    true, other = start.copy(), exchanged(start, world)
    for seat, choice, chance in moves:
        assert choice in GAME.choices(other, seat), (
            f"seat {seat} could not {GAME.verbs.write(choice)} in world {world}"
        )
        for s, results in ((true, chance), (other, [world.get(card, card) for card in chance])):
            s.tray[: len(results)] = results
            s.tray_length, s.tray_next = len(results), 0
            GAME.apply(s, seat, choice)
            assert s.chance_fault == 0
        seen, there = GAME.concealed(true, reader), GAME.concealed(other, reader)
        assert seen == there, f"reader {reader}: {seen.differences(there)}"
    if moves:
        assert places(other) == places(imagined)
        assert [was_over(other, seat) for seat in range(other.seats)] == [
            was_over(imagined, seat) for seat in range(other.seats)
        ]


@pytest.mark.rule("BQ-EQUIP-8", "BQ-SPELL-3", "BQ-SPELL-4")
@pytest.mark.parametrize("back", ["top", "bottom"])
@pytest.mark.parametrize("seats", [2, 3, 5])
def test_every_imagined_world_could_have_led_here(seats: int, back: str) -> None:
    """What was seen of the others' freedom to equip binds their hidden weapons, wherever these went since."""
    options: dict[str, Any] = {"expansions": "potions,reaper", "exchange_return": back, "max_rounds": 8}
    for number in range(3):
        play = random.Random(f"{seats}/{back}/{number}")
        state: Any = GAME.prepare(seats, options, [RESTLESS])
        GAME.begin(state, *seed_words("secrets", seats, back, number))
        start, moves = state.copy(), list[Move]()
        while not GAME.is_over(state):
            (seat,) = GAME.deciders(state)
            offered = GAME.choices(state, seat)
            # Seldom to the Magician at first: it is the requests that tell something.
            eager = [
                choice for choice in offered if GAME.verbs.write(choice) in ("equip 1", "equip 2", "activate")
            ]
            choice = play.choice(eager if eager and play.random() < 0.6 else offered)
            before = state.round
            GAME.apply(state, seat, choice)
            moves.append((seat, choice, state.journal[: state.journal_length]))
            if state.round != before or state.revealed:
                start, moves = state.copy(), []
            elif play.random() < 0.3:
                check(start, moves, state, play.randrange(-1, seats), number)
