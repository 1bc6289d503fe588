"""BASTON with the real box: sheets are written in secret as always, the dice are rolled at the table, and Bagarre referees what comes of them."""

from collections.abc import Callable
from dataclasses import replace

from bagarre.kernel.asking import BAGARRE, Asked, die, lot
from bagarre.kernel.draws import Draw

from .rules.people import free_around, landing_points, tag

PARTS = ("orders", "results", "places", "lots", "police")
YOURS = ("pawns", "characters")
BOTS = True


def asked(draw: Draw) -> Asked:
    """What the table is asked when a rule draws."""
    return ASKS[draw.rule](draw)


def _who(draw: Draw, name: str) -> tuple[str, int]:
    """A character that the rule has at hand."""
    return "character", tag(draw.state, draw.here[name])


def _roll(key: str, sides: int, **named: str) -> Callable[[Draw], Asked]:
    """A die about characters; `named` are the words of the sentence with what the rule calls them."""

    def ask(draw: Draw) -> Asked:
        return die(key, sides, **{word: _who(draw, name) for word, name in named.items()})

    return ask


def _roll_under(draw: Draw) -> Asked:
    return die("roll_under", 8, who=_who(draw, "c"), stat=("stat", draw.here["stat"]))


def _scatter(draw: Draw) -> Asked:
    return die("scatter", 8, item=("item", draw.here["item"]))


def _rider(draw: Draw) -> Asked:
    return die("rider", 8, who=("character", tag(draw.state, draw.here["rider"] - 1)))


def _place(draw: Draw) -> Asked:
    """The row first, then the column (BA-SETUP-6)."""
    if "p" in draw.here:
        return die("column", draw.state.columns, who=_who(draw, "c"))
    return die("row", draw.state.rows, who=_who(draw, "c"))


def _rank(draw: Draw) -> Asked:
    """Which of those who are equally quick goes first (BA-RANK-1)."""
    s, k, j = draw.state, draw.here["k"], draw.here["j"]
    return lot("rank", "character", [tag(s, s.by_rank[i]) for i in range(k, j)], n=("n", k + 1))


def _gang(draw: Draw) -> Asked:
    """Which of the ready-made gangs that are left a player leads, named by its first character (BA-R97)."""
    s, seat, size = draw.state, draw.here["seat"], draw.here["size"]
    return lot(
        "gang", "character", [tag(s, size * gang) for gang in range(seat, s.seats)], player=("seat", seat)
    )


def _zone(draw: Draw) -> Asked:
    s, seat = draw.state, draw.here["seat"]
    free = [zone + 1 for zone in range(s.zone_count) if zone not in s.zone_of[:seat]]
    return lot("zone", "n", free, player=("seat", seat))


def _target(draw: Draw) -> Asked:
    s = draw.state
    return lot("target", "character", [tag(s, c) for c in s.targets[: s.target_count]], who=_who(draw, "who"))


def _room(draw: Draw) -> Asked:
    """The nearest free points (BA-OCC-9)."""
    s, here = draw.state, draw.here
    points = [free_around(s, here["p"], here["far"], s.prone[here["c"]], i) for i in draw.possible]
    return lot("room", "point", points, who=_who(draw, "c"))


def _landing(draw: Draw) -> Asked:
    """The points beside, lower ones first (BA-FALL-3)."""
    s, p, left = draw.state, draw.here["p"], draw.here["left"]
    below = left if landing_points(s, p, left, -1) else -1 - left
    return lot("landing", "point", [landing_points(s, p, below, i) for i in draw.possible])


def _built(draw: Draw) -> Asked:
    """A character drawn by lot has no part of the box: Bagarre draws it."""
    return replace(lot("built", "n", draw.possible), by=BAGARRE)


ASKS: dict[str, Callable[[Draw], Asked]] = {
    "to_hit": _roll("to_hit", 20, who="c", target="target"),
    "meet_target": _roll("location", 8, target="target"),
    "grab": _roll("hold", 20, who="c", target="target"),
    "daze": _roll("stun", 8, who="who"),
    "cut": _roll("cut", 8, who="c"),
    "reach_bottom": _roll("facing", 8, who="who"),
    "beats": _roll("jostle", 8, who="mover", other="static"),
    "turn_aside": _roll("aside", 8, who="c"),
    "champion": _roll("push", 8, who="best", other="other"),
    "check_turn": _roll("police", 8),
    "roll_under": _roll_under,
    "throw_tactically": _scatter,
    "throw_riders": _rider,
    "place_randomly": _place,
    "make_ranks": _rank,
    "deal_gangs": _gang,
    "draw_zones": _zone,
    "draw_target": _target,
    "safe_place": _room,
    "draw_landing": _landing,
    "build_randomly": _built,
}
"""The question of each rule that draws."""
