"""A real browser: Debian's chromium, driven by Playwright. Without one these tests are skipped, and fail where CI=true.

Where it is installed, its headless shell is driven: the same engine without windows around the pages, for half the processor time.
A module that needs what only the whole browser has (notices of a device) says `WHOLE_BROWSER = True`.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.patience import PATIENCE
from tests.web.house import Live, live

FLAGS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
    # Sounds are made for nobody.
    "--disable-audio-output",
]  # fmt: skip


KNOWS_GOALS = """
for (const game of ["badass-force", "baston", "battleworld", "boss-quest"])
  try { localStorage.setItem(`bagarre.goal.${game}`, "yes"); } catch { /* a page that keeps nothing */ }
"""
NOT_OURS = ("WebSocket", "ERR_CONNECTION", "AudioContext encountered an error from the audio device")
"""Parts of what a browser complains of that is no fault of a page: connections that a test cuts, and a machine that has no sound."""


def missing(what: str) -> None:
    """Loudly: a machine that promises to test everything must not pass over this."""
    if os.environ.get("CI") == "true":
        pytest.fail(f"{what} is missing, and CI=true asks for every test", pytrace=False)
    pytest.skip(f"BROWSER TESTS SKIPPED: {what} is missing")


def browser_path(*, whole: bool) -> str | None:
    return (None if whole else shutil.which("chromium-headless-shell")) or shutil.which("chromium")


# For one module only: while Playwright runs, it keeps an event loop open, in which asynchronous tests cannot start theirs.
@pytest.fixture(scope="module")
def chromium(request: pytest.FixtureRequest) -> Iterator[Any]:
    path = browser_path(whole=getattr(request.module, "WHOLE_BROWSER", False))
    if path is None:
        missing("chromium (apt-get install chromium)")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        missing("playwright")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    with live(tmp_path_factory.mktemp("web"), bot_pace=(0.02, 0.03)) as running:
        yield running


class People:
    """Opens browsers for people and complains about anything in their consoles."""

    def __init__(self, chromium: Any, base: str) -> None:
        self.chromium, self.base = chromium, base
        self.contexts: list[Any] = []
        self.complaints: list[str] = []

    def page(
        self, width: int = 1280, height: int = 860, *, lang: str = "fr", new: bool = False, **more: Any
    ) -> Any:
        """A browser of somebody who knows the goals of the games, or of somebody `new`, who is told them first."""
        locale = {"fr": "fr-FR", "en": "en-GB"}[lang]
        # Motion is shown by hand and by pictures; here it would only make the clicks wait.
        settings = {
            "viewport": {"width": width, "height": height},
            "locale": locale,
            "reduced_motion": "reduce",
            # What is kept for later is fetched beside the page; test_offline.py is about that.
            "service_workers": "block",
        } | more
        context = self.chromium.new_context(base_url=self.base, **settings)
        context.set_default_timeout(1000 * PATIENCE)
        if not new:
            context.add_init_script(KNOWS_GOALS)
        self.contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", self._console)
        page.on("request", self._request)
        return page

    def _console(self, message: Any) -> None:
        if message.type == "error" and not any(words in message.text for words in NOT_OURS):
            self.complaints.append(message.text)

    def _request(self, request: Any) -> None:
        if not request.url.startswith((self.base, "data:", self.base.replace("http", "ws"))):
            self.complaints.append(f"third party: {request.url}")

    def close(self) -> None:
        for context in self.contexts:
            context.close()


@pytest.fixture
def people(chromium: Any, server: Live) -> Iterator[People]:
    opened = People(chromium, server.base)
    yield opened
    opened.close()
    assert opened.complaints == []


@pytest.fixture(scope="session")
def axe(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The text of axe-core, installed from the npm registry for this run only."""
    npm = shutil.which("npm")
    if npm is None:
        missing("npm (for axe-core)")
    folder: Path = tmp_path_factory.mktemp("axe")
    command = [
        str(npm),
        "install",
        "--no-save",
        "--no-audit",
        "--no-fund",
        "--ignore-scripts",
        "--silent",
        "axe-core@4",
    ]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=PATIENCE, check=False)
    file = folder / "node_modules" / "axe-core" / "axe.min.js"
    if done.returncode or not file.is_file():
        missing("axe-core (npm install failed)")
    return file.read_text(encoding="utf-8")
