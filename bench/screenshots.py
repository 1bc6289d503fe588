"""`make screenshots`: the pictures of the README, from real pages at fixed positions."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import Literal

from bench.web_gallery import FLAGS, Studio, played
from playwright.sync_api import sync_playwright

from bagarre.games import games
from bagarre.web.store import OVER

SIGNS = {"new-table": ".sum .go", "rules": ".fig", "review": ".rv__svg--wide", "lesson": "#board"}
"""What is there when a page is."""
TIME = 300_000
"""Milliseconds for a page; a review takes the longest."""
OUT = Path(__file__).resolve().parent.parent / "docs" / "pictures"


def main() -> None:
    OUT.mkdir(parents=True, exist_ok=True)
    game = games()["boss-quest"]
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        studio = Studio(Path(folder))
        running = played(game, 4, seed=11, steps=16, options={})
        table = studio.table(running)
        replay = studio.table(played(game, 4, seed=12, steps=5000, options={}), status=OVER)
        seat = running.deciders[0]
        brawl = played(games()["baston"], 3, seed=3, steps=78, options={"size": 3})
        sheets = studio.table(brawl, "Chez Maurice")
        blow = played(games()["baston"], 6, seed=4, steps=330, options={})
        film = studio.table(blow, "Chez Maurice")
        bluff = played(games()["badass-force"], 4, seed=1, steps=40, options={})
        announced = studio.table(bluff, "Vidéo-club")
        duel = played(games()["battleworld"], 2, seed=1, steps=60, options={})
        field = studio.table(duel, "Le duel du dimanche")
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        shots: list[tuple[str, str, int, int, Literal["dark", "light"]]] = [
            ("home", "/", 1440, 900, "light"),
            ("table", f"/t/{table}#seat-for-the-gallery-{seat}", 1440, 900, "dark"),
            ("table-phone", f"/t/{table}#seat-for-the-gallery-{seat}", 390, 844, "dark"),
            ("replay", f"/r/{replay}?m=30", 1440, 900, "dark"),
            ("badass-force", f"/t/{announced}#seat-for-the-gallery-{bluff.deciders[0]}", 1440, 900, "dark"),
            ("battleworld", f"/t/{field}#seat-for-the-gallery-{duel.deciders[0]}", 1440, 900, "light"),
            ("baston", f"/t/{sheets}#seat-for-the-gallery-{brawl.deciders[0]}", 1440, 900, "light"),
            ("baston-film", f"/t/{film}#seat-for-the-gallery-{blow.deciders[0]}", 1440, 900, "dark"),
            ("baston-phone", f"/t/{sheets}#seat-for-the-gallery-{brawl.deciders[0]}", 390, 844, "light"),
            ("new-table", "/new/baston", 1440, 900, "light"),
            ("rules", "/rules/boss-quest", 1440, 900, "light"),
            ("review", f"/r/{replay}/review", 1440, 900, "light"),
            ("lesson", "/learn/boss-quest/1-strike", 1440, 900, "light"),
        ]
        for name, address, width, height, scheme in shots:
            context = browser.new_context(
                viewport={"width": width, "height": height},
                color_scheme=scheme,
                locale="fr-FR",
                reduced_motion="reduce",
            )
            page = context.new_page()
            if name == "home":
                # Somebody who has sat down twice: the home shows what is asked there.
                for code, asked in ((table, running), (announced, bluff)):
                    page.goto(f"{studio.base}/t/{code}#seat-for-the-gallery-{asked.deciders[0]}")
                    page.wait_for_selector("#board")
            page.goto(studio.base + address)
            if name == "lesson":
                page.locator("form[action='/learn/boss-quest/1-strike'] button").first.click()
            if name == "rules":
                example = page.locator("[data-try=e02_perfect_and_tie]")
                example.click()
                page.wait_for_selector(".try #board")
                example.evaluate("one => one.closest('section').scrollIntoView()")
            page.wait_for_selector(SIGNS.get(name, "#board, .covers"), timeout=TIME)
            page.wait_for_timeout(700)
            page.screenshot(path=str(OUT / f"{name}.png"))
            context.close()
        browser.close()
        studio.close()


if __name__ == "__main__":
    main()
