"""`bagarre tables list|show|delete|prune`: what the server's database holds, and how old tables leave it."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from bagarre.cli.common import Say, json_flag, one_line, open_console, print_json
from bagarre.cli.serve import available
from bagarre.kernel.errors import Mistake

if TYPE_CHECKING:
    from bagarre.web.archive import Archive, Kept

T = TypeVar("T")


def add(app: typer.Typer, say: Say) -> None:
    group = typer.Typer(help=say("tables.help"), no_args_is_help=False, rich_markup_mode="rich")
    app.add_typer(group, name="tables")

    @group.callback()
    def tables() -> None:
        """A group of its own."""

    for add_command in (add_list, add_show, add_delete, add_prune):
        add_command(group, say)


def database_option(say: Say) -> Any:
    return typer.Option("--database", help=say("serve.database"), show_default=False)


def add_list(group: typer.Typer, say: Say) -> None:
    @group.command("list", help=say("tables.list"))
    def list_all(
        url: Annotated[str, database_option(say)] = "",
        status: Annotated[
            str,
            typer.Option(
                "--status", metavar="lobby|playing|over", help=say("tables.status"), show_default=False
            ),
        ] = "",
        as_json: Annotated[bool, json_flag(say)] = False,
    ) -> None:
        if status not in ("", "lobby", "playing", "over"):
            raise Mistake("option_value", option="--status", value=status, allowed="lobby, playing, over")
        found = run(url, lambda archive: archive.tables(status))
        if as_json:
            print_json([asdict(kept) for kept in found])
        else:
            show_list(found, say)


def add_show(group: typer.Typer, say: Say) -> None:
    @group.command("show", help=say("tables.show"))
    def show(
        which: Annotated[str, typer.Argument(metavar="CODE", help=say("tables.code"), show_default=False)],
        url: Annotated[str, database_option(say)] = "",
        as_json: Annotated[bool, json_flag(say)] = False,
    ) -> None:
        kept, settings = run(url, lambda archive: archive.table(which))
        told = asdict(kept) | {"options": settings.get("options", {}), "clock": settings.get("clock", 0)}
        if as_json:
            print_json(told)
        else:
            show_facts(told, say)


def add_delete(group: typer.Typer, say: Say) -> None:
    @group.command("delete", help=say("tables.delete"))
    def delete(
        which: Annotated[
            list[str], typer.Argument(metavar="CODE…", help=say("tables.code"), show_default=False)
        ],
        url: Annotated[str, database_option(say)] = "",
    ) -> None:
        async def remove(archive: "Archive") -> int:
            # All of them are there, or none is removed.
            codes = [(await archive.table(one))[0].code for one in which]
            await archive.delete(codes)
            return len(codes)

        print(say("tables.deleted", n=run(url, remove, alone=True)))


def add_prune(group: typer.Typer, say: Say) -> None:
    @group.command("prune", help=say("tables.prune"))
    def prune(
        older: Annotated[
            str, typer.Option("--older", metavar="90d", help=say("tables.older"), show_default=False)
        ],
        url: Annotated[str, database_option(say)] = "",
        dry_run: Annotated[bool, typer.Option("--dry-run", help=say("tables.dry_run"))] = False,
    ) -> None:
        if not available():
            raise Mistake("web_missing")
        from bagarre.web.archive import age_of

        seconds = age_of(older, "--older")
        if dry_run:
            print(say("tables.would_delete", n=len(run(url, lambda archive: archive.older_than(seconds)))))
        else:
            print(say("tables.deleted", n=run(url, lambda archive: archive.prune(seconds), alone=True)))


def run(url: str, ask: "Callable[[Archive], Awaitable[T]]", *, alone: bool = False) -> T:
    """Ask something of a database; `alone` when it changes what a server may have in its memory.

    :raises Mistake: when it cannot be opened, or a server is running on it.
    """
    if not available():
        raise Mistake("web_missing")
    from bagarre.web.archive import Archive
    from bagarre.web.leases import anybody_serves
    from bagarre.web.lock import DatabaseLock, safe_url
    from bagarre.web.settings import Settings
    from bagarre.web.store import Store

    where = Settings(database=url).database_url()

    async def asked() -> T:
        lock, store = DatabaseLock(where), Store(where)
        try:
            if alone:
                await lock.take()
            await store.open()
            if alone and await anybody_serves(store.engine):
                raise Mistake("another_server", url=safe_url(where))
            return await ask(Archive(store.engine))
        finally:
            await store.close()
            await lock.release()

    return asyncio.run(asked())


def day(seconds: float) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(seconds))


def show_facts(told: dict[str, Any], say: Say) -> None:
    """One line for each fact of a table."""
    console = open_console()
    for name, value in told.items():
        shown = (
            day(value)
            if name in ("created", "changed")
            else ", ".join(value)
            if isinstance(value, list)
            else value
        )
        console.print(
            say("tables.fact", name=say(f"tables.facts.{name}"), value=one_line(str(shown))),
            markup=False,
            soft_wrap=True,
        )


def show_list(found: "list[Kept]", say: Say) -> None:
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    for name in ("code", "game", "status", "players", "lines", "changed"):
        table.add_column(say(f"tables.facts.{name}"), justify="right" if name == "lines" else "left")
    for kept in found:
        row: list[Any] = [
            kept.code,
            kept.game,
            say(f"tables.statuses.{kept.status}"),
            ", ".join(kept.players),
            kept.lines,
            day(kept.changed),
        ]
        table.add_row(*(one_line(str(cell)).replace("[", "\\[") for cell in row))
    console = open_console()
    console.print(table)
    console.print(say("tables.count", n=len(found)))
