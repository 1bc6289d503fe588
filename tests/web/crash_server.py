"""A server in a process of its own, for tests that kill it: `python -m tests.web.crash_server FOLDER PORT`."""

import sys
from pathlib import Path

from bagarre.web.server import make_server
from tests.web.house import settings

if __name__ == "__main__":
    make_server(settings(Path(sys.argv[1]), port=int(sys.argv[2]))).run()
