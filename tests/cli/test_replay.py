"""Looking back at recorded games, honest and otherwise."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Command, resealed


def lines_of(file: Path) -> list[dict[str, Any]]:
    return [
        {k: v for k, v in json.loads(line).items() if k != "seal"} for line in file.read_text().splitlines()
    ]


def test_the_whole_game_in_words(command: Command, saved: Path) -> None:
    answer = command("replay", saved)
    assert answer.code == 0
    assert "Joueur 1 › raise" in answer.out
    assert "Ordi 2 reçoit A.  LE-DEAL-1" in answer.out, "a replay is open unless a seat is named"


def test_a_seat_sees_what_it_saw(command: Command, saved: Path) -> None:
    answer = command("replay", saved, "--seat", 0)
    assert "Ordi 2 reçoit une carte." in answer.out
    assert "Ordi 2 ›" not in answer.out


def test_one_position(command: Command, saved: Path) -> None:
    deal = command("replay", saved, "--to", 0)
    assert "coup 0 sur" in deal.out
    assert "relance" not in deal.out


def test_json(command: Command, saved: Path) -> None:
    told = json.loads(command("replay", saved, "--json", "--to", 2, "--lang", "en").out)
    assert [step["choice"] for step in told["steps"]] == [None, "raise", "raise"]
    assert told["steps"][1]["events"] == [
        {"kind": "raises", "text": "Joueur 1 raises (3).", "clause": "LE-BET-2"}
    ]
    assert told["outcome"] is None
    seen = json.loads(command("replay", saved, "--json", "--seat", 0).out)
    assert {step["choice"] for step in seen["steps"] if step["seat"] != 0} == {None}
    assert [seat["card"] for seat in seen["view"]["seats"]] == ["K", None, None]


def test_a_finished_game_has_an_outcome(command: Command, tmp_path: Path) -> None:
    file = tmp_path / "g.jsonl"
    from bagarre.match import Match
    from tests.house import leduc

    match = Match(leduc(), 2, seed=5)
    match.play(0, "raise")
    match.play(1, "fold")
    match.save(file)
    told = json.loads(command("replay", file, "--json").out)
    assert told["outcome"] == {"ending": "folds", "ranks": [1, 2], "scores": [2, -2]}
    assert "tous les autres se sont couchés" in command("replay", file).out


@pytest.mark.parametrize(
    ("argv", "told"),
    [
        (["--to", "99"], "pas de coup 99"),
        (["--to", "x"], "pas de coup x"),
        (["--seat", "3"], "pas de siège 3"),
    ],
)
def test_no_such_step_or_seat(command: Command, saved: Path, argv: list[str], told: str) -> None:
    assert told in command("replay", saved, *argv).complaint


# Bad records: one line each, whether replayed or resumed.


def bad_records(good: str, lines: list[dict[str, Any]]) -> dict[str, tuple[str | bytes, str]]:
    header = lines[0]
    return {
        "empty": ("", "vide"),
        "binary": (b"\xff\xfe\x00", "pas un fichier texte"),
        "prose": ("Once upon a time\n", "ligne 1 : illisible"),
        "other json": ('{"a": 1}\n', "n'est pas une partie de Bagarre"),
        "nested": ("[" * 100_000, "ligne 1 : illisible"),
        "truncated": (good[: len(good) - 20], f"ligne {len(lines)} : illisible ou tronquée"),
        "only a header": (good.split("\n", maxsplit=1)[0] + "\n", "en-tête est incomplet"),
        "changed": (good.replace('"choice": "raise"', '"choice": "call"', 1), "ligne 3 : modifiée après coup"),
        "line removed": ("\n".join(good.split("\n")[:3] + good.split("\n")[4:]), "ligne 4 : modifiée après coup"),
        "future format": (resealed([header | {"bagarre": 99}, *lines[1:]]), "format 99, plus récent"),
        "future rules": (resealed([header | {"rules_version": 99}, *lines[1:]]), "règles 99 de Leduc, plus récentes"),
        "other game": (resealed([header | {"game": "chess"}, *lines[1:]]), "jeu inconnu « chess »"),
        "forged seed": (resealed([header | {"seed": "42"}, *lines[1:]]), "engagement"),
        "no players": (resealed([{k: v for k, v in header.items() if k != "players"}, *lines[1:]]), "en-tête"),
        "odd options": (resealed([header | {"options": {"raises": 9}}, *lines[1:]]), "option raises"),
        "forged pack": (resealed([header | {"packs": [{"name": "p", "text": "", "digest": "x"}]}, *lines[1:]]), "empreinte"),
        "forged deal": (resealed([header, {"deal": [0, 0, 0]}, *lines[2:]]), "hasard"),
        "huge deal": (resealed([header, {"deal": [10**400]}, *lines[2:]]), "hasard"),
        "infinite deal": (resealed([header, {"deal": [float("inf")]}, *lines[2:]]), "ligne 2 : illisible"),
        "forged choice": (resealed([*lines[:2], {"seat": 0, "choice": "fold"}]), "ligne 3 : « fold » n'est pas permis"),
        "forged seat": (resealed([*lines[:2], {"seat": 7, "choice": "call"}]), "ligne 3 : il n'y a pas de siège 7"),
        "unreadable choice": (resealed([*lines[:2], {"seat": 0, "choice": "dance"}]), "ligne 3 : « dance »"),
        "forged chance": (resealed([*lines[:2], {"seat": 0, "choice": "call", "chance": [1]}]), "ligne 3 : les résultats du hasard"),
        "forged end": (resealed([*lines, {"end": "showdown", "ranks": [1, 2, 3]}]), "la fin enregistrée"),
        "empty line": (resealed([*lines, {}]), "illisible"),
        "undo of nothing": (resealed([*lines[:2], {"undo": 3}]), "rien à reprendre"),
    }  # fmt: skip


KINDS = list(bad_records("{}\n" * 5, [{}, {}]))


@pytest.mark.parametrize("kind", KINDS)
def test_bad_records(command: Command, saved: Path, tmp_path: Path, kind: str) -> None:
    text, told = bad_records(saved.read_text(), lines_of(saved))[kind]
    file = tmp_path / "bad.jsonl"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    assert told in command("replay", file).complaint
    assert told in command("play", "--resume", file).complaint


def test_a_huge_file_is_refused(command: Command) -> None:
    assert "trop grand" in command("replay", "/dev/zero").complaint


def test_a_record_of_older_rules_is_shown_as_far_as_it_follows(
    command: Command, saved: Path, tmp_path: Path
) -> None:
    lines = lines_of(saved)
    header = lines[0] | {"rules_version": lines[0]["rules_version"] - 1}
    file = tmp_path / "old.jsonl"
    file.write_text(resealed([header, *lines[1:3], {"seat": 0, "choice": "fold"}]))
    answer = command("replay", file)
    assert answer.code == 0
    assert "ligne 4 : écrite sous les règles" in answer.out
    assert "coup 1 sur 1" in answer.out
    assert "écrite sous les règles" in json.loads(command("replay", file, "--json").out)["problem"]
    assert "écrite sous les règles" in command("play", "--resume", file).complaint
