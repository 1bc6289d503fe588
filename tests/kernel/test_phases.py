"""Phases told once: the ladders that a book writes."""

from typing import Any

import pytest

from bagarre.kernel.layout import Position, i1, layout
from bagarre.kernel.menu import ReasonBook, VerbBook, menu_of
from bagarre.kernel.phases import Among, Answer, PhaseBook, UpTo
from bagarre.kernel.rule import rule

BEGIN, ASK, REST, OVER = range(4)

VERBS = VerbBook()
TAKE = VERBS.verb("take", range(1, 5))
SHOW = VERBS.verb("show", range(10, 30))
WAIT = VERBS.verb("wait")
REASONS = ReasonBook()
NOT_NOW = REASONS.reason("not_now", "X-1")
EMPTY = REASONS.reason("empty", "X-2")
TOO_MANY = REASONS.reason("too_many", "X-3")
NOT_HELD = REASONS.reason("not_held", "X-4")
RESTING = REASONS.reason("resting", "X-5")


@layout()
class State(Position):
    phase: int = i1()
    stones: int = i1()
    hand: list[int] = i1(2)
    held: list[int] = i1(3)
    waited: int = i1()


@rule
def begin(s: Any) -> None:
    s.phase = ASK


@rule
def nothing_left(s: Any) -> Any:
    return EMPTY if s.stones == 0 else 0


@rule
def stones_left(s: Any) -> Any:
    return s.stones + 0


@rule
def take_stones(s: Any, seat: int, count: Any) -> None:
    s.stones -= count
    s.hand[seat] += count


@rule
def tens(arg: Any) -> Any:
    return arg - 10


@rule
def count_held(s: Any) -> Any:
    return len(s.held)


@rule
def nth_held(s: Any, i: Any) -> Any:
    return s.held[i] + 10


@rule
def not_held(s: Any, card: Any) -> Any:
    for i in range(len(s.held)):
        if s.held[i] == card:
            return 0
    return NOT_HELD


@rule
def show(s: Any, seat: int, card: Any) -> None:
    s.hand[seat] = card


@rule
def wait(s: Any, verb: Any) -> None:
    s.waited = verb


def book() -> PhaseBook:
    phases = PhaseBook(VERBS, "phase", otherwise=NOT_NOW)
    phases.phase(BEGIN, begin)
    phases.phase(
        ASK,
        takes=[
            Answer(TAKE, take_stones, never=nothing_left, up_to=UpTo(stones_left, TOO_MANY)),
            Answer(SHOW, show, not_held, reads=tens, among=Among(count_held, nth_held)),
            Answer(WAIT, wait),
        ],
    )
    phases.phase(REST, takes=[Answer(WAIT, wait)], otherwise=RESTING)
    return phases


@pytest.fixture
def s() -> State:
    s = State()
    s.phase, s.stones, s.held = ASK, 2, [5, 7, 19]
    return s


def offered(ladders: Any, s: Any) -> list[tuple[int, int]]:
    menu = menu_of(40)()
    ladders.choices(s, 0, menu)
    return list(zip(menu.verb[: menu.count], menu.arg[: menu.count]))


def test_a_phase_does_what_it_does_by_itself(s: Any) -> None:
    ladders = book().ladders()
    s.phase = BEGIN
    ladders.enter(s)
    assert s.phase == ASK
    ladders.enter(s)
    assert s.phase == ASK


def test_the_menu_is_what_nothing_speaks_against_in_the_order_of_the_book(s: Any) -> None:
    ladders = book().ladders()
    assert offered(ladders, s) == [(TAKE, 1), (TAKE, 2), (SHOW, 15), (SHOW, 17), (SHOW, 29), (WAIT, 0)]
    s.stones = 0
    assert offered(ladders, s) == [(SHOW, 15), (SHOW, 17), (SHOW, 29), (WAIT, 0)]
    s.phase = OVER
    assert offered(ladders, s) == []


@pytest.mark.parametrize("phase", [BEGIN, ASK, REST, OVER])
@pytest.mark.parametrize("stones", [0, 2, 9])
def test_menu_and_reasons_agree_for_everything_that_can_be_written(s: Any, phase: Any, stones: Any) -> None:
    ladders = book().ladders()
    s.phase, s.stones = phase, stones
    allowed = {choice for choice in VERBS if ladders.why_not(s, 0, *choice) == 0}
    assert allowed == set(offered(ladders, s))


def test_reasons_name_the_verb_before_the_argument_and_the_phase_before_both(s: Any) -> None:
    ladders = book().ladders()
    assert ladders.why_not(s, 0, TAKE, 3) == TOO_MANY
    s.stones = 0
    assert ladders.why_not(s, 0, TAKE, 3) == EMPTY
    s.phase = REST
    assert ladders.why_not(s, 0, TAKE, 3) == RESTING
    s.phase = OVER
    assert ladders.why_not(s, 0, WAIT, 0) == NOT_NOW


def test_an_answer_is_handed_what_its_parameters_ask_for(s: Any) -> None:
    ladders = book().ladders()
    ladders.take(s, 1, TAKE, 2)
    assert (s.stones, s.hand) == (0, [0, 2])
    ladders.take(s, 0, SHOW, 17)
    assert s.hand == [7, 2]
    ladders.take(s, 0, WAIT, 0)
    assert s.waited == WAIT


def test_mistakes_in_a_book_are_found_when_it_is_made() -> None:
    phases = book()
    with pytest.raises(ValueError, match="declared twice"):
        phases.phase(ASK)
    with pytest.raises(ValueError, match="takes a verb twice"):
        phases.phase(OVER, takes=[Answer(WAIT, wait), Answer(WAIT, wait)])
    lonely = PhaseBook(VERBS, "phase", otherwise=NOT_NOW)
    lonely.phase(REST, takes=[Answer(WAIT, wait)])
    with pytest.raises(ValueError, match="no phase takes take, show"):
        lonely.ladders()
    plain = PhaseBook(VERBS, "phase", otherwise=NOT_NOW)
    plain.phase(ASK, lambda s: None, [Answer(TAKE, take_stones), Answer(SHOW, show), Answer(WAIT, wait)])
    with pytest.raises(TypeError, match="not marked @rule"):
        plain.ladders()


def test_a_traceback_shows_the_line_of_a_ladder(s: Any) -> None:
    @rule
    def fails(s: Any) -> None:
        raise ZeroDivisionError

    phases = book()
    phases.phase(OVER, fails)
    s.phase = OVER
    with pytest.raises(ZeroDivisionError) as caught:
        phases.ladders().enter(s)
    assert "fails(s)" in str(caught.traceback[-2].statement)


@rule
def place_of_held(s: Any, arg: Any) -> Any:
    for i in range(len(s.held)):
        if s.held[i] + 10 == arg:
            return i
    return -1


@rule
def not_the_second(place: Any) -> Any:
    return NOT_HELD if place < 0 or place == 1 else 0


@rule
def show_place(s: Any, seat: int, place: Any) -> None:
    s.hand[seat] = place


def test_where_the_rules_count_what_the_menu_offers_nothing_is_looked_up(s: Any) -> None:
    phases = PhaseBook(VERBS, "phase", otherwise=NOT_NOW)
    among = Among(count_held, nth_held, counted=True)
    shows = Answer(SHOW, show_place, not_the_second, reads=place_of_held, among=among)
    phases.phase(ASK, takes=[shows, Answer(TAKE, take_stones), Answer(WAIT, wait)])
    ladders = phases.ladders()
    assert [choice for choice in offered(ladders, s) if choice[0] == SHOW] == [(SHOW, 15), (SHOW, 29)]
    assert {choice for choice in VERBS if ladders.why_not(s, 0, *choice) == 0} == set(offered(ladders, s))
    ladders.take(s, 1, SHOW, 29)
    assert s.hand[1] == 2
