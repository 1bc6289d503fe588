"""A name of one's own, in a browser: chosen, carried to a second device, kept safe by a passkey, exported, erased. About 15 s."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from tests.web.browser.conftest import People
from tests.web.browser.test_access import check
from tests.web.browser.test_table import quick, until

pytestmark = pytest.mark.browser


def register(page: Any, name: str) -> None:
    page.goto("/me")
    page.fill("#me-new-name", name)
    page.click("[data-me-register] button")
    page.wait_for_selector("[data-me-state=mine]:visible")


def test_a_name_goes_along_to_another_device(people: People, axe: str) -> None:
    page = quick(people, "leduc")
    table = page.url.rpartition("/")[2].partition("#")[0]
    page.goto("/me")
    page.wait_for_selector("[data-me-state=nobody]:visible")
    check(page, axe, "no name yet")
    register(page, "Ada")
    assert page.inner_text("#me-mine") == "Ada"
    page.click("[data-me-carry] button")
    page.wait_for_selector("[data-me-carried]:visible")
    check(page, axe, "a name and a code")
    page.set_viewport_size({"width": 390, "height": 844})
    check(page, axe, "the same on a phone")
    # The private key does not leave the device, whatever a script asks.
    assert (
        page.evaluate(
            "async () => { const {kept} = await import('/static/identity.js'); return (await kept()).keys.privateKey.extractable }"
        )
        is False
    )
    link = page.get_attribute("[data-me-link]", "data-copy").replace("localhost", "127.0.0.1")
    phone = people.page(390, 844)
    phone.goto(link)
    phone.wait_for_selector("[data-me-state=invited]:visible")
    assert "#" not in phone.url, "the code does not stay in the address"
    check(phone, axe, "an invitation")
    phone.click("[data-me-invited] button[type=submit]")
    phone.wait_for_selector("[data-me-state=mine]:visible")
    assert phone.locator(".me__device").count() == 2
    # Her seat is hers there too.
    phone.goto(f"/t/{table}")
    until(
        phone,
        "document.body.dataset.turn !== undefined && document.querySelector('#say') && !document.querySelector('#say').hidden",
    )
    # What is lost is removed, and knows no more who it was.
    page.reload()
    page.wait_for_selector(".me__device button")
    page.click(".me__device button")
    page.click("[data-me-do]")
    until(page, "document.querySelectorAll('.me__device').length === 1")
    phone.evaluate("sessionStorage.clear()")
    people.complaints.clear()
    phone.goto("/me")
    phone.wait_for_selector("[data-me-state=nobody]:visible")
    # The browser itself notes that the server refused.
    assert all("422" in one or "401" in one for one in people.complaints)
    people.complaints.clear()


def test_all_of_it_is_a_file_and_can_be_erased(people: People, tmp_path: Path) -> None:
    page = quick(people, "leduc")
    register(page, "Ada")
    with page.expect_download() as download:
        page.click("[data-me-export] button")
    download.value.save_as(tmp_path / "mine.zip")
    with zipfile.ZipFile(io.BytesIO((tmp_path / "mine.zip").read_bytes())) as file:
        told = json.loads(file.read("bagarre.json"))
    assert (told["name"], len(told["games"])) == ("Ada", 1)
    page.click("[data-me-erase]")
    page.click("[data-me-do]")
    page.wait_for_selector("[data-me-state=nobody]:visible")
    assert page.evaluate("async () => (await (await import('/static/identity.js')).kept()) === undefined")


def test_a_passkey_brings_a_name_back(people: People) -> None:
    people.base = people.base.replace("127.0.0.1", "localhost")
    page = people.page()
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    authenticator = {
        "protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True, "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }  # fmt: skip
    session.send("WebAuthn.addVirtualAuthenticator", {"options": authenticator})
    register(page, "Grace")
    page.click("[data-me-passkeys] button")
    until(page, "document.querySelectorAll('.me__device').length === 2")
    # The device forgets everything; the passkey does not.
    page.evaluate("async () => (await import('/static/identity.js')).forgetMe()")
    page.goto("/me")
    page.wait_for_selector("[data-me-state=nobody]:visible")
    page.click("[data-me-passkey-in] button")
    page.wait_for_selector("[data-me-state=mine]:visible")
    assert page.inner_text("#me-mine") == "Grace"
    assert page.locator(".me__device").count() == 3


def test_without_keys_everything_else_works(people: People) -> None:
    page = people.page()
    page.add_init_script("Object.defineProperty(globalThis, 'isSecureContext', {value: false})")
    page.goto("/me")
    page.wait_for_selector("[data-me-state=unable]:visible")


def refusing(status: int) -> Any:
    return lambda route: route.fulfill(status=status, json={"code": "busy", "message": "…"})


def test_a_server_that_cannot_answer_takes_nobodys_key(people: People) -> None:
    page = people.page()
    register(page, "Ada")
    page.evaluate("sessionStorage.clear()")
    for status in (503, 429):
        page.route("**/api/me**", refusing(status))
        page.goto("/me")
        page.wait_for_selector("[data-me-state=later]:visible")
        page.unroute("**/api/me**")
    page.route("**/api/me**", lambda route: route.abort())
    page.goto("/me")
    page.wait_for_selector("[data-me-state=later]:visible")
    page.unroute("**/api/me**")
    page.goto("/me")
    page.wait_for_selector("[data-me-state=mine]:visible")
    assert page.inner_text("#me-mine") == "Ada"
    people.complaints.clear()
