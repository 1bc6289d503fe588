"""Many games from the command line."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from tests.cli.conftest import Command

QUICK = ("--games", "60", "--seats", "scripted,random", "--interpreted")


def test_table(command: Command) -> None:
    answer = command("simulate", "leduc", *QUICK)
    assert answer.code == 0
    assert "60 parties, graine 1" in answer.out
    assert "0 scripted" in answer.out
    assert "relances" in answer.out
    assert "abattage" in answer.out
    assert "décisions/s" in answer.out
    assert "seats" not in answer.err


def test_json_and_seed(command: Command) -> None:
    first, again, other = (
        json.loads(command("simulate", "leduc", *QUICK, "--json", "--seed", seed).out)
        for seed in ("a", "a", "b")
    )
    assert first.pop("speed")
    assert again.pop("speed")
    assert first == again
    assert first["seats"] != other["seats"]
    assert first["games"] == first["finished"] == sum(first["endings"].values()) == 60


@pytest.mark.parametrize("suffix", ["csv", "parquet"])
def test_rows(command: Command, tmp_path: Path, suffix: str) -> None:
    file = tmp_path / f"games.{suffix}"
    told = json.loads(command("simulate", "leduc", *QUICK, "--json", "--out", file).out)
    if suffix == "csv":
        with file.open() as opened:
            rows = list(csv.DictReader(opened))
    else:
        parquet = pytest.importorskip("pyarrow.parquet")
        rows = parquet.read_table(file).to_pylist()
    assert [int(row["game"]) for row in rows] == list(range(60))
    assert sum(int(row["place_0"]) == 1 for row in rows) == told["seats"][0]["wins"]
    assert sum(int(row["length"]) for row in rows) / 60 == told["length"]["mean"]
    assert sum(row["ending"] == "folds" for row in rows) == told["endings"]["folds"]
    assert sum(int(row["raises"]) for row in rows) / 60 == told["stats"]["raises"]["mean"]


@pytest.mark.parametrize(
    ("argv", "told"),
    [
        (["--games", "0"], "option games : valeur « 0 » refusée"),
        (["--games", "many"], "option games : valeur « many » refusée"),
        (["--workers", "-1"], "option workers"),
        (
            ["--seats", "scripted,human"],
            "joueur inconnu « human » (permis : random, scripted, noisy, search, search:1–5, module:function, program:./file)",
        ),
        (["--seats", "random"], "se joue à 2–4 joueurs, pas à 1"),
        (["--raises", "many"], "option raises : valeur « many » refusée"),
        (["--out", "games.xls"], "games.xls : on peut écrire .csv ou .parquet"),
        (
            ["--out", "/nowhere/games.csv"],
            "/nowhere/games.csv : écriture impossible (fichier ou dossier introuvable)",
        ),
        (["--pack", "/nowhere.toml"], "/nowhere.toml"),
    ],
)
def test_bad_input(command: Command, argv: list[str], told: str) -> None:
    assert told in command("simulate", "leduc", "--interpreted", *argv).complaint


def test_a_failed_run_leaves_the_old_file(command: Command, tmp_path: Path) -> None:
    file = tmp_path / "games.csv"
    file.write_text("old")
    command("simulate", "leduc", "--seats", "scripted,human", "--out", file)
    assert file.read_text() == "old"
    assert list(tmp_path.glob(".games*")) == []


@pytest.mark.parametrize(("lang", "word", "told"), [("fr", "facile", "Facile"), ("en", "strong", "Strong")])
def test_levels_in_simulations(command: Command, lang: str, word: str, told: str) -> None:
    answer = command(
        "--lang", lang, "simulate", "leduc", "--seats", f"{word},random", "--games", "4", "--interpreted"
    )
    assert f"({told})" in answer.out
