"""Friends in a browser: a link given and taken, a table that only friends see, an end to it. About 10 s."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.web.browser.conftest import People
from tests.web.browser.test_access import check
from tests.web.browser.test_me import register
from tests.web.browser.test_table import until

pytestmark = pytest.mark.browser
LONG = "W" * 24
"""The widest name that somebody may have."""


def open_for_friends(page: Any) -> str:
    """A table with a free seat, shown to friends; gives its address."""
    page.goto("/new/leduc")
    page.select_option("[data-seat-line='2'] [data-seat-kind]", "open")
    page.select_option("[name=listed]", "friends")
    page.click(".sum button[type=submit]")
    page.wait_for_url(re.compile(r"/t/"))
    page.wait_for_selector("[data-listing]")
    return str(page.url).rpartition("/")[2].partition("#")[0]


def test_friends_by_a_link_see_each_others_tables(people: People, axe: str) -> None:
    ada = people.page()
    register(ada, LONG)
    ada.click("[data-me-give] button")
    ada.wait_for_selector("[data-friend-given]:visible")
    check(ada, axe, "a link for a friend")
    link = ada.get_attribute("[data-friend-link]", "data-copy")
    # Bob has no name yet: that comes first, then the question.
    bob = people.page(390, 844)
    bob.goto(link)
    bob.wait_for_selector("[data-me-state=nobody]:visible")
    bob.wait_for_selector("[data-me-told]:visible")
    assert "#" not in bob.url, "the code does not stay in the address"
    bob.fill("#me-new-name", "Bob")
    bob.click("[data-me-register] button")
    bob.wait_for_selector("[data-me-state=befriend]:visible")
    assert LONG in bob.inner_text("#me-befriend")
    check(bob, axe, "a friend's link")
    bob.click("[data-me-befriend] button[type=submit]")
    bob.wait_for_selector("[data-friend-list] li")
    check(bob, axe, "friends, on a phone")
    code = open_for_friends(ada)
    assert ada.input_value("[data-listing] [name=listed]") == "friends"
    bob.goto("/")
    bob.wait_for_selector(f"[data-friend-tables] a[href='/t/{code}']")
    check(bob, axe, "the table of a friend")
    eve = people.page()
    register(eve, "Eve")
    with eve.expect_response("**/api/me/friends/tables**") as answered:
        eve.goto("/")
    assert answered.value.json() == {"tables": [], "asking": 0}
    assert code not in eve.content()
    # Ended by him, for both.
    bob.goto("/me")
    bob.click("[data-friend-list] button")
    bob.click("[data-me-do]")
    until(bob, "document.querySelectorAll('[data-friend-list] li').length === 0")
    ada.goto("/me")
    ada.wait_for_selector("[data-friend-none]:visible")


def test_a_table_is_shown_to_friends_only_by_somebody_who_has_a_name(people: People) -> None:
    page = people.page(lang="en")
    page.goto("/new/leduc")
    page.select_option("[data-seat-line='2'] [data-seat-kind]", "open")
    page.select_option("[name=listed]", "friends")
    page.click(".sum button[type=submit]")
    page.wait_for_selector("#new .form__error:visible")
    assert "name of their own" in page.inner_text("#new .form__error")
    # The browser itself notes that the server refused.
    assert all("422" in one for one in people.complaints)
    people.complaints.clear()
