"""The table in the terminal."""

from __future__ import annotations

import errno
import io
import json
import os
import pty
import select
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from bagarre.cli.common import Say, open_console
from bagarre.cli.play import Session
from bagarre.kernel.errors import Mistake
from bagarre.match import Match
from tests.cli.conftest import Command
from tests.house import leduc
from tests.patience import PATIENCE


def test_a_whole_game(command: Command) -> None:
    answer = command("play", "leduc", "--seed", "1", typed="call\n" * 12)
    assert answer.code == 0
    assert "Partie terminée" in answer.out
    assert "Joueur 1 reçoit K." in answer.out
    assert "Ordi 2 reçoit une carte." in answer.out, "the others' cards stay hidden"


def test_in_english_with_names(command: Command) -> None:
    answer = command(
        "play", "leduc", "--lang", "en", "--players", "Ada, Blaise", "--seed", "1", typed="1\n" * 12
    )
    assert "Ada" in answer.out
    assert "Blaise receives a card." in answer.out
    assert "Computer 3" in answer.out
    assert "The game is over" in answer.out


def test_numbers_and_notation_both_work(command: Command, tmp_path: Path) -> None:
    files = [tmp_path / "a.jsonl", tmp_path / "b.jsonl"]
    for file, typed in zip(files, ("2\n", "  RAISE \n")):
        command("play", "leduc", "--seed", "1", typed=f"{typed}s {file}\n")
    assert files[0].read_text() == files[1].read_text()


def test_playing_on_from_a_scenario(command: Command, tmp_path: Path) -> None:
    file, saved = tmp_path / "lesson.toml", tmp_path / "game.jsonl"
    file.write_text('title = "t"\ngame = "leduc"\nseats = 2\n[position]\ncards = ["J1", "K1"]\n')
    answer = command("play", "--from", file, "--players", "Ada", typed=f"raise\ns {saved}\nq\n")
    assert answer.code == 0, answer
    header = json.loads(saved.read_text().split("\n")[0])
    assert header["start"] == {"cards": ["J1", "K1"]}
    assert header["players"][0] == "Ada"
    assert command("replay", saved).code == 0
    assert "--pack" in command("play", "--from", file, "--pack", "x").complaint


def test_same_seed_same_game(command: Command) -> None:
    first = command("play", "leduc", "--seed", "x", typed="call\n" * 12)
    assert first.out == command("play", "leduc", "--seed", "x", typed="call\n" * 12).out


def test_mistakes_at_the_prompt_change_nothing(command: Command) -> None:
    answer = command("play", "leduc", "--seed", "1", typed="dance\n9\nfold\n? dragon\nq\n")
    assert answer.code == 0
    assert "« dance » : choix illisible" in answer.out
    assert "il n'y a pas de choix 9 (choix 1 à 2)" in answer.out
    assert "il n'y a rien à suivre [LE-BET-4]" in answer.out
    assert "aucune règle ne contient « dragon »" in answer.out
    assert "gardée" not in answer.out, "nothing was chosen, so there is nothing to keep"


def test_rules_log_table_and_help_at_the_prompt(command: Command) -> None:
    answer = command("play", "leduc", "--seed", "1", typed="?\n? relance\n?LE-END-1\nl\nt\nh\nq\n")
    assert "Donne · Mises · Fin" in answer.out
    assert "LE-BET-2" in answer.out
    assert "LE-END-1" in answer.out
    assert "Joueur 1 reçoit K.  LE-DEAL-1" in answer.out
    assert answer.out.count("Leduc · Joueur 1") == 2
    assert "enregistrer la partie" in answer.out


def test_enter_takes_the_only_choice(command: Command) -> None:
    """It is asked all the same: an instant answer would tell the others."""
    typed = iter(["", "call", *[""] * 3])
    match = Match(leduc(), ["a", "b"], seed=1, kinds=["human", "human"], options={"raises": 1})
    session = Session(match, Say("en"), open_console(quiet=True), ask=lambda prompt: next(typed, "call"))
    assert session.answer(0, "") is True, "two choices: Enter takes none"
    session.choose(0, "raise")
    assert [str(n) for n in match.legal(1).notation()] == ["fold", "call"]


def test_undo_against_bots_takes_their_answers_back_too(command: Command, tmp_path: Path) -> None:
    file = tmp_path / "g.jsonl"
    answer = command("play", "leduc", "--seed", "1", typed=f"raise\nu\ncall\ns {file}\nq\n")
    assert answer.code == 0
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    assert lines[2]["choice"] == "raise"
    assert lines[5] == {"undo": 3, "by": 0, "seal": lines[5]["seal"]}
    assert lines[6]["choice"] == "call"


def test_undo_of_nothing(command: Command) -> None:
    assert "il n'y a rien à reprendre" in command("play", "leduc", "--seed", "1", typed="u\nq\n").out


class Keyboard:
    """Two humans at one keyboard, with what each prompt asked."""

    def __init__(self, typed: list[str]) -> None:
        self.typed = iter(typed)
        self.prompts: list[str] = []

    def __call__(self, prompt: str) -> str:
        self.prompts.append(prompt)
        try:
            return next(self.typed)
        except StopIteration:
            raise EOFError from None


def two_humans(typed: list[str]) -> tuple[Match, Keyboard, str]:
    keyboard = Keyboard(typed)
    match = Match(leduc(), ["Ada", "Blaise"], seed=1, kinds=["human", "human"])
    screen = io.StringIO()
    with pytest.raises(Mistake, match="input_closed"):
        Session(
            match, Say("en"), open_console(force_terminal=True, width=80, file=screen), ask=keyboard
        ).run()
    return match, keyboard, screen.getvalue()


def test_the_keyboard_is_handed_over(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    _, keyboard, shown = two_humans(["", "raise", ""])
    assert keyboard.prompts == ["Enter when done › ", "› ", "Enter when done › ", "› "]
    assert "Hand the keyboard to Ada" in shown
    ada, blaise = shown.split("Hand the keyboard to Blaise")
    assert "Ada receives Q" in ada
    assert ada.endswith(ada[ada.rindex("\x1b[3J") :]), "what Ada saw cannot be scrolled back to"
    assert "Ada receives Q" not in blaise


def test_undo_needs_the_other_humans(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    agree = two_humans(["", "raise", "", "call", "", "u", "y"])
    assert "Blaise, do you agree?" in agree[1].prompts[-2]
    assert len(agree[0].steps) == 1, "Ada's raise and Blaise's call are both taken back"
    refuse = two_humans(["", "raise", "", "call", "", "u", "n"])
    assert len(refuse[0].steps) == 3


def test_save_and_resume(command: Command, saved: Path) -> None:
    answer = command("play", "--resume", saved, typed="call\n" * 12)
    assert answer.code == 0
    assert "Partie terminée" in answer.out


def test_resume_keeps_the_kinds_of_seats(command: Command, tmp_path: Path) -> None:
    file = tmp_path / "g.jsonl"
    command(
        "play",
        "leduc",
        "--seats",
        "human,random,random,scripted",
        "--seed",
        "2",
        typed=f"call\ns {file}\nq\n",
    )
    assert Match.loads(file.read_text(), leduc()).kinds == ["human", "random", "random", "scripted"]
    complaint = command("play", "--resume", file, "--seats", "human,human").complaint
    assert "4 sièges" in complaint


def test_resume_takes_the_game_as_it_is(command: Command, saved: Path) -> None:
    """What would not be heeded is refused, not ignored."""
    assert "partie de leduc" in command("play", "boss-quest", "--resume", saved).complaint
    assert "--seed ne va pas avec --resume" in command("play", "--resume", saved, "--seed", "3").complaint
    assert "--expansions all ne va pas" in command("play", "--resume", saved, "--expansions", "all").complaint


def test_quitting_keeps_the_game(command: Command, tmp_path: Path) -> None:
    answer = command("play", "leduc", "--seed", "1", typed="raise\nq\n")
    assert answer.code == 0
    kept = list((tmp_path / "data").rglob("*.jsonl"))
    assert len(kept) == 1
    assert "bagarre play --resume" in answer.out
    assert command("play", "--resume", kept[0], typed="call\n" * 12).code == 0


def test_closed_input_keeps_the_game(command: Command, tmp_path: Path) -> None:
    complaint = command("play", "leduc", "--seed", "1", typed="raise\n").complaint
    assert "l'entrée s'est fermée" in complaint
    assert len(list((tmp_path / "data").rglob("*.jsonl"))) == 1


@pytest.mark.parametrize(
    ("argv", "told"),
    [
        (["--seats", "human,robot"], "joueur inconnu « robot » (permis : human, random, scripted"),
        (["--seats", "human"], "se joue à 2–4 joueurs, pas à 1"),
        (["--seats", "human,random,random,random,random"], "se joue à 2–4 joueurs, pas à 5"),
        (["--players", "a,b,c,d"], "4 noms pour 3 sièges"),
        (["--raises", "9"], "option raises : valeur « 9 » refusée (permis : 1–4)"),
        (["--option", "colour=red"], "option inconnue « colour »"),
        (["--pack", "/nowhere.toml"], "/nowhere.toml : lecture impossible (fichier ou dossier introuvable)"),
        (["--resume", "/nowhere.jsonl"], "/nowhere.jsonl : lecture impossible"),
        (["--resume", "/"], "lecture impossible (c'est un dossier)"),
    ],
)
def test_bad_input(command: Command, argv: list[str], told: str) -> None:
    assert told in command("play", "leduc", *argv).complaint


@pytest.fixture
def full_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder on which nothing more can be written."""

    def no_room(number: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("bagarre.kernel.files.os.fsync", no_room)
    folder = tmp_path / "full"
    folder.mkdir()
    return folder


def test_a_full_disk_loses_nothing(command: Command, full_disk: Path) -> None:
    old = full_disk / "g.jsonl"
    old.write_text("what was there before")
    answer = command("play", "leduc", "--seed", "1", typed=f"raise\ns {old}\ncall\n" + "call\n" * 9)
    assert answer.code == 0
    assert "plus de place sur le disque" in answer.out
    assert "Partie terminée" in answer.out, "the game goes on"
    assert old.read_text() == "what was there before"
    assert list(full_disk.iterdir()) == [old], "and no half-written file is left"


def test_a_game_that_cannot_be_kept_is_not_left(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """The disk is full everywhere: `q` stays at the table, `q!` leaves, and a closed input is told with the reason."""

    def full(path: Path, text: str) -> None:
        raise Mistake("file_unwritable", file=str(path), reason=Mistake("os_enospc"))

    monkeypatch.setattr("bagarre.match.write_atomically", full)
    answer = command("play", "leduc", "--seed", "1", typed="raise\nq\n?\nq!\n")
    assert answer.code == 0
    assert "plus de place sur le disque" in " ".join(answer.out.split())
    assert "s FICHIER l'enregistre ailleurs" in " ".join(answer.out.split())
    assert "Donne · Mises · Fin" in answer.out, "the game went on"
    assert "plus de place" in command("play", "leduc", "--seed", "1", typed="raise\n").complaint


def test_a_really_full_disk(command: Command, tmp_path: Path) -> None:
    """The same on a real file system of one page, where this machine lets us make one."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=4k", "tmpfs", str(disk)], capture_output=True, check=False
    )
    if mounted.returncode != 0:
        pytest.skip("needs the right to mount a file system")
    try:
        old = disk / "g.jsonl"
        old.write_text("o" * 4096)
        answer = command("play", "leduc", "--seed", "1", typed=f"raise\ns {old}\nq\n")
        assert "plus de place sur le disque" in " ".join(answer.out.split())
        assert "pour la reprendre" in answer.out, "and the game is kept elsewhere"
        assert old.read_text() == "o" * 4096
        assert list(disk.iterdir()) == [old]
    finally:
        subprocess.run(["umount", str(disk)], check=True)


def test_devices_and_folders_are_not_replaced(command: Command, tmp_path: Path) -> None:
    answer = command("play", "leduc", "--seed", "1", typed=f"s /dev/full\ns {tmp_path}\nq\n")
    assert " ".join(answer.out.split()).count("il y a déjà là autre chose qu'un fichier") == 2
    if Path("/dev/full").exists():
        assert Path("/dev/full").is_char_device()


@pytest.mark.parametrize(
    "fault", [ValueError("too deep"), OSError(errno.ENOSPC, "no room"), RecursionError()], ids=repr
)
def test_any_fault_keeps_the_game(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: Exception
) -> None:
    """Whatever fails, a program that plays or the drawing of the table: the game is kept, and a report of the fault."""
    view = Match.view

    def failing(match: Match, *rest: Any, **more: Any) -> Any:
        if len(match.steps) > 3:
            raise fault
        return view(match, *rest, **more)

    monkeypatch.setattr("bagarre.match.Match.view", failing)
    complaint = command("play", "leduc", "--seed", "1", typed="raise\ncall\ncall\n").complaint
    assert type(fault).__name__ in complaint
    kept = list((tmp_path / "data").rglob("*.jsonl"))
    assert len(kept) == 1
    assert str(kept[0]) in complaint
    report = Path(next(word for word in complaint.split() if "bagarre-fault" in word).rstrip("."))
    assert "Traceback" in report.read_text()
    report.unlink()
    monkeypatch.undo()
    assert len(Match.loads(kept[0].read_text(), leduc()).steps) > 3


def test_a_choice_that_a_program_may_not_make_keeps_the_game(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def cheats(match: Match, seat: int) -> None:
        match.play(seat, "fold" if match.steps[-1].chance else "dance")

    monkeypatch.setattr("bagarre.match.Match.let_play", cheats)
    answer = command("play", "leduc", "--seed", "1", typed="raise\n")
    assert answer.code == 2
    assert "« dance »" in answer.err
    assert "--resume" in answer.out
    assert len(list((tmp_path / "data").rglob("*.jsonl"))) == 1


# The real command, at a real terminal.


class Terminal:
    """A command at a pseudo-terminal."""

    def __init__(self, *argv: str, env: dict[str, str]) -> None:
        self.master, slave = pty.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "bagarre.cli.main", *argv],
            stdin=slave, stdout=slave, stderr=slave, env=env, start_new_session=True,
            # A test run in the background may have inherited a deaf ear for Ctrl-C.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509
        )  # fmt: skip
        os.close(slave)
        self.shown = b""

    def wait_for(self, text: str, seconds: float = PATIENCE) -> None:
        end, wanted = time.monotonic() + seconds, text.encode()
        while wanted not in self.shown:
            ready, _, _ = select.select([self.master], [], [], max(0, end - time.monotonic()))
            piece = b""
            if ready:
                with suppress(OSError):  # the other side was closed
                    piece = os.read(self.master, 65536)
            assert piece, f"{text!r} was not shown: {self.shown.decode(errors='replace')}"
            self.shown += piece
        self.shown = self.shown.partition(wanted)[2]

    def type(self, text: str) -> None:
        os.write(self.master, text.encode())

    def wait_until_it_reads(self) -> None:
        """Until the command sleeps at its prompt: a signal just before that waits for the next key (readline's own race)."""
        waits = Path(f"/proc/{self.process.pid}/wchan")
        for _ in range(300):
            if waits.exists() and waits.read_text().startswith(
                ("poll", "do_select", "select", "n_tty_read", "wait_woken")
            ):
                return
            time.sleep(0.01)

    def end(self) -> int:
        code = self.process.wait(PATIENCE)
        os.close(self.master)
        return code


@pytest.fixture
def terminal_environment(tmp_path: Path) -> dict[str, str]:
    return os.environ | {
        "BAGARRE_LANG": "fr", "BAGARRE_CACHE": str(tmp_path / "cache"), "XDG_DATA_HOME": str(tmp_path / "data"),
        "TERM": "xterm-256color", "COLUMNS": "80", "LINES": "24",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 130), (signal.SIGHUP, 130)]
)
def test_interrupted_at_a_terminal_keeps_the_game(
    terminal_environment: dict[str, str], tmp_path: Path, number: int, code: int
) -> None:
    terminal = Terminal("play", "boss-quest", "--seed", "1", env=terminal_environment)
    terminal.wait_for("› ")
    terminal.type("1\n")
    terminal.wait_for("› ")
    terminal.wait_until_it_reads()
    terminal.process.send_signal(number)
    terminal.wait_for("--resume")
    assert terminal.end() == code
    assert len(list((tmp_path / "data").rglob("*.jsonl"))) == 1


def test_a_terminal_that_is_gone_keeps_the_game(terminal_environment: dict[str, str], tmp_path: Path) -> None:
    terminal = Terminal("play", "boss-quest", "--seed", "1", env=terminal_environment)
    terminal.wait_for("› ")
    terminal.type("1\n")
    terminal.wait_for("› ")
    os.close(terminal.master)
    terminal.process.wait(PATIENCE)
    assert len(list((tmp_path / "data").rglob("*.jsonl"))) == 1


def test_end_of_input_at_a_terminal(terminal_environment: dict[str, str]) -> None:
    terminal = Terminal("play", "boss-quest", "--seed", "1", env=terminal_environment)
    terminal.wait_for("› ")
    terminal.type("\x04")
    terminal.wait_for("l'entrée s'est fermée")
    assert terminal.end() == 2


def test_playing_needs_no_compiler(tmp_path: Path) -> None:
    code = (
        "import sys, io; sys.stdin = io.StringIO('1\\n1\\n1\\nu\\nq\\n')\n"
        "from bagarre.cli.main import main\n"
        "assert main(['play', 'boss-quest', '--seed', '1']) == 0\n"
        "assert 'numba' not in sys.modules and 'numpy' not in sys.modules"
    )
    environment = os.environ | {"XDG_DATA_HOME": str(tmp_path)}
    subprocess.run(
        [sys.executable, "-c", code], env=environment, check=True, timeout=PATIENCE, stdout=subprocess.DEVNULL
    )


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("name = ", "pack.toml : TOML illisible"),
        ('[weapons.hammer]\nvalue = "heavy"', "pack.toml : "),
        ("[dragons]\nbig = true", "pack.toml : "),
    ],
)
def test_broken_packs(command: Command, tmp_path: Path, text: str, told: str) -> None:
    file = tmp_path / "pack.toml"
    file.write_text(text)
    assert told in command("play", "boss-quest", "--pack", file).complaint
    assert (
        told in command("simulate", "boss-quest", "--interpreted", "--games", "1", "--pack", file).complaint
    )


def test_the_game_for_one(command: Command) -> None:
    answer = command("play", "boss-quest", "--solo", "--seed", "1", typed="1\nq\n")
    assert answer.code == 0
    assert "Joueur 1" in answer.out
    assert "Ordi" not in answer.out


def test_giving_up_asks_twice(command: Command, tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    stays = command("play", "leduc", "--seed", "1", typed=f"concede\nn\ns {file}\nq\n")
    assert "vraiment abandonner" in stays.out
    assert "concede" not in file.read_text()


@pytest.mark.parametrize("word", ["concede", "abandonner"])
def test_giving_up_against_bots_ends_the_game(command: Command, word: str) -> None:
    answer = command("play", "leduc", "--seed", "1", typed=f"{word}\no\n")
    assert answer.code == 0
    assert "abandonne la partie." in answer.out
    assert "abandon" in answer.out.split("abandonne la partie.")[-1], "the reason of the end"


def test_giving_up_among_friends_lets_a_program_play_on(command: Command) -> None:
    answer = command(
        "play",
        "leduc",
        "--seats",
        "human,human,human",
        "--players",
        "Ada,Blaise,Carole",
        "--seed",
        "1",
        typed="\nconcede\no\n\nq\n",
    )
    assert answer.code == 0
    assert "Un bot joue désormais pour Ada." in answer.out


@pytest.mark.parametrize(
    ("lang", "word", "told", "shares"),
    [("fr", "conseil", "Un conseil", "sur 100"), ("en", "hint", "A hint", "of 100")],
)
def test_a_hint_on_request(command: Command, lang: str, word: str, told: str, shares: str) -> None:
    answer = command("--lang", lang, "play", "leduc", "--seed", "1", typed=f"{word}\nq!\n")
    assert told in answer.out
    assert shares in answer.out


def test_a_coach_begins_in_the_simplest_way_and_explains_no_more_than_a_screen(command: Command) -> None:
    told = command("play", "baston", "--coach", "--seed", "1", typed="liste\nq!\n").out
    assert "au bout de 6 tours" in told, "the first brawl"
    assert "Ordi 3" not in told, "two men each, and no other bots"
    coached, everything = told.split("autres choix", 1)
    assert "Dudule fait un pas vers la droite" in coached
    assert "M3G" not in coached, "a step with a turn is not for beginners"
    assert "M3G" in everything
    whole = command("play", "baston", "--coach", "--scenario", "brawl", "--seed", "1", typed="q!\n").out
    assert "au bout de 15 tours" in whole


def test_bots_of_a_level_have_names_and_tempers(command: Command) -> None:
    answer = command("play", "leduc", "--seed", "1", "--seats", "human,facile,search:4", typed="q!\n")
    assert "●●○○○ Facile · " in answer.out
    assert "●●●●○ Fort · " in answer.out
