"""Being told, in a browser: the page where one says so, what a device shows, and that a page says whether it is looked at."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from tests.web.browser.conftest import People
from tests.web.browser.test_access import check
from tests.web.browser.test_table import quick, until
from tests.web.house import Live, live
from tests.web.postbox import postbox
from tests.web.postbox import until as wait_until

pytestmark = pytest.mark.browser
WHOLE_BROWSER = True


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    folder = tmp_path_factory.mktemp("web")
    mail = {"smtp": "smtp://127.0.0.1:9", "mail_from": "bagarre@example.org"}
    with live(folder, private_notices=True, notice_delay=0.05, **mail) as running:
        yield running


def test_a_webhook_is_added_tried_and_stopped(people: People, server: Live, axe: str) -> None:
    with postbox() as box:
        page = quick(people, "leduc")
        page.goto("/notices")
        page.click("summary >> nth=0")
        page.click("summary >> nth=1")
        check(page, axe, "notices")
        page.set_viewport_size({"width": 390, "height": 844})
        check(page, axe, "notices on a phone")
        page.set_viewport_size({"width": 1280, "height": 860})
        page.fill("[data-add=hook] [name=address]", f"{box.base}/hook")
        page.select_option("[data-add=hook] [name=form]", "discord")
        page.click("[data-add=hook] button")
        page.wait_for_selector(".no-list [data-kind=hook]")
        check(page, axe, "notices with one")
        page.click(".no-list button >> nth=0")
        box.wait()
        assert "ça marche" in json.loads(box.got[0][2])["content"]
        page.uncheck("[name=wants][value=full]")
        page.fill("[name=quiet_from]", "22:00")
        page.fill("[name=quiet_to]", "08:00")
        page.click("[data-wanted] [type=submit]")
        page.wait_for_selector("[data-kept]:not([hidden])")
        page.reload()
        page.wait_for_selector(".no-list [data-kind=hook]")
        until(page, "document.querySelector('[name=quiet_from]').value === '22:00'")
        assert not page.is_checked("[name=wants][value=full]")
        page.click(".no-list button >> nth=1")
        page.wait_for_selector("[data-none]:not([hidden])")


def test_one_click_on_a_link_stops_it(people: People, server: Live, axe: str) -> None:
    page = people.page(390, 844)
    page.goto(f"/notices/stop?r=somebody&s={server.registry.notices.sender.seal('somebody')}")
    check(page, axe, "a link that stops notices")
    page.click("main button")
    page.wait_for_selector("main [role=status]")
    check(page, axe, "notices are stopped")


def test_a_device_shows_what_it_is_told_and_opens_the_table(people: People, server: Live) -> None:
    page = people.page(service_workers="allow", permissions=["notifications"])
    page.goto("/rules")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    found: list[dict[str, Any]] = []
    line = page.context.new_cdp_session(page)
    line.on(
        "ServiceWorker.workerRegistrationUpdated", lambda told: found.extend(told.get("registrations", []))
    )
    line.send("ServiceWorker.enable")
    wait_until(lambda: bool(page.title()) and bool(found))
    told = {"title": "Leduc : à vous", "body": "Quelle carte ?", "tag": "t", "path": "/learn", "lang": "fr"}
    shown = """navigator.serviceWorker.ready.then(worker => worker.getNotifications())
        .then(all => all.map(one => [one.title, one.body, one.data.path]))"""

    def leads(path: str, there: str) -> bool:
        """Told again until it is shown: a message that comes while the browser starts its worker is lost. The tag makes one notice of them."""
        message = {"origin": server.base, "registrationId": found[-1]["registrationId"]}
        line.send("ServiceWorker.deliverPushMessage", message | {"data": json.dumps(told | {"path": path})})
        page.wait_for_timeout(200)
        return bool(page.evaluate(shown) == [[told["title"], told["body"], there]])

    wait_until(lambda: leads("/learn", "/learn"))
    # Two strokes would lead to another server.
    wait_until(lambda: leads("//2130706433", "/"))


CLICK = """async (path) => {
    // What a click would ask of the browser is noted: without a hand on the mouse it would refuse.
    const asked = [];
    self.clients.openWindow = async (address) => void asked.push(['open', address]);
    const all = self.clients.matchAll.bind(self.clients);
    self.clients.matchAll = async (which) => (await all(which)).map((one) => ({
        url: one.url, focused: one.focused, focus: async () => void asked.push(['focus', new URL(one.url).pathname]),
    }));
    await self.registration.showNotification('Leduc', { data: { path } });
    const [shown] = await self.registration.getNotifications();
    const waits = [];
    const click = new NotificationEvent('notificationclick', { notification: shown });
    click.waitUntil = (work) => waits.push(work);
    self.dispatchEvent(click);
    await Promise.all(waits);
    return [asked, (await self.registration.getNotifications()).length];
}"""


@pytest.mark.parametrize(
    ("path", "asked"),
    [("/rules", ["focus", "/rules"]), ("/learn", ["open", "/learn"])],
    ids=["a page that is open", "another one"],
)
def test_a_click_on_a_notice_leads_to_its_table(people: People, path: str, asked: list[str]) -> None:
    """The page that is open already is brought to the front; otherwise it is opened. The notice goes."""
    page = people.page(service_workers="allow", permissions=["notifications"])
    page.goto("/rules")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    wait_until(lambda: bool(page.title()) and bool(page.context.service_workers))
    assert page.context.service_workers[0].evaluate(CLICK, path) == [[asked], 0]


def test_a_page_says_whether_it_is_looked_at(people: People, server: Live) -> None:
    page = quick(people, "leduc")
    page.wait_for_selector("#bar *")
    code = page.evaluate("document.body.dataset.table")
    connections = server.registry.tables[code].connections
    wait_until(lambda: [one.visible for one in connections] == [True] and bool(page.title()))
    page.evaluate("document.hasFocus = () => false; window.dispatchEvent(new Event('blur'))")
    wait_until(lambda: [one.visible for one in connections] == [False] and bool(page.title()))
