"""The command `bagarre`: its parts put together, and every mistake told in one line.

A command is a module of this folder with `add(app, say)`, which declares it with words in the reader's language. Heavy
modules are imported inside the commands, so that `bagarre --help` answers at once.
"""

import logging
import os
import sys
import warnings
from collections.abc import Sequence
from functools import partial
from importlib import import_module
from typing import Annotated, Any

import typer

from bagarre import __version__
from bagarre.cli.common import Say, one_line, take_language
from bagarre.kernel.errors import Mistake

COMMANDS = (
    "serve",
    "play",
    "companion",
    "learn",
    "games",
    "rules",
    "print",
    "simulate",
    "study",
    "train",
    "match",
    "ladder",
    "arena",
    "replay",
    "verify",
    "review",
    "puzzles",
    "scenario",
    "tables",
    "mcp",
    "new-game",
)
"""The commands, in the order of the help; each has a module of its name."""
FAULT, WRONG, INTERRUPTED = 1, 2, 130
"""Exit codes: a fault of ours, a user's mistake, and Ctrl-C (as shells count it)."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command line; gives the exit code."""
    open_streams()
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            # A terminal that lacks a letter shows another one in its place.
            stream.reconfigure(errors="replace")
    lang = "fr"
    try:
        lang, arguments = take_language(list(sys.argv[1:] if argv is None else argv), os.environ)
        warnings.formatwarning = partial(warning_line, lang)
        if logging.lastResort is not None:
            logging.lastResort.setFormatter(LogLine(lang))
        return run(arguments, lang)
    except Mistake as mistake:
        return complain(mistake.say(lang), lang)
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # The reader (`| head`) has left; what is still in the buffer has nowhere to go.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        from bagarre.kernel.errors import os_reason

        return complain(Mistake("system", reason=os_reason(error)).say(lang), lang)
    except Exception as error:
        if os.environ.get("BAGARRE_TRACEBACK"):
            raise
        complain(Mistake("internal", problem=f"{type(error).__name__}: {error}").say(lang), lang)
        return FAULT


def open_streams() -> None:
    """A stream that was closed outside (`<&-`) is an empty one."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115


def warning_line(
    lang: str,
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    line: str | None = None,
) -> str:
    """A warning in one line, like a mistake: where it came from is nothing to its reader."""
    mistake = getattr(message, "mistake", None)
    return f"bagarre: {one_line(mistake.say(lang) if mistake is not None else str(message))}\n"


class LogLine(logging.Formatter):
    """What is logged while nobody keeps a log, in one line like a warning."""

    def __init__(self, lang: str) -> None:
        super().__init__()
        self.lang = lang

    def format(self, record: logging.LogRecord) -> str:
        mistakes = [part for part in record.args or () if isinstance(part, Mistake)]
        return f"bagarre: {one_line(mistakes[0].say(self.lang) if mistakes else record.getMessage())}"


def run(arguments: list[str], lang: str) -> int:
    """Run the arguments through the commands of that language."""
    say = Say(lang)
    command = typer.main.get_command(build(say))
    if "--help" in arguments or not arguments:
        translate_frame(say)
        translate_help(command, say)
    try:
        code = command.main(arguments, prog_name="bagarre", standalone_mode=False)
        sys.stdout.flush()
        return int(code or 0)
    except typer.Exit as leaving:
        return leaving.exit_code
    except typer.Abort:
        raise KeyboardInterrupt from None
    except Exception as error:
        told = usage(error, say)
        if told is None:
            raise
        return complain(told, lang)


def build(say: Say) -> typer.Typer:
    """The command with all its parts."""
    app = typer.Typer(
        help=say("help"), add_completion=False, rich_markup_mode="rich", pretty_exceptions_enable=False
    )

    @app.callback(invoke_without_command=True)
    def root(
        context: typer.Context,
        lang: Annotated[
            str, typer.Option("--lang", metavar="fr|en", help=say("lang"), show_default=False)
        ] = "",
        version: Annotated[bool, typer.Option("--version", help=say("version"))] = False,
    ) -> None:
        if version:
            print(f"bagarre {__version__}")
        elif context.invoked_subcommand is None:
            from bagarre.cli.serve import at_home
            from bagarre.cli.welcome import welcome

            if not at_home(say):
                welcome(context, say)

    for name in COMMANDS:
        import_module(f"bagarre.cli.{name.replace('-', '_')}").add(app, say)
    return app


def complain(line: str, lang: str) -> int:
    """Tell a mistake in one line, on the side of errors."""
    print(f"bagarre{' ' if lang == 'fr' else ''}: {one_line(line).rstrip()}", file=sys.stderr)
    return WRONG


def usage(error: Exception, say: Say) -> str | None:
    """What is wrong with the way a command was typed, or `None` when it is not that."""
    usage_error: Any = typer.BadParameter.__mro__[1]
    if not isinstance(error, usage_error):
        return None
    fields: Any = error
    match type(error).__name__:
        case "NoSuchOption":
            told = say("usage.no_such_option", option=fields.option_name)
        case "BadOptionUsage":
            told = say("usage.needs_value", option=fields.option_name)
        case "MissingParameter":
            told = say("usage.missing", name=fields.param.metavar or fields.param.name)
        case "BadParameter":
            told = say(
                "usage.bad_value", name=fields.param.opts[0] if fields.param else "", problem=fields.message
            )
        case _:
            known = getattr(fields.ctx.command, "commands", {}) if fields.ctx is not None else {}
            told = _other_usage(fields.format_message(), list(known), say)
    path = fields.ctx.command_path if fields.ctx is not None else "bagarre"
    return f"{told} ({path} --help)"


def _other_usage(message: str, known: Sequence[str], say: Say) -> str:
    """The mistakes that have no class of their own: an unknown command, a word too many."""
    quoted = message.partition("'")[2].rpartition("'")[0]
    if message.startswith("No such command"):
        return say("usage.no_such_command", command=quoted, commands=", ".join(known))
    if message.startswith("Got unexpected extra"):
        return say("usage.too_much", words=message.rpartition(" (")[2].removesuffix(")"))
    if message.startswith("Missing command"):
        return say("usage.no_command")
    return message


def translate_frame(say: Say) -> None:
    """The titles of the help in the reader's language."""
    from typer import rich_utils

    rich_utils.ARGUMENTS_PANEL_TITLE = say("frame.arguments")
    rich_utils.OPTIONS_PANEL_TITLE = say("frame.options")
    rich_utils.COMMANDS_PANEL_TITLE = say("frame.commands")
    rich_utils.DEFAULT_STRING = say("frame.default", default="{}")
    rich_utils.REQUIRED_LONG_STRING = say("frame.required")


def translate_help(command: Any, say: Say) -> None:
    """The lines of the help that typer writes itself, for a command and its parts."""
    get_usage, get_help_option = command.get_usage, command.get_help_option

    def usage_line(context: Any) -> str:
        return str(get_usage(context)).replace("Usage:", say("frame.usage"), 1)

    def help_option(context: Any) -> Any:
        option = get_help_option(context)
        option.help, option.metavar = say("frame.help"), ""
        return option

    for parameter in command.params:
        if getattr(parameter, "is_flag", False):
            # A switch takes no value, so none is named.
            parameter.metavar = ""
    command.get_usage, command.get_help_option = usage_line, help_option
    for part in getattr(command, "commands", {}).values():
        translate_help(part, say)


if __name__ == "__main__":
    sys.exit(main())
