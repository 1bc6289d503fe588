"""Pages that a game brings: served like those of the house, with their files and their questions."""

from __future__ import annotations

import re

import httpx
import pytest

from bagarre.kernel.words import LANGUAGES
from tests.web.house import Live


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_page_and_its_files(http: httpx.Client, server: Live, lang: str) -> None:
    brought = server.registry.pages.brought
    assert ("baston", ["editor", "gang"]) in brought.known.items()
    for game, pages in brought.known.items():
        form = http.get(f"/new/{game}", params={"lang": lang}).text
        for page in pages:
            address = f"/games/{game}/pages/{page}"
            assert address in form
            answer = http.get(address, params={"lang": lang})
            assert answer.status_code == 200
            assert f'<html lang="{lang}"' in answer.text
            assert not re.search(r"<script(?![^>]*\ssrc=\"/)", answer.text), "no script in the page itself"
            assert not re.search(r"<style", answer.text)
            for file in re.findall(r'(?:src|href)="(/games/[^"]+\?v=[^"]+)"', answer.text):
                assert http.get(file).headers["cache-control"].endswith("immutable")


def test_what_is_not_there(http: httpx.Client) -> None:
    for address in (
        "/games/baston/pages/nowhere",
        "/games/nogame/pages/editor",
        "/games/baston/pages/editor.py",
        "/games/leduc/pages/editor",
    ):
        assert http.get(address).status_code == 404
    assert http.post("/api/games/baston/pages/nowhere", json={}).status_code == 404


def test_questions(http: httpx.Client) -> None:
    ask = "/api/games/baston/pages/editor"
    assert "[board]" in http.post(ask, json={"text": "[board]"}).json()["text"]
    for body in (b"", b"[]", b"{", b"\xff"):
        answer = http.post(ask, content=body)
        assert answer.status_code == 422
        assert answer.json()["message"]
    assert http.post(ask, content=b" " * (3 << 20)).status_code == 413
    assert http.post(ask, json={}, headers={"origin": "https://elsewhere.example"}).status_code == 403
