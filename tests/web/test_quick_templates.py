"""Quick templates and stock Jinja say the same, over every template of the house."""

from __future__ import annotations

import random
import sys
import warnings
from collections.abc import Iterator, Mapping
from importlib.metadata import version
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from jinja2 import Environment, Template, UndefinedError

from bagarre.bots.labels import LABELS
from bagarre.kernel.game import SPECTATOR, Game
from bagarre.kernel.words import LANGUAGES
from bagarre.match import Match
from bagarre.web import boards, pages, quick_templates
from bagarre.web.boards import FOLDER, NOTHING, Board, Canvas
from bagarre.web.league import Alternative, Compared
from bagarre.web.quick_templates import QuickTemplates
from bagarre.web.ratings import Place, Rating
from bagarre.web.reviews import Effort
from bagarre.web.seatview import Player, SeatView
from bagarre.web.templating import StockJinja, environment, templates_class
from tests.patience import PATIENCE
from tests.web.house import Live, live, on_web
from tests.web.test_reviews import reviewed
from tests.web.test_wire import open_table, play_out, two_people

quick_rendered = boards.rendered


class Comparison:
    """Renders everything by stock Jinja too, and keeps what differs."""

    def __init__(self) -> None:
        self.environments: dict[int, Environment] = {}
        self.seen: set[str] = set()
        self.different: list[str] = []

    def stock(self, template: Template) -> Template:
        """The same template, compiled by stock Jinja."""
        quick = template.environment
        assert isinstance(quick, QuickTemplates)
        if id(quick) not in self.environments:
            twin = self.environments[id(quick)] = environment(kind=Environment)
            twin.loader = quick.loader
            twin.globals = quick.globals
            twin.filters = quick.filters
            twin.tests = quick.tests
        return self.environments[id(quick)].get_template(template.name or "")

    def rendered(self, template: Template, context: Mapping[str, Any], **more: Any) -> str:
        text = quick_rendered(template, context, **more)
        if "part" not in more:
            self.compare(template, text, quick_rendered(self.stock(template), context, **more))
        return text

    def paint(self, board: Board, template: Template, lang: str, context: Mapping[str, Any]) -> None:
        """A board, in both ways, with nothing remembered."""
        drawn = []
        for way in (template, self.stock(template)):
            canvas = Canvas(None, (board.game.name, template.name or "", lang), NOTHING)
            canvas.skeleton = quick_rendered(way, context, part=canvas.part, remember=canvas.remember)
            drawn.append(canvas.whole())
        self.compare(template, *drawn)

    def compare(self, template: Template, quick: str, stock: str) -> None:
        self.seen.add(Path(template.filename or "").name)
        if quick != stock:
            at = next(
                (i for i, (a, b) in enumerate(zip(quick, stock)) if a != b), min(len(quick), len(stock))
            )
            self.different.append(
                f"{template.filename}: …{quick[at - 60 : at + 60]!r} ≠ …{stock[at - 60 : at + 60]!r}"
            )


@pytest.mark.parametrize("game", on_web(), ids=lambda game: game.name)
def test_boards(game: Game) -> None:
    comparison, board = Comparison(), Board(game)
    for number in range(2):
        dice = random.Random(number)
        seats = (game.meta.players[-1], game.meta.players[0])[number]
        match = Match(game, [f"<b>P{i}</b>" for i in range(seats)], seed=number)
        for step in range(90):
            lang = LANGUAGES[step % 2]
            if step % 3 == 0 or match.is_over:
                seat = dice.randrange(SPECTATOR, seats)
                view = SeatView.of(match, seat, match.speech(lang))
                players = [
                    Player(i, name, False, False, i == seat, i in view.awaited)
                    for i, name in enumerate(match.players)
                ]
                context = view.context(players)
                for template in (board.board, board.panel):
                    if template is not None:
                        comparison.paint(board, template, lang, context)
            if match.is_over:
                break
            match.play(match.deciders[0], dice.choice(list(match.legal(match.deciders[0]))))
    assert comparison.different == []
    assert "board.html" in comparison.seen


@pytest.fixture
def comparison(monkeypatch: pytest.MonkeyPatch) -> Comparison:
    """Everything that a server renders is compared."""
    found = Comparison()
    original = Board.paint

    def paint(
        self: Board,
        template: Template,
        lang: str,
        context: Mapping[str, Any],
        has: Mapping[str, int] = NOTHING,
    ) -> Canvas:
        found.paint(self, template, lang, context)
        return original(self, template, lang, context, has)

    monkeypatch.setattr(Board, "paint", paint)
    monkeypatch.setattr(pages, "rendered", found.rendered)
    return found


@pytest.fixture
def compared(comparison: Comparison, tmp_path: Path) -> Iterator[Live]:
    with live(tmp_path, whatif_deals=4, host_token="a token for the host") as server:
        yield server


def test_pages(comparison: Comparison, compared: Live) -> None:
    with httpx.Client(base_url=compared.base, follow_redirects=True, timeout=PATIENCE) as http:
        brought = [f"/games/{game}/pages/{name}" for game, name in compared.registry.pages.brought.files]
        for lang in LANGUAGES:
            for page in [
                "/",
                "/new",
                "/tables",
                "/replays",
                "/me",
                "/rules",
                "/learn",
                "/workshop",
                "/companion",
                "/whatif/battleworld",
                "/print/baston",
                "/offline",
                "/nowhere",
                *brought,
            ]:
                http.get(page, params={"lang": lang})
            for game in compared.registry.games:
                http.get(f"/new/{game}", params={"lang": lang})
                http.get(f"/rules/{game}", params={"lang": lang})
        for lang in LANGUAGES:
            http.get("/host", params={"lang": lang})
            http.post("/host/enter", data={"token": "a token for the host"})
            http.get("/host", params={"lang": lang})
            http.post("/host/leave")
            http.get("/notices", params={"lang": lang})
            http.get("/ladder/boss-quest", params={"lang": lang})
            http.get("/league/boss-quest", params={"lang": lang})
            told = {
                "place": Place("person:a", Rating(), 1, 2),
                "name": "Ada",
                "wins": [36, 24, 49],
                "rivals": 3,
            }
            mine = {"medium": LABELS[2], "fit": LABELS[1], "game": compared.registry.games["leduc"]}
            compared.registry.pages.fragment("ladder_me.html", lang, **told, **mine)
            one = Alternative("Équiper", 2, 1.5, mine=True)
            played = [SimpleNamespace(code=code, name=code, rank=1, of=4) for code in ("a", "b")]
            decisions = [Compared("Que faire ?", 3, (one,), alone=True)]
            compared.registry.pages.fragment(
                "league_told.html", lang, own=played[0], played=played, compared=decisions, number=str
            )
            seal = compared.registry.notices.sender.seal("nobody")
            http.get(f"/notices/stop?r=nobody&s={seal}", params={"lang": lang, "r": "nobody", "s": seal})
        code, tokens = open_table(http, title="<i>T</i>")
        watcher = compared.wire(code, form="html")
        watcher.settle()
        owner = compared.wire(code, *tokens, form="html")
        owner.settle()
        http.get(f"/t/{code}")
        watcher.send(type="sit", seat=1, name="Blaise")
        watcher.until("seated")
        owner.send(type="start")
        for wire in (owner, watcher):
            wire.hold(lambda told: told.get("status") == "playing")
            wire.close()
        code, *_, ada, blaise = two_people(compared, http)
        play_out(ada, blaise)
        shown = compared.wire(code, form="html")
        shown.settle()
        told = http.post(
            "/api/tables", json={"game": "boss-quest", "name": "Ada", "seats": ["here"], "start": True}
        ).json()
        coached = compared.wire(told["code"], told["tokens"][0], form="html")
        coached.send(type="coach", on=True)
        coached.hold(lambda told: "coach__goal" in told.get("html", {}).get("coach", ""))
        other = compared.wire(told["code"], told["tokens"][1], form="html")
        asked = next(wire for wire in (coached, other) if wire.settle() and wire.told.get("turn"))
        asked.send(type="hint")
        asked.until("hint")
        other.close()
        # A table of named characters with bots; a lesson.
        told = http.post(
            "/api/tables", json={"game": "baston", "name": "Ada", "seats": ["search:1"], "start": False}
        ).json()
        rated = http.post(
            "/api/tables", json={"game": "leduc", "name": "Ada", "seats": ["open"], "rated": True}
        ).json()
        counts = compared.wire(rated["code"], form="html")
        counts.hold(lambda told: "Classée" in str(told.get("html")))
        counts.close()
        named = compared.wire(told["code"], form="html")
        named.settle()
        http.post("/learn/boss-quest/1")
        told = http.post(
            "/api/tables", json={"game": "boss-quest", "name": "Ada", "seats": ["here"], "companion": True}
        ).json()
        http.get(f"/t/{told['code']}")
        for wire in (ada, blaise, shown, coached, named):
            wire.close()
        for page in (f"/t/{code}", f"/r/{code}", f"/r/{code}/review", "/replays", "/puzzles", "/progress"):
            http.get(page)
        http.get("/puzzles/boss-quest/1")
        compared.registry.reviews.effort = Effort(1, 2, compiled=False)
        assert reviewed(http, code)["state"] == "done"
        for lang in LANGUAGES:
            assert "rv__turn" in http.get(f"/r/{code}/review", params={"lang": lang}).text
        change = {"figure": "weapon.grenade.trigger", "value": 2, "players": 3}
        assert "wi-card" in http.post("/api/whatif/badass-force", json=change, timeout=PATIENCE).text
    assert comparison.different == []
    loaded = {
        name
        for twin in comparison.environments.values()
        for name in twin.list_templates()
        if name in _loaded(twin)
    }
    assert {file.name for file in (FOLDER / "templates").glob("*.html")} - loaded == set()


def _loaded(twin: Environment) -> set[str]:
    """The templates that were used, included ones too."""
    return {key[1] for key in twin.cache.keys()} if twin.cache is not None else set()  # noqa: SIM118 (its own kind of mapping)


# Where the quick templates do not know the Jinja that is installed.


@pytest.fixture
def _forgetful() -> Iterator[None]:
    """The choice of templates is made anew, before and after."""
    templates_class.cache_clear()
    yield
    templates_class.cache_clear()


def stock_with_notice() -> str:
    """What is said, once, when stock Jinja takes over."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        assert {templates_class() for _ in range(3)} == {Environment}
    (notice,) = caught
    assert isinstance(notice.message, StockJinja)
    said = notice.message.mistake.say("en")
    assert "\n" not in said
    assert notice.message.mistake.say("fr") != said
    return said


def test_this_jinja_is_known() -> None:
    assert quick_templates.surprise(version("jinja2")) == ""
    assert templates_class() is QuickTemplates


@pytest.mark.usefixtures("_forgetful")
def test_another_version_is_left_to_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quick_templates, "KNOWN", ("2.11",))
    assert stock_with_notice().startswith(
        f"Jinja {version('jinja2')} is not what the quick templates know (Jinja 2.11)"
    )


@pytest.mark.usefixtures("_forgetful")
@pytest.mark.parametrize(("owner", "name"), [(owner, name) for owner, name, _ in quick_templates.EXPECTED])
def test_an_inside_that_is_not_as_expected_is_noticed(
    owner: Any, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The quick templates keep their own: only what they are built on is another.
    monkeypatch.setattr(owner, name, lambda of, another, kind: None)
    assert f"{owner.__name__}.{name}" in stock_with_notice()


@pytest.mark.usefixtures("_forgetful")
def test_an_inside_that_has_gone_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "bagarre.web.quick_templates")
    monkeypatch.delattr("bagarre.web.quick_templates")
    monkeypatch.setitem(sys.modules, "jinja2.idtracking", None)
    assert "jinja2.idtracking" in stock_with_notice()


@pytest.mark.usefixtures("_forgetful")
def test_stock_jinja_serves_with_memory_and_parts() -> None:
    """A board of stock Jinja remembers macros and tells parts apart like a quick one."""
    game = on_web()[-1]
    match = Match(game, game.meta.players[0], seed=1)
    view = SeatView.of(match, SPECTATOR, match.speech("fr"))
    context = view.context(
        [Player(i, name, False, False, False, False) for i, name in enumerate(match.players)]
    )
    quick = Board(game)
    stock = Board(game)
    stock.environment = environment(stock.folder, kind=Environment)
    drawn = [board.paint(board.board, "fr", context) for board in (quick, stock, stock)]
    assert drawn[0].whole() == drawn[1].whole() == drawn[2].whole()
    assert drawn[0].marks.keys() == drawn[1].marks.keys()
    assert drawn[1].marks == drawn[2].marks
    assert stock.memory


def test_a_name_that_is_not_there_is_an_error_in_both() -> None:
    for kind in (Environment, QuickTemplates):
        templates = environment(kind=kind)
        assert templates.from_string("[{{ 'x' if yes }}]").render(yes=False) == "[]"
        assert templates.from_string("[{{ 'x' if yes }}]").render(yes=True) == "[x]"
        with pytest.raises(UndefinedError, match="no"):
            templates.from_string("{{ no }}").render()
