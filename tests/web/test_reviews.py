"""Reviews at the server: asked for with one click, made in a process of their own, kept with the record; never of a running game."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
import pytest
from sqlalchemy import select
from sqlalchemy.ext.asyncio import create_async_engine

from bagarre.games import find_game
from bagarre.kernel.words import LANGUAGES, house_words
from bagarre.match import Match
from bagarre.puzzles import posed, puzzles_of
from bagarre.review import Curve, Review
from bagarre.review.curve import Stride
from bagarre.web.archive import Archive
from bagarre.web.database import REVIEWS
from bagarre.web.review_pages import apart, rival_of
from bagarre.web.reviews import AWAY, BROKEN, SLOW, Effort, Progress, Reviews, why_failed
from bagarre.web.writer import StoreAway
from tests.house import ROOT
from tests.patience import PATIENCE
from tests.review.games import finished as played
from tests.web.house import LEDUC, Live


@pytest.fixture
def http(server: Live) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.base, timeout=PATIENCE) as client:
        yield client


@pytest.fixture
def finished(http: httpx.Client) -> tuple[str, Match]:
    """A game that was played elsewhere and brought here."""
    match = Match(LEDUC, ["Ada", "Blaise"], seed=time.time_ns(), kinds=["human", "scripted"])
    while not match.is_over:
        match.play(match.deciders[0], match.legal(match.deciders[0])[-1])
    kept = http.post("/api/records", content=match.record())
    assert kept.status_code == 201, kept.text
    return kept.json()["code"], match


def reviewed(http: httpx.Client, code: str) -> dict[str, Any]:
    assert http.post(f"/api/replays/{code}/review").status_code == 202
    end = time.monotonic() + PATIENCE
    while True:
        found: dict[str, Any] = http.get(f"/api/replays/{code}/review").json()
        if found["state"] != "running" or time.monotonic() > end:
            return found
        time.sleep(0.05)


def test_a_finished_game_is_reviewed_once_and_the_review_is_kept(
    server: Live, http: httpx.Client, finished: tuple[str, Match]
) -> None:
    code, match = finished
    server.registry.reviews.effort = Effort(2, 4, compiled=False)
    assert "review-progress" in http.get(f"/r/{code}/review").text
    assert http.get(f"/api/replays/{code}/review").json()["state"] == "none"
    found = reviewed(http, code)
    assert found["state"] == "done", found
    assert len(found["known"]["strides"]) == len(match.steps)
    assert http.post(f"/api/replays/{code}/review").json()["state"] == "done"
    for lang, words in (("fr", "Chance ou adresse"), ("en", "Luck or skill")):
        for view in ("known", "everything"):
            page = http.get(f"/r/{code}/review?lang={lang}&view={view}&seat=1").text
            assert words in page
            assert "Blaise" in page
            one = {"fr": "Un tournant<", "en": "One turning point<"}[lang]
            assert (one in page) == (page.count('<li class="rv__turn ') == 1), "none are not one in French"
    assert f"/r/{code}/review" in http.get(f"/r/{code}").text


def test_a_game_that_goes_on_is_refused_with_the_reason(http: httpx.Client) -> None:
    opened = http.post("/api/tables", json={"game": "leduc", "name": "Ada", "seats": ["open", "open"]}).json()
    code = opened["code"]
    for answer in (http.post(f"/api/replays/{code}/review"), http.get(f"/api/replays/{code}/review")):
        assert 400 <= answer.status_code < 500
        assert answer.json()["code"] == "review_running"
    page = http.get(f"/r/{code}/review?lang=en")
    assert page.status_code == 409
    assert "not over" in page.text
    assert http.get("/r/nowhere/review").status_code == 404
    assert http.post("/api/replays/nowhere/review").status_code == 404


def test_a_review_that_fails_says_so_and_can_be_asked_for_again(
    server: Live, http: httpx.Client, finished: tuple[str, Match], monkeypatch: pytest.MonkeyPatch
) -> None:
    code, _ = finished
    reviews = server.registry.reviews
    monkeypatch.setattr(reviews, "effort", None)
    found = reviewed(http, code)
    assert (found["state"], found["why"]) == ("failed", "broken")
    # The page has what it needs to say so and to ask again.
    assert 'id="review-again"' in http.get(f"/r/{code}/review").text
    reviews.effort = Effort(1, 2, compiled=False)
    assert reviewed(http, code)["state"] == "done"


def test_a_game_that_nobody_could_win_any_more_is_reviewed(server: Live, http: httpx.Client) -> None:
    record = (ROOT / "tests" / "records" / "boss-quest" / "all_dead.jsonl").read_bytes()
    code = http.post("/api/records", content=record).json()["code"]
    server.registry.reviews.effort = Effort(1, 2, compiled=False)
    found = reviewed(http, code)
    assert found["state"] == "done", found
    assert "web.review" not in http.get(f"/r/{code}/review").text


def test_a_review_that_takes_too_long_is_given_up_and_the_next_is_made(
    server: Live, http: httpx.Client, finished: tuple[str, Match], monkeypatch: pytest.MonkeyPatch
) -> None:
    code, _ = finished
    reviews = server.registry.reviews
    reviews.effort = Effort(1, 2, compiled=False)
    monkeypatch.setattr(reviews, "seconds", 0.0)
    assert reviewed(http, code)["why"] == "slow"
    for lang, words in (("fr", "au bout d’une minute"), ("en", "after a minute")):
        assert words in http.get(f"/api/replays/{code}/review?lang={lang}").json()["message"]
    monkeypatch.setattr(reviews, "seconds", PATIENCE)
    assert reviewed(http, code)["state"] == "done"


def test_each_failure_has_its_words_and_whoever_waits_is_told_for_how_many() -> None:
    assert [why_failed(error) for error in (TimeoutError(), EOFError(), OSError(), StoreAway())] == [SLOW, BROKEN, BROKEN, AWAY]  # fmt: skip
    for lang in LANGUAGES:
        for why in (SLOW, BROKEN, AWAY):
            assert house_words(lang).say(f"web.review.failures.{why}", n=10)
    reviews = Reviews(None, Effort(), 1.0)  # type: ignore[arg-type]
    for code in ("aaa", "bbb", "ccc"):
        reviews._waiting[code] = Progress(code, "", "")
    reviews._waiting["aaa"].failed = SLOW
    assert [reviews.ahead(code) for code in ("aaa", "bbb", "ccc", "ddd")] == [0, 0, 1, 0]


def test_while_the_database_is_away_it_says_so(
    server: Live, http: httpx.Client, finished: tuple[str, Match], monkeypatch: pytest.MonkeyPatch
) -> None:
    code, _ = finished
    assert http.get(f"/r/{code}/review").status_code == 200

    @asynccontextmanager
    async def away() -> AsyncIterator[Any]:
        raise StoreAway
        yield

    monkeypatch.setattr(server.registry.store, "reading", away)
    monkeypatch.setattr("bagarre.web.open_tables.KEPT", 0.0)
    assert http.get(f"/r/{code}/review").status_code == 503
    assert http.get(f"/api/replays/{code}/review?lang=en").status_code == 503
    # The home page needs none of it.
    assert http.get("/").status_code == 200


def test_a_table_that_is_deleted_takes_its_review_along(
    server: Live, http: httpx.Client, finished: tuple[str, Match]
) -> None:
    code, _ = finished
    server.registry.reviews.effort = Effort(1, 2, compiled=False)
    assert reviewed(http, code)["state"] == "done"

    async def delete() -> list[str]:
        engine = create_async_engine(server.settings.database_url())
        await Archive(engine).delete([code])
        async with engine.connect() as connection:
            left = await connection.execute(select(REVIEWS.c.code).where(REVIEWS.c.code == code))
            found = list(left.scalars())
        await engine.dispose()
        return found

    assert asyncio.run(delete()) == []


def test_a_mistake_of_a_reviewed_game_is_tried_again(server: Live, http: httpx.Client) -> None:
    match = played("boss-quest", seed=3)
    code = http.post("/api/records", content=match.record()).json()["code"]
    # Before there is a review, it is asked for.
    asked = http.get(f"/r/{code}/try/1")
    assert (asked.status_code, asked.headers["location"]) == (303, f"/r/{code}/review")
    server.registry.reviews.effort = Effort(8, 24, compiled=False)
    assert reviewed(http, code)["state"] == "done"
    found = Review.read(match, http.get(f"/api/replays/{code}/review").json())
    assert found is not None
    mistake = next(one for one in found.costliest(1) if one.worths)
    for lang in ("fr", "en"):
        page = http.get(f"/r/{code}/try/{mistake.first}?lang={lang}")
        assert page.status_code == 200
        offered = re.findall(r'data-choice="([^"]*)"', page.text)
        write = match.game.verbs.write
        assert offered == [write(choice) for choice, _ in mistake.worths]
        for choice, _ in mistake.worths:
            told = http.post(
                f"/api/replays/{code}/try/{mistake.first}?lang={lang}", json={"choice": write(choice)}
            ).json()
            assert told["right"] == mistake.accepts(choice)
            assert told["best"] in offered
            assert told["words"]
            assert told["says"]
            assert not told["says"].startswith("0 ")
        assert not mistake.accepts(mistake.choice)
        assert f"/r/{code}/try/{mistake.first}" in http.get(f"/r/{code}/review?seat=1&lang={lang}").text
    tried = f"/api/replays/{code}/try/{mistake.first}"
    assert 400 <= http.post(tried, json={"choice": "dance"}).status_code < 500
    assert 400 <= http.post(tried, json={"choice": "x" * 300}).status_code < 500
    for nowhere in (f"/r/{code}/try/0", f"/r/{code}/try/99999", "/r/nowhere/try/1"):
        assert http.get(nowhere).status_code == 404
    assert http.post(f"/api/replays/{code}/try/0", json={"choice": "pass"}).status_code == 404


def test_puzzles_are_shown_and_answered(http: httpx.Client) -> None:
    assert "/puzzles/boss-quest/1" in http.get("/puzzles").text
    for lang in ("fr", "en"):
        page = http.get(f"/puzzles/boss-quest/1?lang={lang}").text
        choices = re.findall(r'data-choice="([^"]*)"', page)
        answers = [
            http.post("/api/puzzles/boss-quest/1", json={"choice": choice}).json() for choice in choices
        ]
        assert [one["right"] for one in answers].count(True) == 1
        assert all(one["best"] in choices and one["why"] and one["says"] for one in answers)
    for nowhere in ("/puzzles/boss-quest/99999", "/puzzles/nothing/1"):
        assert http.get(nowhere).status_code == 404
    assert 400 <= http.post("/api/puzzles/boss-quest/1", json={"choice": "dance"}).status_code < 500
    assert http.get("/progress").status_code == 200


def test_in_a_puzzle_a_spell_is_cast_on_you_not_on_a_player_of_that_name(http: httpx.Client) -> None:
    game = find_game("boss-quest")
    number, oneself = next(
        (puzzle.number, choice)
        for puzzle in puzzles_of(game.folder, game.name)
        for one in [posed(puzzle)]
        for choice in map(game.verbs.write, one.offered)
        if choice == f"player {one.seat}"
    )
    for lang, words in (("fr", "sur vous"), ("en", "on you")):
        page = http.get(f"/puzzles/boss-quest/{number}?lang={lang}").text
        assert re.search(rf'data-choice="{oneself}"[^>]*>\s*{words}\s*<', page)


def test_beside_a_line_stands_that_of_whoever_of_the_others_came_out_best() -> None:
    match = played("boss-quest", ("scripted", "random", "scripted"))
    assert match.outcome is not None
    ranks, winner = match.outcome.ranks, match.outcome.winners[0]
    curve = Curve((0.0,) * 3, (Stride(0, 0, -1, tuple(float(seat == winner) for seat in range(3)), ()),))
    found = Review(match, [], curve, curve)
    others = [seat for seat in range(3) if seat != winner]
    assert [rival_of(found, seat) for seat in others] == [winner, winner]
    assert ranks[rival_of(found, winner)] == min(ranks[seat] for seat in others)


def test_turning_points_that_would_hide_each_other_stand_apart() -> None:
    places = [(100.0, 200.0), (104.0, 202.0), (108.0, 201.0), (300.0, 20.0), (301.0, 21.0)]
    found = apart(places)
    assert [(x, foot) for x, _, foot in found] == places
    assert found[0] == (100.0, 200.0, 200.0)
    for k, (x, y, _) in enumerate(found):
        assert all((x - other) ** 2 + (y - height) ** 2 >= 26**2 for other, height, _ in found[:k])
        assert y >= 0, "inside the picture"
