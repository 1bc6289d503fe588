"""Addresses to share: what a friend's browser must type to reach this server."""

from __future__ import annotations

import ipaddress
import socket
from functools import lru_cache

from fastapi import Request

from bagarre.web.guard import EVERYWHERE
from bagarre.web.settings import Settings


def local_address() -> str:
    """This machine's address in the local network, found without sending anything; `127.0.0.1` when there is none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Connecting a datagram socket only asks the system which way it would go.
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


@lru_cache(maxsize=256)
def qr_code(link: str) -> bytes:
    """A link as a picture that a telephone reads, in SVG."""
    import io

    import segno

    out = io.BytesIO()
    segno.make(link, error="m").save(out, kind="svg", scale=6, border=2, dark="#1b1a22", light="#ffffff")
    return out.getvalue()


def is_own(host: str) -> bool:
    """Is that an address of this machine for itself?"""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def share_address(request: Request, settings: Settings) -> str:
    """The server's address as others can reach it."""
    url = request.url
    if is_own(url.hostname or "") and settings.host in EVERYWHERE:
        return f"{url.scheme}://{local_address()}:{url.port or settings.port}"
    return f"{url.scheme}://{url.netloc}"


def reachable(request: Request, settings: Settings) -> bool:
    """Can somebody else open that address at all?"""
    return not is_own(request.url.hostname or "") or settings.host in EVERYWHERE
