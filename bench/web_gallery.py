"""Pictures of a board at a given position: `python -m bench.web_gallery boss-quest --seed 3 --step 40 --out /tmp/pictures`.

Plays the first steps of a game with its scripted players, opens it as a table and photographs one seat's page at 1440, 1024 and 390 pixels, light and
dark. Needs chromium and playwright.
"""

from __future__ import annotations

import argparse
import asyncio
import shutil
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

import uvicorn
from playwright.sync_api import sync_playwright

from bagarre.games import games
from bagarre.kernel.game import Game
from bagarre.match import Match
from bagarre.web.app import create_app
from bagarre.web.server import bound_port, listen
from bagarre.web.settings import Limits, Settings, sqlite_url
from bagarre.web.store import HUMAN, PLAYING, Seat, Stored

FLAGS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip
SIZES = ((1440, 900), (1024, 768), (390, 844))
NAMES = ("Nadia", "Léo", "Maud", "Sacha", "Karim", "Lucie")


class Studio:
    """A server of its own and a browser, for pictures."""

    def __init__(self, folder: Path, *more: Game) -> None:
        found = {**games(), **{game.name: game for game in more}}
        self.app = create_app(
            Settings(
                database=sqlite_url(folder / "studio.sqlite3"), games=found, limits=Limits(address_rate=1e4)
            )
        )
        self.registry = self.app.state.registry
        sockets = listen("127.0.0.1", 0)
        self.base = f"http://127.0.0.1:{bound_port(sockets)}"
        self.server = uvicorn.Server(uvicorn.Config(self.app, log_config=None, access_log=False))
        self.thread = threading.Thread(target=self._run, args=(sockets,), daemon=True)
        self.thread.start()
        while not self.server.started:
            time.sleep(0.05)

    def _run(self, sockets: Any) -> None:
        self.loop = asyncio.new_event_loop()
        self.loop.run_until_complete(self.server.serve(sockets))

    def table(self, match: Match, title: str = "Le donjon du jeudi", status: str = PLAYING) -> str:
        """Put a match on a table; the token of seat K is `seat-for-the-gallery-K`."""
        from bagarre.web.guard import hash_token

        seats = [
            Seat(HUMAN, name, "", hash_token(f"seat-for-the-gallery-{i}"))
            for i, name in enumerate(match.players)
        ]
        stored = Stored(
            "",
            match.game.name,
            title,
            status,
            {"options": match.options},
            match.header(),
            0,
            seats,
            lines=match.lines,
        )
        asyncio.run_coroutine_threadsafe(self.registry._place(stored), self.loop).result(10)
        return stored.code

    def close(self) -> None:
        self.server.should_exit = True
        self.thread.join(10)


def played(game: Game, seats: int, seed: int, steps: int, options: dict[str, Any]) -> Match:
    """The first steps of a game between scripted players."""
    match = Match(game, list(NAMES[:seats]), options=options, seed=seed, kinds=["scripted"] * seats)
    while not match.is_over and len(match.steps) <= steps:
        match.let_play(match.deciders[0])
    return match


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--seats", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--step", type=int, default=30)
    parser.add_argument(
        "--seat", type=int, default=-1, help="whose page; the first that is asked by default, -2 a spectator"
    )
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--lang", default="fr")
    parser.add_argument("--out", default="pictures")
    asked = parser.parse_args()
    game = {**games(), "leduc": Game("bench.games.leduc")}[asked.game]
    seats = asked.seats or min(4, game.meta.players[-1])
    match = played(game, seats, asked.seed, asked.step, dict(option.split("=", 1) for option in asked.option))
    seat = (match.deciders or [0])[0] if asked.seat == -1 else asked.seat
    out = Path(asked.out)
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        studio = Studio(Path(folder), *([] if game.name in games() else [game]))
        code = studio.table(match)
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        for width, height in SIZES:
            for scheme in ("light", "dark"):
                context = browser.new_context(
                    viewport={"width": width, "height": height},
                    color_scheme=scheme,
                    locale=asked.lang,
                    reduced_motion="reduce",
                )
                page = context.new_page()
                page.on("console", lambda message: print(message.text) if message.type == "error" else None)
                page.goto(
                    f"{studio.base}/t/{code}?lang={asked.lang}"
                    + (f"#seat-for-the-gallery-{seat}" if seat >= 0 else "")
                )
                page.wait_for_selector("#board")
                page.wait_for_timeout(400)
                page.screenshot(path=str(out / f"{asked.game}-{width}-{scheme}.png"))
                context.close()
        browser.close()
        studio.close()
    print(f"{out}/{asked.game}-*.png")


if __name__ == "__main__":
    main()
