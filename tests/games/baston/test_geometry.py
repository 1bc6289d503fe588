"""Points, links, levels, obstruction, corners (BA-BOARD, BA-FACE, BA-LEVEL, BA-OCC, BA-STEP)."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bagarre.games.baston.rules import geometry as geo
from bagarre.games.baston.rules.doors import set_fixture
from bagarre.games.baston.rules.people import may_be_at
from bagarre.games.baston.state import (
    CLOSED,
    DESTROYED,
    FIXTURES,
    NOWHERE,
    OPEN,
    PINBALL,
    SIDE,
    TABLE,
    VIDEO,
    State,
)
from tests.games.baston.table import CONTENT, GAME, Brawl, at, man

LEAVES = {leaf.id: f for f, leaf in enumerate(CONTENT.board.leaves)}


def board(options: dict[str, object] | None = None) -> State:
    state = GAME.prepare(2, options or {})
    assert isinstance(state, State)
    return state


def shaken(numbers: list[int]) -> State:
    """The café with doors and windows in some state."""
    s = board()
    for f, number in enumerate(numbers[: s.fixture_count - 1]):
        set_fixture(s, f, (CLOSED, OPEN, DESTROYED)[number])
    return s


anywhere = st.integers(0, SIDE * SIDE - 1)
directions = st.integers(0, 7)
leaves = st.lists(st.integers(0, 2), min_size=FIXTURES, max_size=FIXTURES)


@pytest.mark.rule("BA-BOARD-1", "BA-BOARD-2", "BA-R6")
def test_four_hundred_points_from_the_starred_corner() -> None:
    s = board()
    assert (s.rows, s.columns) == (20, 20)
    centre = at("10,10")
    around = [geo.towards(s, centre, d) for d in range(8)]
    assert around == [at(p) for p in ("9,10", "9,11", "10,11", "11,11", "11,10", "11,9", "10,9", "9,9")]
    assert geo.towards(s, at("1,1"), 0) == geo.towards(s, at("1,1"), 6) == NOWHERE


@pytest.mark.rule("BA-BOARD-3", "BA-BOARD-4")
def test_everybody_stands_on_one_point_and_walls_lie_on_links() -> None:
    brawl = Brawl(man("riton", "4,7", "M1/-"))
    assert brawl["riton"]["at"] == "4,7"
    assert brawl["riton"]["facing"] == 1
    assert geo.link(brawl.s, at("4,7"), 0) == geo.link(brawl.s, at("3,7"), 4) == 1
    brawl.film(dice=[1])
    assert brawl["riton"]["at"] == "4,7"


@settings(deadline=None)
@given(anywhere, directions)
def test_neighbours_are_mutual(p: int, d: int) -> None:
    s = board()
    q = geo.towards(s, p, d)
    if q != NOWHERE:
        assert geo.towards(s, q, geo.turned(d, 4)) == p
        assert geo.direction_to(p, q) == d


@settings(deadline=None)
@given(anywhere, directions, leaves, st.sampled_from([geo.REACHING, geo.WALKING, geo.MOVING]))
def test_barriers_are_mutual(p: int, d: int, states: list[int], barriers: int) -> None:
    s = shaken(states)
    q = geo.towards(s, p, d)
    if q != NOWHERE:
        assert geo.barred(s, p, d, barriers) == geo.barred(s, q, geo.turned(d, 4), barriers)


@settings(deadline=None)
@given(anywhere, directions, leaves)
def test_a_free_step_ends_where_one_may_stand(p: int, d: int, states: list[int]) -> None:
    s = shaken(states)
    if geo.upright_kind(s, p) in (PINBALL, VIDEO):
        return
    found = geo.standing_class(s, p, d, geo.BY_WALK)
    if found in (geo.FREE, geo.EDGE):
        q = geo.towards(s, p, d)
        assert may_be_at(s, q, 0)
        same = geo.surface(s, q) == geo.surface(s, p)
        assert (found == geo.FREE) == (same or geo.stairs_usable(s, p, q))


@settings(deadline=None)
@given(anywhere, directions, leaves)
def test_whoever_runs_could_walk(p: int, d: int, states: list[int]) -> None:
    s = shaken(states)
    if geo.standing_class(s, p, d, geo.BY_RUN) == geo.FREE:
        assert geo.standing_class(s, p, d, geo.BY_WALK) == geo.FREE


@settings(deadline=None)
@given(anywhere, directions, leaves)
def test_crawlers_never_end_in_a_video_game_nor_on_the_bar(p: int, d: int, states: list[int]) -> None:
    s = shaken(states)
    if may_be_at(s, p, 1) and geo.prone_class(s, p, d, geo.BY_CRAWL) == geo.FREE:
        assert may_be_at(s, geo.towards(s, p, d), 1)


@settings(deadline=None)
@given(st.integers(0, 7), st.integers(0, 7))
@pytest.mark.rule("BA-FACE-1")
def test_front_rear_and_sides_share_the_rose(facing: int, d: int) -> None:
    front, rear = geo.is_front(facing, d), geo.is_rear(facing, d)
    assert not (front and rear)
    assert (
        sum(geo.is_front(facing, x) for x in range(8)) == sum(geo.is_rear(facing, x) for x in range(8)) == 3
    )
    assert (not front and not rear) == ((d - facing) % 8 in (2, 6))


@pytest.mark.rule("BA-FACE-2")
def test_moving_and_being_pushed_keep_the_facing() -> None:
    brawl = Brawl(man("grobid", "16,5", "M3/-", facing=7), man("dudule", "16,6", seat=1, facing=2)).film()
    assert (brawl["grobid"]["facing"], brawl["dudule"]["facing"]) == (7, 2)
    assert brawl["dudule"]["at"] == "16,7"


@pytest.mark.rule("BA-LEVEL-1", "BA-LEVEL-2", "BA-R60")
def test_levels_of_ground_and_furniture() -> None:
    s = board()
    points = {
        "17,1": 0,
        "17,10": 0,
        "1,1": 0,
        "7,8": 0,
        "18,16": 0,
        "7,12": 1,
        "4,6": 2,
        "5,13": 2,
        "9,9": 2,
        "10,12": 2,
        "5,15": 3,
    }
    assert {p: geo.surface(s, at(p)) for p in points} == points
    assert [geo.base(s, at(p)) for p in ("9,9", "5,15", "4,6")] == [0, 2, 2]
    kinds = [piece.id for piece in CONTENT.board.pieces if piece.lies == 0]
    assert kinds == ["V1", "V2", "V3"]


@pytest.mark.rule("BA-LEVEL-3", "BA-R7")
def test_one_step_up_and_the_option_of_low_furniture() -> None:
    s = board()
    pairs = [(a, b) for a in range(4) for b in range(4) if geo.one_step(s, a, b)]
    assert pairs == [(0, 1), (0, 2), (1, 2), (2, 3)]
    low = board({"furniture_level": "1"})
    assert [geo.surface(low, at(p)) for p in ("9,9", "4,6", "5,13", "5,15")] == [1, 1, 2, 3]
    assert [(a, b) for a in range(4) for b in range(4) if geo.one_step(low, a, b)] == [(0, 1), (1, 2), (2, 3)]
    # From the floor the stage is then out of reach, except over a table.
    brawl = Brawl(man("riton", "8,14", "S1/-"), options={"furniture_level": "1"}).film(dice=[2])
    assert brawl["riton"]["at"] == "8,14"
    assert "jump_impossible" in brawl.kinds


@pytest.mark.rule("BA-LEVEL-4", "BA-R96", "BA-OCC-3", "BA-OCC-4", "BA-STEP-4")
def test_pinballs_and_video_games() -> None:
    s = board()
    assert geo.standing_class(s, at("5,11"), 0, geo.BY_WALK) == geo.OBSTACLE
    assert geo.standing_class(s, at("5,11"), 2, geo.BY_WALK) == geo.OBSTACLE
    assert not may_be_at(s, at("4,11"), 0)
    assert may_be_at(s, at("4,11"), 1)
    assert not may_be_at(s, at("5,12"), 1)
    # The corner of a pinball, and of a video game, bars a diagonal step.
    assert geo.standing_class(s, at("5,11"), 7, geo.BY_WALK) == geo.OBSTACLE
    assert geo.rises(s, at("4,11"), 0) == 1
    assert geo.rises(s, at("4,11"), 2) == 0
    assert geo.rises(s, at("5,12"), 3) == 1


@pytest.mark.rule("BA-OCC-1", "BA-STEP-9", "BA-MOVE-1")
def test_chairs_are_no_obstacles() -> None:
    brawl = Brawl(man("riton", "7,8", "M3/-")).film()
    assert brawl["riton"]["at"] == "7,9"
    assert "7,9" in brawl["chairs"]
    assert geo.surface(brawl.s, at("7,9")) == 0


@pytest.mark.rule("BA-OCC-2", "BA-OCC-5")
def test_one_on_top_and_one_underneath() -> None:
    brawl = Brawl(
        man("riton", "9,9"), man("kraitneu", "9,9", seat=1, prone=True), man("dudule", "9,9", fate="hs")
    )
    assert brawl.s.stander[at("9,9")] == 2
    assert max(max(row) for row in brawl.s.rider) == 1


@pytest.mark.rule("BA-OCC-6", "BA-COVER-3")
def test_an_overturned_table_is_no_obstacle() -> None:
    brawl = Brawl(man("riton", "9,8", "M3/-", facing=3), overturned=["T2"]).film()
    assert brawl["riton"]["at"] == "9,9"
    assert geo.surface(brawl.s, at("9,9")) == 0


@pytest.mark.rule("BA-OCC-7")
def test_furniture_does_not_pile_up() -> None:
    # T1 pushed south against a chair is fine; F2 pushed east meets nothing but the stage, which is higher.
    brawl = Brawl(man("grobid", "4,10", "P3/POU", facing=3)).film("push 3")
    assert brawl["furniture"]["F2"] == "4,11"
    assert "piece_stuck" in brawl.kinds


@pytest.mark.rule("BA-OCC-8")
def test_small_objects_lie_in_two_layers() -> None:
    brawl = Brawl(man("riton", "8,9", "P5/PRE"), objects={"9,9": ["club", "knife"]}).film()
    # Standing he reaches the top of the table only.
    assert brawl.menu == ["take 5 bottle", "decline"]
    assert brawl["objects"]["9,9"] == ["club", "knife"]


@pytest.mark.rule("BA-OCC-9")
def test_the_safety_rule_makes_room() -> None:
    from bagarre.games.baston.rules.people import lift, safe_place

    brawl = Brawl(man("riton", "16,5"), man("dudule", "16,6", seat=1))
    s = brawl.s
    lift(s, 0)
    s.tray[0], s.tray_length = 0, 1
    safe_place(s, 0, at("16,6"))
    assert s.at[0] == at("15,5")
    assert GAME.status(s) == []


@pytest.mark.rule("BA-STEP-1", "BA-DOOR-11")
def test_barriers_and_what_is_destroyed() -> None:
    s = board()
    doorway, window, pane = (at("12,8"), 6), (at("14,9"), 4), (at("18,16"), 0)
    for p, d in (doorway, window, pane):
        assert geo.barred(s, p, d, geo.REACHING)
    for name in ("D3", "W1", "P1"):
        set_fixture(s, LEAVES[name], DESTROYED)
    for p, d in (doorway, window, pane):
        assert not geo.barred(s, p, d, geo.REACHING)
    set_fixture(s, LEAVES["D3"], OPEN)
    # The open leaf bars S–H in place of N–S.
    assert geo.barred(s, at("12,7"), 0, geo.REACHING)


@pytest.mark.rule("BA-STEP-3")
def test_a_diagonal_is_barred_by_any_link_of_its_square() -> None:
    s = board()
    assert geo.standing_class(s, at("3,3"), 3, geo.BY_WALK) == geo.OBSTACLE
    assert geo.barred(s, at("15,8"), 1, geo.REACHING)
    assert not geo.barred(s, at("16,8"), 1, geo.REACHING)


@pytest.mark.rule("BA-STEP-5", "BA-R39", "BA-CRAWL-2")
def test_crawling_under_tables_and_past_their_corners() -> None:
    s = board()
    assert geo.prone_class(s, at("9,8"), 2, geo.BY_CRAWL) == geo.FREE
    assert geo.prone_class(s, at("10,8"), 1, geo.BY_CRAWL) == geo.FREE
    assert geo.prone_class(s, at("5,11"), 2, geo.BY_CRAWL) == geo.OBSTACLE
    assert geo.prone_class(s, at("8,13"), 0, geo.BY_CRAWL) == geo.OBSTACLE
    assert geo.prone_class(s, at("7,13"), 4, geo.BY_CRAWL) == geo.EDGE
    set_fixture(s, LEAVES["W1"], OPEN)
    assert geo.prone_class(s, at("14,9"), 4, geo.BY_CRAWL) == geo.OBSTACLE
    set_fixture(s, LEAVES["D3"], OPEN)
    assert geo.prone_class(s, at("12,8"), 6, geo.BY_CRAWL) == geo.FREE
    # Pushed over an edge onto furniture: an obstacle.
    s.piece[at("8,13")] = 1
    assert geo.prone_class(s, at("7,13"), 4, geo.BY_PUSH) == geo.OBSTACLE


@pytest.mark.rule("BA-STEP-7", "BA-STEP-12")
def test_corners_with_dexterity() -> None:
    on = {"corner_dexterity": True}
    walk = man("riton", "8,9", "M6/-")
    assert Brawl(walk).film(dice=[3])["riton"]["at"] == "8,9"
    made = Brawl(walk, options=on)
    assert geo.standing_class(made.s, at("8,9"), 5, geo.BY_WALK) == geo.CORNER
    assert made.film(dice=[4])["riton"]["at"] == "9,8"
    failed = Brawl(walk, options=on).film(dice=[8, 3])
    assert failed["riton"]["at"] == "9,8"
    assert "falls_in_place" in failed.kinds
    # Walls, bar and stage stay closed, and a pushed man never passes a corner.
    assert geo.standing_class(made.s, at("10,5"), 1, geo.BY_WALK) == geo.OBSTACLE
    assert geo.standing_class(made.s, at("8,9"), 5, geo.BY_PUSH) == geo.OBSTACLE
    # A jostle is settled before the corner's roll.
    met = Brawl(walk, man("grobid", "9,8", seat=1), options=on).film()
    assert met["riton"]["at"] == "8,9"
    assert "roll_under" not in met.kinds


@pytest.mark.rule("BA-STEP-8", "BA-MOVE-4")
def test_only_stairs_change_the_level_on_foot() -> None:
    up = Brawl(man("riton", "7,11", "M3/-", "M3/-")).film()
    assert up["riton"]["at"] == "7,13"
    across = Brawl(man("riton", "8,12", "M1/-")).film(dice=[1])
    assert across["riton"]["at"] == "8,12"
    tables = Brawl(man("riton", "9,9", "M3/-")).film()
    assert tables["riton"]["at"] == "9,10"


@pytest.mark.rule("BA-STEP-10")
def test_windows_are_for_walking_only() -> None:
    s = board()
    set_fixture(s, LEAVES["W1"], OPEN)
    assert geo.standing_class(s, at("14,9"), 4, geo.BY_WALK) == geo.FREE
    assert geo.standing_class(s, at("14,9"), 4, geo.BY_PUSH) == geo.FREE
    assert geo.standing_class(s, at("14,9"), 4, geo.BY_RUN) == geo.OBSTACLE
    assert geo.barred(s, at("14,9"), 4, geo.MOVING)


@pytest.mark.rule("BA-STEP-11", "BA-R83")
def test_furniture_at_the_foot_of_the_stairs() -> None:
    blocked = Brawl(man("riton", "7,12", "M7/-"), furniture={"T1": "7,10"}, no_chairs=["7,10"]).film(dice=[4])
    assert blocked["riton"]["at"] == "7,12"
    assert "bumps" in blocked.kinds
    off = Brawl(man("riton", "7,11", "M3/-"), furniture={"T1": "7,10"}, no_chairs=["7,10"]).film()
    assert "stops_at_edge" in off.kinds
    under = Brawl(
        man("riton", "7,12", "R7/-", prone=True), furniture={"T1": "7,10"}, no_chairs=["7,10"]
    ).film()
    assert under["riton"]["at"] == "7,11"


@pytest.mark.rule("BA-BOARD-5")
def test_tables_are_of_two_points() -> None:
    """Rules speak of points, links and levels only: the same code reads any board (see test_content)."""
    s = board()
    n = s.piece[at("9,9")] - 1
    assert s.piece_kind[n] == TABLE
    assert geo.second_point(s, n) == at("9,10")
