"""Whose word for other addresses is believed."""

from __future__ import annotations

import pytest
import uvicorn

from bagarre.web.protocol import Doors
from bagarre.web.settings import Limits


@pytest.mark.parametrize(
    ("named", "host", "trusted"),
    [
        ("127.0.0.1", "127.0.0.1", True),
        ("127.0.0.1", "10.0.0.1", False),
        ("*", "10.0.0.1", True),
        ("172.16.0.0/12, ::1", "172.18.0.3", True),
        ("172.16.0.0/12, ::1", "::1", True),
        ("172.16.0.0/12", "192.168.0.3", False),
        ("172.16.0.0/12", "fe80::1", False),
        ("172.16.0.0/12", "", False),
    ],
)
def test_a_proxy_may_be_named_by_its_network(named: str, host: str, trusted: bool) -> None:
    config = uvicorn.Config("nothing", forwarded_allow_ips=named, log_config=None)
    assert Doors(Limits()).trusts(host, config) is trusted
