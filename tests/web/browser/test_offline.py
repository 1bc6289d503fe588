"""Bagarre as an app: what can be read without a connection, what says that it needs one, and how a new version takes over."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.browser.conftest import People
from tests.web.browser.test_table import until
from tests.web.house import Live

pytestmark = pytest.mark.browser
STOCK = """async () => {
  const found = await navigator.serviceWorker.ready;
  const stocked = new Promise((done) => navigator.serviceWorker.addEventListener("message", (event) => event.data === "stocked" && done(true)));
  found.active.postMessage("stock");
  return stocked;
}"""
KEPT = """async () => {
  const kept = {};
  for (const name of await caches.keys()) kept[name] = (await (await caches.open(name)).keys()).map((one) => new URL(one.url).pathname);
  return kept;
}"""


def visitor(people: People, lang: str = "fr") -> Any:
    """Somebody who has been here once, and has everything that is kept."""
    page = people.page(lang=lang, service_workers="allow")
    page.goto("/")
    page.evaluate(STOCK)
    return page


def forget_losses(people: People) -> None:
    """A browser writes every request without an answer into its console."""
    people.complaints = [one for one in people.complaints if "ERR_INTERNET_DISCONNECTED" not in one]


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_without_a_connection(people: People, server: Live, lang: str) -> None:
    page = visitor(people, lang)
    page.context.set_offline(True)
    page.goto("/rules/boss-quest")
    assert page.locator("#BQ-FIGHT-1").count() == 1
    assert page.evaluate("getComputedStyle(document.querySelector('.book')).display") == "grid", (
        "with its looks"
    )
    page.fill("[data-find]", "combat" if lang == "fr" else "fight")
    page.wait_for_selector("mark")
    page.goto("/learn")
    page.locator(".read summary").first.click()
    assert len(page.locator(".read li").first.inner_text()) > 40
    page.goto("/t/abcdefghjkmnpqrs")
    told = page.wait_for_selector("[data-for=table]:visible")
    assert ("connexion" if lang == "fr" else "connection") in told.inner_text()
    assert not page.locator("[data-for=page]").is_visible()
    page.goto("/new/boss-quest")
    page.wait_for_selector("[data-for=page]:visible")
    # Back again: the page that was asked for comes by itself.
    page.context.set_offline(False)
    page.wait_for_selector("form#new")
    forget_losses(people)


def test_the_browser_says_that_it_is_back_too_early(people: People, server: Live) -> None:
    """A phone that finds a network has no answer yet: nothing is lost by that, and the page comes with the server."""
    page = visitor(people)
    page.context.set_offline(True)
    page.goto("/new/boss-quest")
    page.wait_for_selector("[data-for=page]:visible")
    page.evaluate("window.same = true; dispatchEvent(new Event('online'))")
    page.wait_for_event("requestfailed", lambda request: request.url.endswith("/healthz"))
    assert page.evaluate("window.same"), "not loaded anew for nothing"
    # The server is there again, and the browser has nothing more to say about it.
    page.evaluate("addEventListener('online', (event) => event.stopImmediatePropagation(), true)")
    page.context.set_offline(False)
    page.wait_for_selector("form#new")
    forget_losses(people)


def test_nothing_secret_is_kept(people: People, server: Live) -> None:
    page = visitor(people)
    page.goto("/")
    page.click("form[action^='/play/'] button")
    page.wait_for_url("**/t/**")
    page.wait_for_selector("#bar")
    page.goto("/tables")
    page.goto("/replays")
    kept = [path for paths in page.evaluate(KEPT).values() for path in paths]
    assert "/rules/boss-quest" in kept
    assert not [
        path
        for path in kept
        if path.startswith(("/t/", "/r/", "/api", "/ws", "/join", "/tables", "/replays"))
    ]


def test_a_new_version_takes_over(people: People, server: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    page = visitor(people)
    (before,) = page.evaluate(KEPT)
    installing = server.app.state.server.installing
    monkeypatch.setitem(installing.__dict__, "version", "another")
    monkeypatch.setitem(
        installing.__dict__, "script", installing.script.replace(before.removeprefix("bagarre-"), "another")
    )
    page.evaluate("navigator.serviceWorker.ready.then((found) => found.update())")
    until(page, "caches.keys().then((names) => names.join() === 'bagarre-another')")
    # Nobody has to come a second time: what is kept is there before the connection goes.
    until(
        page,
        "caches.open('bagarre-another').then((shelf) => shelf.match(new URL('/rules/baston', location.href).href)).then(Boolean)",
    )


def test_it_can_be_installed(people: People, server: Live) -> None:
    """What browsers ask for: a manifest with a name, a start and icons of both kinds, each as large as it says."""
    page = people.page(lang="en")
    page.goto("/")
    found = page.evaluate(
        "fetch(document.querySelector('link[rel=manifest]').href).then((answer) => answer.json())"
    )
    assert found["display"] == "standalone"
    assert found["lang"] == "en"
    assert {icon["purpose"] for icon in found["icons"]} == {"any", "maskable"}
    for icon in found["icons"]:
        size = page.evaluate(
            "src => new Promise((done) => { const one = new Image(); one.onload = () => done(one.naturalWidth + 'x' + one.naturalHeight); one.src = src; })",
            icon["src"],
        )
        assert icon["sizes"] in (size, "any")
