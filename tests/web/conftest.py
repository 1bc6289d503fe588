"""Fixtures of the web table's tests."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.patience import PATIENCE
from tests.web.house import Live, live


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    folder: Path = tmp_path_factory.mktemp("web")
    with live(folder) as running:
        yield running


@pytest.fixture
def http(server: Live) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.base, timeout=PATIENCE) as client:
        yield client
