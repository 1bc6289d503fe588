"""`bagarre serve`: the table in the browser, on this machine or for the local network."""

import os
import sys
from importlib.util import find_spec
from typing import Annotated, Any

import typer

from bagarre.cli.common import Say, number_option
from bagarre.kernel.errors import Mistake

PORT = 8187
HOST_TOKEN, SHORTEST_TOKEN = "BAGARRE_HOST_TOKEN", 16
SMTP = "BAGARRE_SMTP"
EVERYWHERE = ("0.0.0.0", "::")


def add(app: typer.Typer, say: Say) -> None:
    @app.command("serve", help=say("serve.help"))
    def serve(
        host: Annotated[str, typer.Option("--host", help=say("serve.host"))] = "127.0.0.1",
        port: Annotated[int, number_option(say, "port", "serve.port", 0, 65535)] = PORT,
        database: Annotated[
            str, typer.Option("--database", help=say("serve.database"), show_default=False)
        ] = "",
        origin: Annotated[
            list[str] | None, typer.Option("--origin", help=say("serve.origin"), show_default=False)
        ] = None,
        scraper: Annotated[
            list[str] | None, typer.Option("--scraper", help=say("serve.scraper"), show_default=False)
        ] = None,
        workers: Annotated[int, number_option(say, "workers", "serve.workers", 1, 64)] = 1,
        processes: Annotated[int, number_option(say, "processes", "serve.processes", 1, 64)] = 1,
        internal: Annotated[
            str,
            typer.Option("--internal", metavar="HOST:PORT", help=say("serve.internal"), show_default=False),
        ] = "",
        compiles: Annotated[bool, typer.Option("--compile/--no-compile", help=say("serve.compile"))] = True,
        render_workers: Annotated[
            int | None, number_option(say, "render-workers", "serve.render_workers", 0, 64)
        ] = None,
        keep: Annotated[
            str, typer.Option("--keep", metavar="90d", help=say("serve.keep"), show_default=False)
        ] = "",
        limit: Annotated[
            list[str] | None,
            typer.Option("--limit", metavar="NAME=VALUE", help=say("serve.limit"), show_default=False),
        ] = None,
        mail_from: Annotated[
            str,
            typer.Option("--mail-from", metavar="ADDRESS", help=say("serve.mail_from"), show_default=False),
        ] = "",
        private_notices: Annotated[
            bool, typer.Option("--private-notices", help=say("serve.private_notices"))
        ] = False,
        host_token: Annotated[
            str,
            typer.Option("--host-token", metavar="FILE", help=say("serve.host_token"), show_default=False),
        ] = "",
        logs: Annotated[str, typer.Option("--logs", metavar="text|json", help=say("serve.logs"))] = "text",
        browser: Annotated[bool, typer.Option("--open/--no-open", help=say("serve.open"))] = False,
    ) -> None:
        if logs not in ("text", "json"):
            raise Mistake("option_value", option="--logs", value=logs, allowed="text, json")
        chosen: dict[str, Any] = {
            "database": database, "origins": tuple(origin or ()), "scrapers": tuple(scraper or ()), "bot_workers": workers,
            "compiles": compiles, "log_format": logs,
        }  # fmt: skip
        if keep:
            chosen["keep"] = seconds_of(keep)
        chosen |= mail_of(mail_from)
        if private_notices:
            chosen["private_notices"] = True
        token = host_token_of(host_token)
        if token:
            chosen["host_token"] = token
        if limit:
            chosen["limits"] = limits_of(limit)
        if render_workers is not None:
            chosen["render_workers"] = render_workers
        if internal:
            chosen["internal"] = inner(internal, processes)
        run(say, host, port, browser, chosen, processes)


def inner(address: str, processes: int) -> str:
    """Where others reach this process, checked.

    :raises Mistake: when it cannot be an address, or cannot be that of several processes.
    """
    if not available():
        raise Mistake("web_missing")
    from bagarre.web.hop import inner_address

    _, port = inner_address(address)
    if port and processes > 1:
        raise Mistake("option_value", option="--internal", value=address, allowed="HOST:0")
    return address


def mail_of(sender: str) -> dict[str, str]:
    """Where e-mail is handed over (the variable `BAGARRE_SMTP`, which holds a password) and who it comes from.

    :raises Mistake: when one is there without the other.
    """
    smtp = os.environ.get(SMTP, "")
    if not smtp and not sender:
        return {}
    if not smtp.startswith(("smtp://", "smtps://")) or "@" not in sender:
        raise Mistake("mail_setting", one=SMTP, other="--mail-from")
    return {"smtp": smtp, "mail_from": sender}


def host_token_of(file: str) -> str:
    """The token of the host's page: the first line of a file, or the variable `BAGARRE_HOST_TOKEN`; a command line would show it to everybody on the machine.

    :raises Mistake: when the file cannot be read, or the token could be guessed.
    """
    token = os.environ.get(HOST_TOKEN, "")
    if file:
        from pathlib import Path

        try:
            token = Path(file).read_text(encoding="utf-8").strip()
        except (OSError, UnicodeDecodeError) as error:
            raise Mistake(
                "file_unreadable", file=file, reason=getattr(error, "strerror", None) or "UTF-8"
            ) from None
    if (token or file) and len(token) < SHORTEST_TOKEN:
        raise Mistake("host_token", least=SHORTEST_TOKEN)
    return token


def seconds_of(age: str) -> float:
    """`90d` in seconds."""
    if not available():
        raise Mistake("web_missing")
    from bagarre.web.archive import age_of

    return age_of(age, "--keep")


def limits_of(given: list[str]) -> Any:
    """Limits as the table of settings has them, with those given changed.

    :raises Mistake: when there is no such limit, or the value is no number above zero.
    """
    if not available():
        raise Mistake("web_missing")
    from dataclasses import asdict

    from bagarre.web.settings import Limits

    known = asdict(Limits())
    for pair in given:
        name, equals, value = pair.partition("=")
        if not equals:
            raise Mistake("option_pair", text=pair)
        if name not in known:
            raise Mistake("unknown_option", option=name, allowed=", ".join(known))
        try:
            number = type(known[name])(value)
        except ValueError:
            number = 0
        if not 0 < number < 1e12:
            raise Mistake("option_value", option=name, value=value, allowed="> 0")
        known[name] = number
    return Limits(**known)


def at_home(say: Say) -> bool:
    """`bagarre` alone in a terminal: open the table and the browser. Gives `False` where that is not possible."""
    from bagarre.games import games

    on_web = any((game.folder / "board" / "board.html").is_file() for game in games().values())
    if not (sys.stdin.isatty() and sys.stdout.isatty() and on_web and available()):
        return False
    run(say, "127.0.0.1", PORT, True, {})
    return True


def available() -> bool:
    """Are the libraries of the server installed?"""
    return all(
        find_spec(name) is not None
        for name in (
            "fastapi",
            "uvicorn",
            "jinja2",
            "orjson",
            "sqlalchemy",
            "aiosqlite",
            "alembic",
            "prometheus_client",
        )
    )


def run(say: Say, host: str, port: int, browser: bool, chosen: dict[str, Any], processes: int = 1) -> None:
    """Serve until Ctrl-C, with these settings."""
    if not available():
        raise Mistake("web_missing")
    import asyncio
    import signal

    from bagarre.web.lock import is_shared
    from bagarre.web.server import bound_port, listen, make_server, registry_of
    from bagarre.web.settings import Settings
    from bagarre.web.share import local_address

    if processes > 1 and not is_shared(chosen.get("database", "")):
        raise Mistake("processes_sqlite", option="--processes", other="--database postgresql+asyncpg://…")
    sockets = listen(host, port)
    port = bound_port(sockets)
    settings = Settings(host=host, port=port, **chosen)
    here = f"http://{'127.0.0.1' if host in EVERYWHERE else f'[{host}]' if ':' in host else host}:{port}/"

    def ready() -> None:
        print(say("serve.ready", address=here), flush=True)
        if host in EVERYWHERE:
            print(say("serve.share", address=f"http://{local_address()}:{port}/"), flush=True)
        if browser:
            import webbrowser

            webbrowser.open(here)

    if processes > 1:
        from bagarre.web.supervisor import run as run_several

        # The cores that are left are shared.
        chosen.setdefault("render_workers", max(0, (os.cpu_count() or 1) - processes) // processes)
        several = chosen | {"host": host, "port": port}
        sys.exit(run_several(processes, sockets, settings, several, ready))
    server = make_server(settings)

    async def serve() -> None:
        task = asyncio.create_task(server.serve(sockets))
        while not server.started and not task.done():
            await asyncio.sleep(0.05)
        if server.started:
            await asyncio.to_thread(ready)
        await task

    # Told to end, it closes the tables and then ends as any program does, so that nothing is left behind.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    try:
        with asyncio.Runner(loop_factory=server.config.get_loop_factory()) as runner:
            # What is wrong with the database is told before anything is served.
            runner.run(registry_of(server).prepare())
            runner.run(serve())
    finally:
        # The tables are closed: told once more, it does not wait for work that nobody reads.
        for told in (signal.SIGINT, signal.SIGTERM):
            signal.signal(told, lambda *_: os._exit(0))
