"""Where notes of tests arrive: a push service that reads what it is sent as a browser would, a server of webhooks, and one of e-mail."""

from __future__ import annotations

import base64
import contextlib
import json
import os
import socketserver
import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from tests.patience import PATIENCE


def url64(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class Postbox:
    """A server that keeps what it is sent."""

    def __init__(self) -> None:
        self.got: list[tuple[str, dict[str, str], bytes]] = []
        self.answers: list[int] = []
        """The status of the next answers; 201 when there are none."""
        self.slow = 0.0
        box = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers.get("content-length", 0)))
                headers = {name.lower(): value for name, value in self.headers.items()}
                status = box.answers.pop(0) if box.answers else 201
                box.got.append((self.path, headers, body))
                if box.slow:
                    time.sleep(box.slow)
                self.send_response(status)
                if 300 <= status < 400:
                    self.send_header("location", f"{box.base}/elsewhere")
                self.send_header("content-length", "0")
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.server.server_port}"

    def wait(self, count: int = 1) -> list[tuple[str, dict[str, str], bytes]]:
        until(lambda: len(self.got) >= count)
        return self.got

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()


class Browser:
    """The keys of somebody's browser."""

    def __init__(self, box: Postbox, path: str = "/push/1") -> None:
        self.box, self.path = box, path
        self.key, self.auth = ec.generate_private_key(ec.SECP256R1()), os.urandom(16)

    def subscription(self) -> dict[str, Any]:
        public = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        keys = {"p256dh": url64(public), "auth": url64(self.auth)}
        return {"endpoint": self.box.base + self.path, "expirationTime": None, "keys": keys}

    def read(self, body: bytes) -> dict[str, Any]:
        plain = http_ece.decrypt(body, private_key=self.key, auth_secret=self.auth, version="aes128gcm")
        told: dict[str, Any] = json.loads(plain)
        return told

    def told(self) -> list[dict[str, Any]]:
        return [self.read(body) for path, _, body in self.box.got if path == self.path]


class Letters(socketserver.ThreadingTCPServer):
    """A small server of e-mail."""

    allow_reuse_address = daemon_threads = True

    def __init__(self) -> None:
        self.got: list[str] = []
        super().__init__(("127.0.0.1", 0), Conversation)
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def url(self) -> str:
        return f"smtp://127.0.0.1:{self.server_address[1]}"


class Conversation(socketserver.StreamRequestHandler):
    server: Letters

    def handle(self) -> None:
        self._say("220 here")
        while line := self.rfile.readline():
            word = line[:4].upper()
            if word == b"QUIT":
                self._say("221 bye")
                return
            if word == b"DATA":
                self._say("354 go on")
                letter = b""
                while (part := self.rfile.readline()) != b".\r\n":
                    letter += part
                self.server.got.append(letter.decode())
            self._say("250 ok")

    def _say(self, text: str) -> None:
        self.wfile.write(f"{text}\r\n".encode())


def until(holds: Callable[[], Any]) -> None:
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, "it never came true"
        time.sleep(0.01)


@contextlib.contextmanager
def postbox() -> Iterator[Postbox]:
    box = Postbox()
    try:
        yield box
    finally:
        box.close()
