"""Choices have a notation both ways, and dense ids."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bagarre.kernel.errors import InvalidChoice
from bagarre.kernel.menu import Choice, ReasonBook, VerbBook, menu_of, offer


def book() -> VerbBook:
    verbs = VerbBook()
    verbs.verb("pass")
    verbs.verb("equip", range(1, 5))
    verbs.verb("aim", range(-1, 3), kind="seat")
    verbs.verb("order", names=["M6G", "CS", "PRE"], bare=True, kind="order")
    verbs.verb("colour", names=["red", "blue"])
    return verbs


def test_notation() -> None:
    written = [book().write(choice) for choice in book()]
    assert written == [
        "pass", "equip 1", "equip 2", "equip 3", "equip 4", "aim -1", "aim 0", "aim 1", "aim 2",
        "M6G", "CS", "PRE", "colour red", "colour blue",
    ]  # fmt: skip


def test_parse_write_parse() -> None:
    verbs = book()
    for number, choice in enumerate(verbs):
        assert verbs.read(verbs.write(choice)) == choice
        assert verbs.dense(choice) == number
        assert verbs.from_dense(number) == choice
    assert verbs.size == len(list(verbs)) == 14


@pytest.mark.parametrize("text", ["EQUIP 2", "  equip   2 ", "Equip\t2"])
def test_reading_forgives_case_and_spaces(text: str) -> None:
    assert book().read(text) == Choice(1, 2)


@given(st.text(max_size=40))
def test_anything_else_is_an_invalid_choice(text: str) -> None:
    verbs = book()
    known = {verbs.write(choice).casefold() for choice in verbs}
    if " ".join(text.split()).casefold() in known:
        assert verbs.write(verbs.read(text)).casefold() in known
    else:
        with pytest.raises(InvalidChoice) as error:
            verbs.read(text)
        assert error.value.say("fr")
        assert error.value.say("en")


def test_a_long_unreadable_choice_is_cut_in_the_message() -> None:
    with pytest.raises(InvalidChoice) as error:
        book().read("x" * 10_000)
    assert len(error.value.say("en")) < 200


def test_books_refuse_what_could_not_be_read() -> None:
    verbs = VerbBook()
    verbs.verb("go", range(3))
    with pytest.raises(ValueError, match="two ways"):
        verbs.verb("bare", names=["go 1"], bare=True)
    with pytest.raises(ValueError, match="2 names for 3 arguments"):
        verbs.verb("wrong", range(3), names=["a", "b"])


def test_the_version_moves_with_the_meaning_of_an_id() -> None:
    assert book().version == book().version
    longer = book()
    longer.verb("shout")
    assert longer.version != book().version


def test_reasons_count_from_one() -> None:
    reasons = ReasonBook()
    assert reasons.reason("not_now", "XX-1") == 1
    assert reasons.reasons[1].clause == "XX-1"
    assert reasons.reasons[0].name == "allowed"


def test_a_menu_counts_what_it_cannot_hold() -> None:
    menu = menu_of(2)()
    for arg in range(3):
        offer(menu, 1, arg)
    assert menu.count == 3
    assert menu.arg == [0, 1]
    offer(menu, 0)
    assert menu.count == 4


def test_from_dense_refuses_what_is_below() -> None:
    with pytest.raises(IndexError):
        book().from_dense(-1)
