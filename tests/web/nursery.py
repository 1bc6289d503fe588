"""Servers that are killed by the hundred: `python -m tests.web.nursery DATABASE PORT FOLDER GAME… [inner=PORT] [skew=SECONDS]`.

Whatever is imported once is shared: each server is a fork of this process, which costs a tenth of a start. It reads `start` and `kill` from
its input, a line each, and answers with a line when that is done. Programs at tables take the first of their menu, in the server itself.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path

import alembic.command  # noqa: F401  imported once for all servers
import uvicorn

from bagarre.web.server import make_server, registry_of
from tests.web.faulty import FirstChoice
from tests.web.house import on_web, settings


def prepared(database: str, port: int, folder: Path, games: list[str], inner: str) -> uvicorn.Server:
    """A server that has not begun. It has a file for itself, as a host's has."""
    served = {game.name: game for game in on_web() if game.name in games}
    server = make_server(
        settings(
            folder,
            database=database,
            alone=True,
            port=port,
            games=served,
            render_workers=0,
            internal=f"127.0.0.1:{inner}",
        )
    )
    registry_of(server).bot_workers = FirstChoice()  # type: ignore[assignment]
    return server


def live_by(skew: float) -> None:
    """Let the clock on the wall be so many seconds ahead."""
    real = time.time
    if skew:
        time.time = lambda: real() + skew


def main() -> None:
    database, port, folder, *rest = sys.argv[1:]
    named = dict(word.split("=") for word in rest if "=" in word)
    games = [word for word in rest if "=" not in word]
    server = prepared(database, int(port), Path(folder), games, named.get("inner", "0"))
    live_by(float(named.get("skew", 0.0)))
    child = 0
    for order in sys.stdin:
        if order.strip() == "start":
            child = os.fork()
            if child == 0:
                server.run()
                os._exit(1)
        elif child:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            child = 0
        print(child, flush=True)
    if child:
        os.kill(child, signal.SIGKILL)


if __name__ == "__main__":
    main()
