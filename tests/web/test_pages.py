"""The pages, as a browser asks for them."""

from __future__ import annotations

import re
from pathlib import Path

import httpx
import pytest
from markupsafe import escape

from bagarre.games import find_game, games
from bagarre.kernel.game import Game
from bagarre.kernel.words import LANGUAGES
from bagarre.match import Match
from bagarre.web.page_routes import first_of
from bagarre.web.rulespage import rules_page
from tests.house import ROOT
from tests.patience import PATIENCE
from tests.web.house import LEDUC, Live, live, on_web

PAGES = [
    "/",
    "/new",
    "/new/leduc",
    "/tables",
    "/replays",
    "/workshop",
    "/whatif/boss-quest",
    "/print/baston",
    "/learn",
    "/offline",
    "/notices",
    "/ladder/boss-quest",
    "/league/boss-quest",
    "/rules",
    "/rules/leduc",
    "/rules/boss-quest",
]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("page", PAGES)
def test_pages_in_both_languages(http: httpx.Client, page: str, lang: str) -> None:
    answer = http.get(page, params={"lang": lang})
    assert answer.status_code == 200
    assert f'<html lang="{lang}"' in answer.text
    assert answer.cookies["lang"] == lang
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self'" in policy
    assert not re.search(r"<script(?![^>]*\ssrc=\"/static/)", answer.text), "no script in the page itself"
    assert not re.search(r"<style", answer.text)
    assert not re.search(r'(src|href|action)="(https?:)?//', answer.text), "nothing from elsewhere"


def test_the_language_is_the_browsers_then_french(http: httpx.Client) -> None:
    assert '<html lang="en"' in http.get("/", headers={"accept-language": "en-GB,en;q=0.8"}).text
    assert '<html lang="fr"' in http.get("/", headers={"accept-language": "de-DE"}).text
    http.cookies.set("lang", "en")
    assert '<html lang="en"' in http.get("/", headers={"accept-language": "fr"}).text


def test_one_click_and_one_plays(http: httpx.Client) -> None:
    answer = http.post("/play/leduc")
    assert answer.status_code == 303
    where, token = answer.headers["location"].split("#")
    page = http.get(where)
    assert page.status_code == 200
    assert token not in page.text


def test_one_click_is_a_first_game_where_there_is_one(http: httpx.Client) -> None:
    """Two against two; the whole game for whoever asks for it."""
    for asked, seats in (("", 2), ("step=1", 2), ("whole=yes", 4)):
        where = http.post("/play/baston", content=asked).headers["location"].split("#")[0]
        facts = http.get(f"/api/tables/{where.removeprefix('/t/')}").json()
        assert len(facts["seats"]) == seats


def test_first_games_come_one_after_the_other() -> None:
    baston, plain = find_game("baston"), find_game("boss-quest")
    first, second = baston.meta.first_games
    asked = [{}, {"step": ["0"]}, {"step": ["1"]}, {"step": ["3"]}, {"step": ["-1"]}, {"step": ["99"]}]
    assert [first_of(baston, one) for one in asked] == [first, first, second, second, first, first]
    assert first_of(baston, {"whole": ["yes"], "step": ["1"]}) == ()
    assert first_of(plain, {"step": ["1"]}) == ()
    battleworld = find_game("battleworld")
    assert dict(first_of(battleworld, {}))["galactus_result"] == "points"
    assert first_of(battleworld, {"step": ["1"]}) == ()


def test_one_click_at_a_chosen_level(http: httpx.Client) -> None:
    where = http.post("/play/leduc", content="bot=random").headers["location"].split("#")[0]
    facts = http.get(f"/api/tables/{where.removeprefix('/t/')}").json()
    assert [seat["kind"] for seat in facts["seats"]] == ["human", "bot", "bot", "bot"]
    wrong = http.post("/play/leduc", content="bot=hal&lang=fr")
    assert wrong.status_code == 404
    assert "hal" in wrong.text


@pytest.mark.parametrize("game", [game for game in on_web() if game.meta.options], ids=lambda game: game.name)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_options_are_told_without_codes(game: Game, lang: str) -> None:
    from bagarre.web.optionpages import CLAUSE, option_page

    page = option_page(game, lang)
    known = {option.name for option in game.meta.options} - {name for name, _ in game.meta.solo}
    assert {shown.name for shown in (*page.cards, *page.first, *page.rules)} == known
    clauses = set(game.rulebook(lang).clauses)
    for shown in (*page.cards, *page.first, *page.rules):
        assert not re.search(CLAUSE, shown.help), shown.name
        assert not shown.clause or shown.clause in clauses, shown.name
        if shown.needs and not shown.needs.startswith("count:"):
            option, value = shown.needs.split(":")
            needed = next(one for one in game.meta.options if one.name == option)
            assert value in needed.values  # type: ignore[union-attr]
    for shown in page.cards:
        assert all(one.say and one.fact for one in shown.values), shown.name


def test_a_lobby_tells_only_what_differs() -> None:
    from bagarre.web.optionpages import changed_options

    game = next(game for game in on_web() if game.name == "boss-quest")
    assert changed_options(game, {"protect_scope": "target", "expansions": []}, "en") == []
    assert changed_options(game, {"protect_scope": "all", "expansions": ["reaper"]}, "en") == [
        ("Reaper", "Dead? Come back as a ghost, or take the scythe.", "expansions", "reaper"),
        ("Heart shield", "everybody", "", ""),
    ]


def test_every_page_has_the_same_navigation(http: httpx.Client) -> None:
    navs = {
        re.sub(r' aria-current="page"', "", found[0])
        for page in PAGES
        if (found := re.search(r"<nav class=\"nav\".*?</nav>", http.get(page).text, re.DOTALL))
    }
    assert len(navs) == 1
    for address in re.findall(r'href="([^"]+)"', navs.pop()):
        assert http.get(address, follow_redirects=True).status_code == 200, address


def test_a_page_that_does_not_exist_leads_on(http: httpx.Client) -> None:
    page = http.get("/nowhere")
    assert page.status_code == 404
    for way in ("/", "/tables", "/new", "/rules"):
        assert f'href="{way}"' in page.text.split("<main")[1]


@pytest.mark.parametrize("game", list(games().values()), ids=lambda game: game.name)
def test_taglines_do_not_break_before_a_sign(game: Game) -> None:
    assert not re.search(r" [:;?!»]", game.meta.tagline["fr"])


def test_pages_of_a_game_stand_in_the_workshop(http: httpx.Client) -> None:
    page = http.get("/games/baston/pages/gang", params={"lang": "fr"}).text
    assert re.search(r'<a href="/workshop" aria-current="page">', page)


def test_a_wrong_code_is_where_one_looks(http: httpx.Client) -> None:
    assert re.search(r'<input id="code"[^>]* autofocus', http.get("/join", params={"code": "zzz"}).text)


def test_a_game_says_what_it_asks_of_its_reader(http: httpx.Client) -> None:
    opened = http.post(
        "/api/tables", json={"game": "boss-quest", "name": "A", "seats": ["here"], "start": True}
    ).json()
    asked = {"tables": [{"code": opened["code"], "tokens": opened["tokens"]}]}
    row = http.post("/api/mine?lang=en", json=asked).json()[0]
    assert row["turn"]
    assert row["moment"]["title"] == "round 1"
    assert row["moment"]["ask"]
    assert row["others"] == []
    french = http.post("/api/mine?lang=fr", json=asked).json()[0]
    assert french["moment"]["title"] == "manche 1"


def test_room_is_left_for_the_games_that_go_on(http: httpx.Client) -> None:
    for cookie, blanks in (("2", 2), ("99", 3), ("x", 0), ("9" * 30, 0)):
        http.cookies.set("waiting", cookie)
        assert http.get("/").text.count("tn--blank") == blanks


def test_games_without_a_board_show_their_command(http: httpx.Client, server: Live) -> None:
    home = http.get("/").text
    for name, board in server.registry.boards.items():
        assert (f"bagarre play {name}" in home) == (not board.on_web)


def test_joining_by_code(http: httpx.Client) -> None:
    opened = http.post("/api/tables", json={"game": "leduc", "seats": ["open"]}).json()
    code, short = opened["code"], opened["short"]
    for typed in (
        short,
        short.lower(),
        f" {short} ",
        code,
        code.upper(),
        f"http://x/t/{code}",
        f"http://x/t/{code}?lang=en#token",
    ):
        assert http.get("/join", params={"code": typed}).headers["location"] == f"/t/{code}", typed
    assert http.get(f"/t/{short}").headers["location"] == f"/t/{code}"
    wrong = http.get("/join", params={"code": '"><b>zz'})
    assert wrong.status_code == 404
    assert "<b>zz" not in wrong.text
    assert http.get("/t/NOPEX").status_code == 404
    assert http.get(f"/t/{code}/qr.svg").headers["content-type"] == "image/svg+xml"


@pytest.mark.parametrize(
    ("new", "words"),
    [
        ({"game": "nope"}, "nope"),
        ({"game": "leduc", "seats": []}, "2–4"),
        ({"game": "leduc", "seats": ["open"], "options": {"raises": 9}}, "raises"),
        ({"game": "leduc", "seats": ["open"], "options": {"zzz": 1}}, "zzz"),
        ({"game": "leduc", "seats": ["hal"]}, "hal"),
        ({"game": "leduc", "seats": ["open"], "clock": 7}, "clock"),
    ],
)
def test_a_wrong_table_is_told_in_one_line(http: httpx.Client, new: dict[str, object], words: str) -> None:
    answer = http.post("/api/tables?lang=en", json=new)
    assert answer.status_code == 422
    assert words in answer.json()["message"]
    assert "\n" not in answer.json()["message"]


def test_names_are_escaped(http: httpx.Client) -> None:
    opened = http.post(
        "/api/tables", json={"game": "leduc", "title": "<script>alert(1)</script>", "seats": ["open"]}
    ).json()
    page = http.get(f"/t/{opened['code']}").text
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert" in page


def test_health_metrics_and_openapi(http: httpx.Client) -> None:
    assert http.get("/healthz").json()["ok"] is True
    text = http.get("/metrics").text
    for name in (
        "bagarre_tables",
        "bagarre_sockets",
        "bagarre_choices_total",
        "bagarre_update_seconds_bucket",
    ):
        assert name in text
    paths = http.get("/openapi.json").json()["paths"]
    assert "/api/tables" in paths
    assert "/t/{code}" not in paths
    assert http.get("/api/games").json()[0]["game"]


def test_only_this_machine_reads_what_is_counted(http: httpx.Client) -> None:
    """A counter that moves tells a player that somebody else has just chosen in secret."""
    assert http.get("/metrics", headers={"x-forwarded-for": "203.0.113.9"}).status_code == 403


HALF = "\\ud800"


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/mine", f'{{"tables": [{{"code": "A", "tokens": ["{HALF}"]}}]}}'),
        ("/api/tables", f'{{"game": "leduc", "seats": ["open"], "options": {{"{HALF}": 1}}}}'),
        ("/api/tables", f'{{"game": "leduc", "seats": ["open"], "options": {{"raises": "{HALF}"}}}}'),
        ("/api/tables", f'{{"game": "{HALF}"}}'),
    ],
)
def test_half_characters_are_refused(http: httpx.Client, path: str, body: str) -> None:
    answer = http.post(path, content=body, headers={"content-type": "application/json"})
    assert answer.status_code == 422
    assert "\n" not in answer.json()["message"]


@pytest.mark.parametrize("origin", [b"http://[bad", b"http://\xff\xfe"])
def test_unreadable_origins_are_foreign(http: httpx.Client, origin: bytes) -> None:
    assert http.post("/api/tables", json={"game": "leduc"}, headers={b"origin": origin}).status_code == 403


def test_my_tables_tells_whose_turn(http: httpx.Client, server: Live) -> None:
    opened = http.post(
        "/api/tables", json={"game": "leduc", "name": "A", "seats": ["scripted"], "start": True}
    ).json()
    rows = http.post(
        "/api/mine", json={"tables": [{"code": opened["code"], "tokens": opened["tokens"]}]}
    ).json()
    assert rows[0]["turn"] is True
    rows = http.post(
        "/api/mine", json={"tables": [{"code": opened["code"], "tokens": []}, {"code": "NOPE"}]}
    ).json()
    assert rows == [], "whoever has no seat there is told nothing"


@pytest.mark.parametrize("game", on_web(), ids=lambda game: game.name)
def test_every_clause_has_an_anchor(http: httpx.Client, game: Game) -> None:
    for lang in LANGUAGES:
        text = http.get(f"/rules/{game.name}", params={"lang": lang}).text
        for clause in game.rulebook(lang).clauses:
            assert f'id="{clause}"' in text, clause


@pytest.mark.parametrize("name", ["boss-quest", "badass-force", "battleworld", "baston"])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_essentials_begin_with_the_goal(http: httpx.Client, name: str, lang: str) -> None:
    """What clauses are and where they come from is told where there are clauses."""
    page = http.get(f"/rules/{name}", params={"lang": lang}).text
    game = find_game(name)
    goal = game.words(lang).find("coach.card.goal")
    assert (
        page.index("</h1>")
        < page.index("data-long")
        < page.index(str(escape(goal)))
        < page.index('class="fig')
    )
    opening = page[page.index("data-long") : page.index("book__short")]
    assert str(rules_page(game, lang).opening).strip() in opening


def test_a_replay_names_its_game_once_and_leads_back(http: httpx.Client) -> None:
    record = min((ROOT / "tests" / "records" / "boss-quest").glob("*.jsonl")).read_bytes()
    code = http.post("/api/records", content=record).json()["code"]
    page = http.get(f"/r/{code}", params={"lang": "fr"}).text
    bar = page[page.index("topbar__table") : page.index("topbar__tools")]
    assert bar.count("Boss Quest") == 1
    assert 'href="/replays"' in page


def test_assets_are_kept_for_ever_and_nothing_else_is_served(http: httpx.Client) -> None:
    page = http.get("/").text
    sheet = re.search(r'href="(/static/frame.css\?v=\w+)"', page)
    assert sheet
    assert "immutable" in http.get(sheet[1]).headers["cache-control"]
    assert http.get("/static/../app.py").status_code == 404
    assert http.get("/static/app.py").status_code == 404
    assert http.get("/games/leduc/board.html").status_code == 404
    assert http.get("/games/leduc/board.css").status_code == 200


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_word_of_the_templates_exists(lang: str) -> None:
    from bagarre.kernel.words import house_words
    from bagarre.web.boards import FOLDER

    words = house_words(lang)
    for file in (FOLDER / "templates").glob("*.html"):
        for key in re.findall(r"(?:say|raw)\(['\"]([a-z_.]+)['\"]", file.read_text(encoding="utf-8")):
            if not key.endswith((".", "_")):
                assert words.find(f"web.{key}") is not None, f"{file.name}: {key}"
    for code in re.findall(r'Refused\("(\w+)"', (FOLDER / "livetable.py").read_text(encoding="utf-8")):
        assert words.find(f"web.errors.{code}") is not None, code


@pytest.mark.parametrize(
    "game", [game for game in on_web() if game.name in games()], ids=lambda game: game.name
)
def test_examples_can_be_tried_as_told(game: Game) -> None:
    """Whoever does what the book says comes to the book's end."""
    from bagarre.web.trials import Trial

    trials = [trial for chapter in rules_page(game, "fr").chapters for trial in chapter.trials]
    assert len(trials) > 20
    for trial in trials[::4]:
        tried = Trial(game, trial.name)
        while not tried.done:
            tried.choose(game.verbs.write(tried.moves[0].choice))
            assert tried.on_path, trial.name


def test_a_trial_in_one_line(http: httpx.Client) -> None:
    address = "/api/games/boss-quest/trials/e02_perfect_and_tie?lang=en"
    told = http.post(address, json={"choices": []}).json()
    assert {one["choice"] for one in told["choices"]} >= {"visit", "equip 1"}
    assert 'id="board"' in told["html"]
    done = http.post(address, json={"choices": ["visit"]}).json()
    assert done["done"]
    assert done["as_told"]
    assert any(line["clause"].startswith("BQ-FIGHT") for line in done["log"])
    for wrong in ("fly", "equip 9"):
        answer = http.post(address, json={"choices": [wrong]})
        assert answer.status_code == 422
        assert "\n" not in answer.json()["message"]
    for name in ("nope", "..%2f..%2fmeta"):
        assert http.post(f"/api/games/boss-quest/trials/{name}", json={"choices": []}).status_code in (
            404,
            422,
        )


def test_a_replay_says_who_played_at_which_level(tmp_path: Path) -> None:
    match = Match(LEDUC, ["Ada", "Turbine"], kinds=["human", "strong"], seed=1)
    while not match.is_over:
        match.play(match.deciders[0], match.legal(match.deciders[0])[0])
    with (
        live(tmp_path, reading_seconds=PATIENCE) as server,
        httpx.Client(base_url=server.base, timeout=PATIENCE) as http,
    ):
        code = http.post("/api/records", content=match.record()).json()["code"]
        assert "Turbine · Fort" in http.get(f"/r/{code}?lang=fr").text
        assert "Turbine · Strong" in http.get(f"/r/{code}?lang=en").text


@pytest.mark.parametrize(
    "record",
    sorted((ROOT / "tests" / "records").glob("*/*.jsonl")),
    ids=lambda file: f"{file.parent.name}-{file.stem}",
)
def test_what_is_counted_is_told_as_numbers(http: httpx.Client, record: Path) -> None:
    """Every seat's points, as the words of its result tell them; nothing where an aim decides, or nothing is over."""
    code = http.post("/api/records", content=record.read_bytes()).json()["code"]
    end = http.get(f"/api/replays/{code}/outcome", params={"lang": "en"}).json()
    assert len(end["points"]) in (0, len(end["results"]))
    # Where points decide (BW-WIN-7), the words count what was taken from the other side.
    if (record.parent.name, record.stem) != ("battleworld", "points"):
        for points, result in zip(end["points"], end["results"]):
            assert re.match(rf"[−-]?{abs(points)}\b", result), "the words begin with it"
    if record.parent.name != "baston" and record.stem != "conceded":
        assert end["points"]
