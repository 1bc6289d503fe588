"""A server in a process of its own, for tests that kill it: `python -m tests.web.crash_server FOLDER PORT GAME…`."""

import sys
from pathlib import Path

from bagarre.web.server import make_server
from tests.web.house import on_web, settings

if __name__ == "__main__":
    served = {game.name: game for game in on_web() if game.name in sys.argv[3:]}
    # One table makes it busy: render workers are killed and started again with it.
    make_server(
        settings(Path(sys.argv[1]), port=int(sys.argv[2]), games=served, busy=1, render_workers=1)
    ).run()
