"""`bagarre review FILE`: a finished game looked back at: luck, own decisions, the others', and where it turned."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from bagarre.cli.common import Say, json_flag, open_console, print_json, whole
from bagarre.kernel.errors import Mistake

if TYPE_CHECKING:
    from rich.console import RenderableType

    from bagarre.match import Match
    from bagarre.review import Review
    from bagarre.review.telling import Turning

VIEWS = ("known", "everything")


def add(app: typer.Typer, say: Say) -> None:
    @app.command("review", help=say("review.help"))
    def review(
        file: Annotated[str, typer.Argument(metavar="FILE", help=say("review.file"), show_default=False)],
        most: Annotated[
            int, typer.Option("--most", metavar="N", help=say("review.most"), parser=whole("most", 0, 1000))
        ] = 4,
        seat: Annotated[str, typer.Option("--seat", metavar="N", help=say("review.seat"))] = "",
        view: Annotated[str, typer.Option("--view", metavar="VIEW", help=say("review.view"))] = VIEWS[0],
        thought: Annotated[
            int,
            typer.Option(
                "--thought", metavar="N", help=say("review.thought"), parser=whole("thought", 0, 100_000)
            ),
        ] = 0,
        anew: Annotated[bool, typer.Option("--anew", help=say("review.anew"))] = False,
        interpreted: Annotated[bool, typer.Option("--interpreted", help=say("simulate.interpreted"))] = False,
        as_json: Annotated[bool, json_flag(say)] = False,
    ) -> None:
        from bagarre.cli.replay import opened

        match, problem = opened(file)
        if problem is not None:
            raise problem
        if view not in VIEWS:
            raise Mistake("option_value", option="view", value=view, allowed=", ".join(VIEWS))
        whose = [whole("seat", 0, len(match.players) - 1)(seat)] if seat else []
        beside = Path(file).with_suffix(".review.json")
        found = None if anew or thought else kept(match, beside)
        if found is None:
            found = looked_back(match, thought, interpreted, say)
            if not thought:
                keep(found, beside)
        if as_json:
            print_json(data(found))
        else:
            show(found, whose or seats_of(match), view, most, say)


def seats_of(match: "Match") -> list[int]:
    """Whom a review is for: the people, or everybody where only programs played."""
    people = [seat for seat, kind in enumerate(match.kinds) if kind == "human"]
    return people or list(range(len(match.players)))


def kept(match: "Match", file: Path) -> "Review | None":
    """The review that was kept beside the record, when it is of this game."""
    from bagarre.review import Review

    try:
        return Review.read(match, json.loads(file.read_text(encoding="utf-8")))
    except (OSError, ValueError):
        return None


def keep(found: "Review", file: Path) -> None:
    """Beside the record; a folder that cannot be written to does not matter."""
    from bagarre.kernel.files import write_atomically

    try:
        write_atomically(file, json.dumps(found.data()))
    except Mistake:
        return


def looked_back(match: "Match", thought: int, interpreted: bool, say: Say) -> "Review":
    from rich.progress import BarColumn, Progress, TextColumn

    from bagarre.review import review as look_back
    from bagarre.review.appraiser import OUTS

    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.percentage:>3.0f} %"))
    with Progress(*columns, console=open_console(stderr=True), transient=True) as bar:
        task = bar.add_task(say("review.at"))
        return look_back(
            match,
            simulations=thought or None,
            outs=min(thought, OUTS) or OUTS,
            compiled=False if interpreted else None,
            progress=lambda done, of: bar.update(task, completed=done, total=of),
        )


def data(found: "Review") -> dict[str, Any]:
    from bagarre.review.curve import LUCK, OTHERS, OWN

    match = found.match
    return found.data() | {
        "players": [
            {
                "name": name, "decisions": len(found.of(seat)), "lost": found.lost(seat), "lost_per_decision": found.score(seat),
                "forced": found.forced[seat],
                "luck": found.known.total(seat, LUCK), "own": found.known.total(seat, OWN), "others": found.known.total(seat, OTHERS),
                "without_luck": found.everything.adjusted(seat),
            }
            for seat, name in enumerate(match.players)
        ],
    }  # fmt: skip


def show(found: "Review", whose: list[int], view: str, most: int, say: Say) -> None:
    from rich.table import Table

    from bagarre.kernel.words import house_words
    from bagarre.review.bands import band
    from bagarre.review.telling import also_costly, curve_of, points, signed, summary, turnings, whole

    console, match, curve = open_console(), found.match, curve_of(found, view)
    house = house_words(say.lang)
    table = Table(box=None, padding=(0, 1, 0, 0))
    for heading in ("player", "start", "luck", "own", "others", "end", "decisions", "lost", "each"):
        table.add_column(say(f"review.{heading}"), justify="left" if heading == "player" else "right")
    for seat, name in enumerate(match.players):
        start, parts, end = whole(curve, seat)
        table.add_row(
            name, points(start, say.lang), *(signed(part, say.lang) for part in parts), points(end, say.lang), str(len(found.of(seat))),
            points(found.lost(seat), say.lang, 1), points(found.score(seat), say.lang, 1),
        )  # fmt: skip
    console.print(table)
    for sentence in (say(f"review.view_{view}"), say("review.own_how"), house.say("web.review.lost_how")):
        console.print(sentence, style="dim", soft_wrap=True, markup=False)
    for seat in whose:
        console.print(f"\n[bold]{match.players[seat]}[/]  {summary(found, seat, say.lang)}", soft_wrap=True)
        level = band(found, seat)
        if level is not None:
            console.print(f"  {say('review.like', level=level.told(say.lang))}", soft_wrap=True)
        chosen = turnings(found, seat, say.lang, view=view)[:most]
        for turning in chosen:
            console.print(told(turning, found, say))
        for one in also_costly(found, seat, chosen, say.lang):
            lost = points(one.lost, say.lang)
            line = house.say("review.also", n=one.moment, points=lost, made=one.made, best=one.best)
            console.print(f"  {line}", markup=False, soft_wrap=True)
        show_sheets(found, seat, say)
    console.print(f"\n[dim]{say('review.how')}[/]", soft_wrap=True)


def show_sheets(found: "Review", seat: int, say: Say) -> None:
    """Collisions with their odds, and the dice against expectation; nothing in a game without sheets of orders."""
    from bagarre.review.sheets import told_rolls, told_sheets

    console, names = open_console(), found.match.players
    for sheet in told_sheets(found, names, seat, say.lang):
        for one in sheet["collisions"]:
            key = "avoided" if one["moment"] < 0 else "collision" if one["met"] else "collision_unseen"
            words = say(f"review.{key}", n=sheet["turn"], **one)
            console.print(f"  {words}", markup=False, soft_wrap=True)
    rolls = told_rolls(found, names, seat, say.lang)
    if rolls is not None:
        console.print(f"  {say('review.dice', **rolls['players'][seat])}", markup=False, soft_wrap=True)


def told(turning: "Turning", found: "Review", say: Say) -> "RenderableType":
    """A turning point in words."""
    from rich.text import Text

    from bagarre.kernel.words import house_words
    from bagarre.review.telling import points, signed

    house = house_words(say.lang)
    name = found.match.players[turning.seat] if turning.seat >= 0 else say("review.deal")
    who = say("review.several") if turning.heading == "together" and not turning.own else name
    change = signed(turning.change, say.lang)
    kind = house.say(f"web.review.kinds.{turning.heading}")
    kind = kind[:1].lower() + kind[1:]
    text = Text("  " + say("review.turning", n=turning.moment, name=who, kind=kind, change=change), "bold")
    if turning.level:
        level = house.say(
            f"web.review.{turning.level_why}", cost=signed(-turning.lost, say.lang), points=change
        )
        text.append("\n    " + level, "dim")
    if turning.erred:
        key = "erred_too" if turning.change < 0 else "erred"
        erred = house.say(f"web.review.{key}", name=name, points=points(turning.erred, say.lang))
        text.append("\n    " + erred, "dim")
    if turning.made:
        text.append("\n    " + say("review.chosen", choice=turning.made), "")
    if turning.instead:
        text.append(f"\n    {turning.instead}", "dim")
    if turning.best:
        lost = points(turning.lost, say.lang, 1)
        text.append("\n    " + say("review.better", choice=turning.best, lost=lost), "")
    if turning.doubted:
        lost = points(turning.doubted_by, say.lang)
        text.append("\n    " + say("review.doubted", choice=turning.doubted, points=lost), "dim")
    if turning.why:
        text.append(f"\n    {turning.why}", "dim")
    if turning.figures:
        text.append(f"\n    {turning.figures}", "dim")
    for sentence in turning.happened:
        text.append(f"\n    · {sentence}", "")
    if turning.clauses:
        text.append(f"\n    {' '.join(turning.clauses)}", "dim")
    return text
