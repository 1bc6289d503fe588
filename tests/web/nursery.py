"""Servers that are killed by the hundred: `python -m tests.web.nursery DATABASE PORT FOLDER GAME…`.

Whatever is imported once is shared: each server is a fork of this process, which costs a tenth of a start. It reads `start` and `kill` from
its input, a line each, and answers with a line when that is done. Programs at tables take the first of their menu, in the server itself.
"""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

import alembic.command  # noqa: F401  imported once for all servers
import uvicorn

from bagarre.web.server import make_server, registry_of
from tests.web.faulty import FirstChoice
from tests.web.house import on_web, settings


def prepared(database: str, port: int, folder: Path, games: list[str]) -> uvicorn.Server:
    """A server that has not begun. It has its database for itself, as a host's has."""
    served = {game.name: game for game in on_web() if game.name in games}
    server = make_server(
        settings(folder, database=database, alone=True, port=port, games=served, render_workers=0)
    )
    registry_of(server).bot_workers = FirstChoice()  # type: ignore[assignment]
    return server


def main() -> None:
    database, port, folder, *games = sys.argv[1:]
    server = prepared(database, int(port), Path(folder), games)
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
