"""`bagarre review FILE`: a finished game looked back at, decision by decision."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from bagarre.cli.common import Say, json_flag, open_console, print_json, whole

if TYPE_CHECKING:
    from rich.console import RenderableType

    from bagarre.lab.review import Decision, Review


def add(app: typer.Typer, say: Say) -> None:
    @app.command("review", help=say("review.help"))
    def review(
        file: Annotated[str, typer.Argument(metavar="FILE", help=say("review.file"), show_default=False)],
        most: Annotated[
            int, typer.Option("--most", metavar="N", help=say("review.most"), parser=whole("most", 0, 1000))
        ] = 5,
        thought: Annotated[
            int,
            typer.Option(
                "--thought", metavar="N", help=say("review.thought"), parser=whole("thought", 0, 100_000)
            ),
        ] = 0,
        interpreted: Annotated[bool, typer.Option("--interpreted", help=say("simulate.interpreted"))] = False,
        as_json: Annotated[bool, json_flag(say)] = False,
    ) -> None:
        from bagarre.cli.replay import opened
        from bagarre.lab.review import review as look_back

        match, problem = opened(file)
        if problem is not None:
            raise problem
        with open_console(stderr=True).status(say("review.at", n=0, of=len(match.steps) - 1)) as status:
            found = look_back(
                match,
                simulations=thought or None,
                compiled=False if interpreted else None,
                progress=lambda done, of: status.update(say("review.at", n=done, of=of)),
            )
        if as_json:
            print_json(data(found))
        else:
            show(found, most, say)


def data(found: "Review") -> dict[str, Any]:
    match, verbs = found.match, found.match.game.verbs
    return {
        "game": match.game.name,
        "players": [
            {
                "name": name, "decisions": len(found.of(seat)), "lost": found.lost(seat), "lost_per_decision": found.score(seat),
                "forced": found.forced[seat], "not_judged": found.not_judged[seat], "curve": found.curve(seat),
            }
            for seat, name in enumerate(match.players)
        ],
        "decisions": [
            {
                "moment": one.moment, "seat": one.seat, "choice": verbs.write(one.choice), "best": verbs.write(one.best), "lost": one.lost,
                "values": {verbs.write(choice): [e.value, e.error] for choice, e in one.values.items()},
            }
            for one in found.decisions
        ],
    }  # fmt: skip


def show(found: "Review", most: int, say: Say) -> None:
    from rich.table import Table

    console, match = open_console(), found.match
    table = Table(box=None, padding=(0, 2, 0, 0))
    for heading in ("player", "decisions", "lost", "each", "forced", "not_judged"):
        table.add_column(say(f"review.{heading}"), justify="left" if heading == "player" else "right")
    for seat, name in enumerate(match.players):
        table.add_row(
            name, str(len(found.of(seat))), points(found.lost(seat), say), points(found.score(seat), say),
            str(found.forced[seat]), str(found.not_judged[seat]),
        )  # fmt: skip
    console.print(table)
    costly = found.costliest(most=most)
    console.print(f"\n[bold]{say('review.costliest' if costly else 'review.none')}[/]")
    for decision in costly:
        console.print(told(found, decision, say))
    console.print(f"[dim]{say('review.how')}[/]", soft_wrap=True)


def told(found: "Review", decision: "Decision", say: Say) -> "RenderableType":
    """A decision in words: what was chosen, what was better, and what that would have done."""
    from rich.text import Text

    match, seat = found.match, decision.seat
    game, speech = match.game, match.speech(say.lang)
    known = game.concealed(match.position(decision.moment - 1), seat)
    chosen, better = (speech.choice(choice, known, seat) for choice in (decision.choice, decision.best))
    coach = game.coach(known, seat, speech)
    text = Text(
        say("review.decision", n=decision.moment, name=match.players[seat], lost=points(decision.lost, say)),
        "bold",
    )
    text.append(
        "\n  "
        + say("review.chosen", choice=chosen, share=points(decision.values[decision.choice].value, say)),
        "",
    )
    text.append("\n  " + say("review.better", choice=better, share=points(decision.expected, say)), "")
    if coach is not None:
        text.append(f"\n  {coach.consequence(decision.best)}", "dim")
    return text


def points(share: float, say: Say) -> str:
    """A winning share in hundredths."""
    text = f"{100 * share:.1f}"
    return text.replace(".", ",") if say.lang == "fr" else text
