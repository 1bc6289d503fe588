"""The coaches: a sentence for every choice of every verb, in both languages."""

import random
from typing import Any

import pytest

from bagarre.games import find_game
from bagarre.kernel.chance import seed_words
from bagarre.kernel.game import Game
from bagarre.kernel.words import LANGUAGES

TABLES: dict[str, list[tuple[int, dict[str, Any]]]] = {
    "badass-force": [
        (4, {"edition": "mixed"}),
        (3, {"edition": "dvd"}),
        (3, {"casting": "chosen", "edition": "mixed"}),
    ],
    "battleworld": [
        (2, {"base_modules": "2", "second_cosmic": "beyonder", "leaders": True}),
        (2, {"team_mode": "draft", "second_cosmic": "beyonder", "leaders": True}),
        (2, {"second_cosmic": "thanos"}),
    ],
    "boss-quest": [
        (3, {"expansions": ["potions", "companions", "reaper"]}),
        (2, {"expansions": ["potions", "companions", "reaper"]}),
        (5, {}),
    ],
}
"""Tables at which every verb of a game comes up."""
RARE = {"battleworld": {"guard", "unguarded", "strike"}}
"""Verbs that random play hardly ever comes to: the game's own tests ask the coach about them."""
GAMES = 30
"""Games of each kind after which a verb that has not come up is missing."""


@pytest.mark.parametrize("name", TABLES)
def test_every_verb_has_its_sentence_in_both_languages(name: str) -> None:
    game, heard = find_game(name), set[int]()
    for number in range(GAMES):
        for seats, options in TABLES[name]:
            listen(game, seats, options, number, heard)
        missing = {verb.name for k, verb in enumerate(game.verbs.verbs) if k not in heard}
        if missing <= RARE.get(name, set()):
            return
    assert missing <= RARE.get(name, set())


def listen(game: Game, seats: int, options: dict[str, Any], number: int, heard: set[int]) -> None:
    """One game, played at random; the coach is asked about the choices of verbs that it was not asked about yet."""
    s = game.prepare(seats, options)
    game.begin(s, *seed_words(number, seats))
    toss, names = random.Random(number), game.content().names
    players = [f"J{seat + 1}" for seat in range(seats)]
    speeches = [game.speech(lang, players, names) for lang in LANGUAGES]
    while asked := game.deciders(s):
        seat = toss.choice(asked)
        choices = game.choices(s, seat)
        new = [choice for choice in choices if choice.verb not in heard]
        if new:
            known = game.concealed(s, seat)
            for speech in speeches:
                coach = game.coach(known, seat, speech)
                assert coach is not None
                told = [coach.goal(), coach.moment(), *(coach.consequence(choice) for choice in new)]
                for sentence in told:
                    assert sentence[-1:] in ".?!…»”", sentence
                    assert "{" not in sentence
            heard |= {choice.verb for choice in new}
        # Verbs are tossed for first: a rare one comes as often as one with many arguments.
        verb = toss.choice(sorted({choice.verb for choice in choices}))
        game.apply(s, seat, toss.choice([choice for choice in choices if choice.verb == verb]))


@pytest.mark.parametrize("name", TABLES)
def test_at_the_end_the_coach_says_that_it_is_over(name: str) -> None:
    game = find_game(name)
    seats, options = TABLES[name][0]
    s = game.prepare(seats, options)
    game.begin(s, *seed_words(1, seats))
    toss = random.Random(1)
    while asked := game.deciders(s):
        seat = toss.choice(asked)
        game.apply(s, seat, toss.choice(game.choices(s, seat)))
    speech = game.speech("en", [f"J{seat + 1}" for seat in range(seats)], game.content().names)
    coach = game.coach(game.concealed(s, 0), 0, speech)
    assert coach is not None
    assert coach.moment().startswith("The game is over.")
