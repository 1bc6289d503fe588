"""How a game in the terminal begins: dealt anew, from a scenario, or where a record leaves it."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from bagarre.cli.common import Say, clean_name, game_options, list_of, packs_of
from bagarre.kernel.errors import Mistake
from bagarre.kernel.meta import HUMAN

if TYPE_CHECKING:
    from bagarre.kernel.game import Game
    from bagarre.kernel.pack import Pack
    from bagarre.match import Match

OPPONENT = "scripted"
"""Who plays against people that named nobody, and for those who gave up."""
USUAL = 3
"""Seats of a game when none are asked for, as far as the game allows."""


def started(
    name: str,
    seats: str,
    players: str,
    option: Sequence[str],
    extra: Sequence[str],
    pack: Sequence[str],
    seed: str,
    say: Say,
) -> "Match":
    """A new game as asked for on the command line."""
    from bagarre.games import find_game
    from bagarre.match import Match

    game = find_game(name)
    options = game_options(game, option, extra)
    packs = packs_of(pack)
    kinds = list_of(seats) or usual_seats(game, options, packs)
    return Match(
        game, names_of(players, kinds, say), options=options, packs=packs, seed=seed or None, kinds=kinds
    )


def simplest(name: str) -> tuple[str, list[str]]:
    """Seats and options of a game for whoever is new to it, as the page sets them too; nothing where the usual ones do."""
    from bagarre.games import find_game

    meta = find_game(name).meta
    options = [f"{option}={value}" for option, value in (meta.first_games or ((),))[0]]
    return ",".join([HUMAN] + [OPPONENT] * (meta.players[0] - 1)) if options else "", options


def started_from(file: str, seats: str, players: str, seed: str, say: Say) -> "Match":
    """A new game that begins where a scenario does."""
    from bagarre.bots import spec_of
    from bagarre.scenario import begin_scenario

    match = begin_scenario(file, seed=seed or None)
    match.kinds = [spec_of(kind) for kind in kinds_of(seats, match)]
    match.players = names_of(players, match.kinds, say)
    return match


def names_of(players: str, kinds: Sequence[str], say: Say) -> list[str]:
    """The names that were given, and usual ones for the other seats."""
    names = [clean_name(name) for name in list_of(players)]
    if len(names) > len(kinds):
        raise Mistake("too_many_names", names=len(names), seats=len(kinds))
    for seat in range(len(names), len(kinds)):
        names.append(usual_name(kinds[seat], seat, say, names))
    return names


def usual_name(kind: str, seat: int, say: Say, taken: Sequence[str]) -> str:
    """The name of somebody who was given none: bots of a level have names of their own."""
    from bagarre.bots import level_of, spec_of
    from bagarre.bots.labels import bot_name

    spec = spec_of(kind)
    if level_of(spec) is not None:
        return bot_name(spec, seat, say.lang, taken)
    return say(f"play.names.{kind if kind in (HUMAN, 'random') else 'bot'}", n=seat + 1)


def kinds_of(seats: str, match: "Match") -> list[str]:
    """Who plays each seat of a game that stands already."""
    kinds = list_of(seats) or recorded_seats(match) or [HUMAN] + [OPPONENT] * (len(match.players) - 1)
    if len(kinds) != len(match.players):
        raise Mistake("seats_of_record", seats=len(kinds), players=len(match.players))
    return kinds


def usual_seats(game: "Game", options: dict[str, Any], packs: "Sequence[Pack]" = ()) -> list[str]:
    """One human against bots, or alone in the game for one; as many as the options (a scenario, say) allow."""
    count = 1 if game.is_solo(options) else min(max(USUAL, game.meta.players[0]), game.meta.players[-1])
    try:
        game.prepare(count, options, packs)
    except Mistake as mistake:
        # Whatever else is wrong is told when the game is set up.
        if mistake.key == "seats":
            count = min(max(count, mistake.values["least"]), mistake.values["most"])
    return [HUMAN] + [OPPONENT] * (count - 1)


def resumed(file: str, seats: str) -> "Match":
    """The game of a record, with its seats or others."""
    from bagarre.bots import spec_of
    from bagarre.match import Match

    match = Match.load(file)
    match.kinds = [spec_of(kind) for kind in kinds_of(seats, match)]
    return match


def recorded_seats(match: "Match") -> list[str]:
    """Who played, by the record. A file of somebody else's must not make us import what it names."""
    from bagarre.bots import names_code

    for kind in match.kinds:
        if names_code(kind):
            raise Mistake("player_of_record", player=kind)
    return match.kinds
