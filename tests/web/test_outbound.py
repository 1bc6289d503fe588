"""Where nothing is sent: the host's own network, names that lead there, and servers that answer too slowly."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from typing import Any

import pytest

from bagarre.web import outbound
from tests.web.postbox import Postbox, postbox


@pytest.fixture
def box() -> Iterator[Postbox]:
    with postbox() as found:
        yield found


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/", "https://127.0.0.1/", "https://10.0.0.1/x", "https://192.168.1.1/", "https://169.254.169.254/latest", "https://[::1]/",
        "https://[fd00::1]/", "https://[::ffff:127.0.0.1]/", "https://[64:ff9b::7f00:1]/", "https://[2002:7f00:1::]/", "https://0.0.0.0/", "https://100.64.0.1/",
        "https://[fec0::1]/", "https://[::7f00:1]/", "https://224.0.0.1/", "https://localhost/", "gopher://example.org/", "https://example.org:0/", "https:///x", "https://a@example.org/",
    ],
)  # fmt: skip
def test_no_way_into_the_hosts_own_network(url: str) -> None:
    with pytest.raises(outbound.Unsafe):
        outbound.post(url, b"", {})


def test_a_name_is_looked_up_once_and_all_its_addresses_count(
    box: Postbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    def leads(*addresses: str) -> Any:
        return lambda *_, **__: [(2, 1, 6, "", (address, 443)) for address in addresses]

    monkeypatch.setattr(socket, "getaddrinfo", leads("93.184.216.34", "127.0.0.1"))
    with pytest.raises(outbound.Unsafe):
        outbound.resolve("https://example.org/", private=False)
    monkeypatch.setattr(socket, "getaddrinfo", leads("93.184.216.34"))
    assert outbound.resolve("https://example.org/", private=False).address == "93.184.216.34"
    # The connection goes to the address that was looked at, under the name that was asked for.
    port = box.server.server_port
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: [(2, 1, 6, "", ("127.0.0.1", port))])
    assert outbound.post(f"http://example.org:{port}/x?y=1", b"hello", {}, private=True) == 201
    path, headers, body = box.got[0]
    assert (path, headers["host"], body) == ("/x?y=1", f"example.org:{port}", b"hello")


def test_one_that_answers_too_slowly_is_given_up(box: Postbox) -> None:
    box.slow = 2.0
    with pytest.raises(outbound.Away):
        outbound.post(f"{box.base}/x", b"", {}, private=True, seconds=0.2)


def test_looking_a_name_up_counts_as_well(box: Postbox, monkeypatch: pytest.MonkeyPatch) -> None:
    found = socket.getaddrinfo("127.0.0.1", box.server.server_port, type=socket.SOCK_STREAM)

    def slowly(*_: Any, **__: Any) -> Any:
        time.sleep(0.05)
        return found

    monkeypatch.setattr(socket, "getaddrinfo", slowly)
    with pytest.raises(outbound.Away):
        outbound.post(f"{box.base}/x", b"", {}, private=True, seconds=0.01)
    assert box.got == []
