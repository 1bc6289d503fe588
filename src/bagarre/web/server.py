"""Starting the server: logs, address to share, and uvicorn."""

from __future__ import annotations

import json
import logging
import socket
import sys
import time
from typing import Any, cast

import uvicorn
from fastapi import FastAPI

from bagarre.kernel.errors import Mistake
from bagarre.web.app import create_app
from bagarre.web.host_log import extras
from bagarre.web.processes import rarely_collect
from bagarre.web.protocol import protocols
from bagarre.web.registry import TableRegistry
from bagarre.web.settings import Settings

MANY_FILES = 65_536
WAITING = 32 << 10
"""Bytes of a connection that the system may keep for us until they are read, more or less."""
BACKLOG = 256
"""Connections that may wait to be accepted. All who wait are accepted in one turn of the loop, so it is not a long line."""


class Structured(logging.Formatter):
    """One line an event: text with `name=value`, or JSON. No token is ever part of one."""

    def __init__(self, as_json: bool) -> None:
        super().__init__()
        self.as_json = as_json

    def format(self, record: logging.LogRecord) -> str:
        extra = extras(record)
        if record.exc_info:
            extra["trace"] = self.formatException(record.exc_info)
        when = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03d}Z"
        line = {
            "at": when,
            "level": record.levelname.lower(),
            "from": record.name,
            "what": record.getMessage(),
        } | extra
        if self.as_json:
            return json.dumps(line, ensure_ascii=False, default=str)
        told = " ".join(f"{k}={v}" for k, v in extra.items())
        return f"{line['at']} {line['level']} {line['what']} {told}".rstrip()


def set_up_logs(settings: Settings) -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Structured(settings.log_format == "json"))
    for name in ("bagarre", "uvicorn"):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        logger.setLevel(logging.INFO if name == "bagarre" else logging.WARNING)


def listen(host: str, port: int) -> list[socket.socket]:
    """The socket of the server, bound before anything else is started; port 0 takes any free one.

    :raises Mistake: when the address cannot be had.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    bound = socket.socket(family, socket.SOCK_STREAM)
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    # What a connection has sent and nobody has read waits at its sender, and not here.
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, WAITING)
    try:
        bound.bind((host, port))
    except (OSError, OverflowError) as error:
        bound.close()
        raise Mistake(
            "address", host=host, port=port, reason=getattr(error, "strerror", None) or str(error)
        ) from None
    bound.set_inheritable(True)
    return [bound]


def bound_port(sockets: list[socket.socket]) -> int:
    return int(sockets[0].getsockname()[1])


def server_config(settings: Settings, app: FastAPI, **more: Any) -> uvicorn.Config:
    """How uvicorn serves the application."""
    of_http, of_sockets = protocols(settings.limits, app.state.registry.turns)
    usual: dict[str, Any] = {
        "host": settings.host, "port": settings.port, "log_config": None, "access_log": False, "http": of_http, "ws": of_sockets,
        "ws_max_size": settings.limits.message_bytes, "ws_per_message_deflate": False, "ws_ping_interval": 30, "ws_ping_timeout": 30,
        "timeout_graceful_shutdown": 5, "server_header": False, "backlog": BACKLOG,
    }  # fmt: skip
    return uvicorn.Config(app, **(usual | more))


def make_server(settings: Settings) -> uvicorn.Server:
    """The server, ready to run."""
    set_up_logs(settings)
    rarely_collect()
    allow_many_files()
    # The thread that writes to the disk gets its turn soon, also while pages are being made.
    sys.setswitchinterval(0.001)
    return uvicorn.Server(server_config(settings, create_app(settings)))


def registry_of(server: uvicorn.Server) -> TableRegistry:
    """The tables of a server."""
    registry: TableRegistry = cast(FastAPI, server.config.app).state.registry
    return registry


def allow_many_files() -> None:
    """As many connections as the system lets us have: usually it offers a thousand, and more to those who ask."""
    try:
        import resource
    except ImportError:
        return
    now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = min(most, MANY_FILES) if most != resource.RLIM_INFINITY else MANY_FILES
    if now < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
