"""`bagarre verify FILE`: every card and every die of a recorded game once more, and whether anybody could have chosen them."""

from typing import TYPE_CHECKING, Annotated

import typer

from bagarre.cli.common import Say, json_flag, open_console, print_json
from bagarre.fair import promise

if TYPE_CHECKING:
    from bagarre.verifying import Verdict

MOST = 8
"""Lines that are named."""


def add(app: typer.Typer, say: Say) -> None:
    @app.command("verify", help=say("verify.help"))
    def verify_record(
        file: Annotated[str, typer.Argument(metavar="FILE", help=say("verify.file"), show_default=False)],
        as_json: Annotated[bool, json_flag(say)] = False,
    ) -> None:
        from bagarre.kernel.pack import read_text
        from bagarre.record import LARGEST_RECORD, read_record
        from bagarre.verifying import verify

        record = read_record(read_text(file, LARGEST_RECORD))
        verdict = verify(record)
        if as_json:
            print_json(data(verdict))
        else:
            console = open_console()
            for sentence in sentences(verdict, record.header.players, say):
                console.print(sentence, markup=False, soft_wrap=True)
        if not verdict.holds:
            raise typer.Exit(1)


def data(verdict: "Verdict") -> dict[str, object]:
    fair = verdict.fair
    return {
        "holds": verdict.holds, "results": verdict.results, "wrong": list(verdict.wrong), "taken_over": verdict.taken_over,
        "undone": verdict.undone, "companion": verdict.companion, "promise": None if fair is None else promise(fair.secret),
        "shares": [] if fair is None else [seat for seat, _ in fair.shares], "silent": list(verdict.silent),
    }  # fmt: skip


def sentences(verdict: "Verdict", players: tuple[str, ...], say: Say) -> list[str]:
    """What came of it, the most important first."""
    if verdict.companion:
        return [say("verify.companion")]
    told = []
    if verdict.wrong:
        lines = ", ".join(map(str, verdict.wrong[:MOST])) + (" …" if len(verdict.wrong) > MOST else "")
        told.append(say("verify.wrong", n=len(verdict.wrong), lines=lines))
    else:
        told.append(say("verify.right", n=verdict.results))
    if verdict.taken_over:
        told.append(say("verify.taken_over", n=verdict.taken_over))
    fair = verdict.fair
    if fair is None:
        told.append(say("verify.plain"))
    elif not verdict.seed_follows:
        told.append(say("verify.false_seed"))
    else:
        told.append(say("verify.promise", promise=promise(fair.secret)))
        names = ", ".join(players[seat] for seat, _ in fair.shares)
        told.append(say("verify.shares", names=names) if names else say("verify.no_shares"))
        if names and verdict.silent:
            told.append(say("verify.silent", names=", ".join(players[seat] for seat in verdict.silent)))
    if verdict.undone:
        told.append(say("verify.undone", n=verdict.undone))
    return told
