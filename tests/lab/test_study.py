"""Studies: the same to the byte for any number of workers, resumable, with intervals that respect which games belong together."""

from __future__ import annotations

import contextlib
import gc
import json
import os
import signal
import subprocess
import threading
import tomllib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any, ClassVar

import numpy as np
import pytest

from bagarre.cli.main import main
from bagarre.games import find_game
from bagarre.kernel.errors import Mistake
from bagarre.lab.study import Study, Variant, running
from bagarre.lab.study.clauses import (
    REASONS,
    citable,
    family,
    measure_clauses,
    staged_clauses,
    unseen_reasons,
    ways_to_play,
)
from bagarre.lab.study.results import CellRows, Results, mean_of
from bagarre.lab.study.rulings import everything, measure_rulings, variants_of

GAMES = ("boss-quest", "badass-force", "battleworld", "baston")
TABLES = (("scripted", "random"), ("random", "random", "random"))
VARIANTS = (Variant("usual"), Variant("by_attack", (("second_ranking", "by_attack"),)))


def small(**changes: Any) -> Study:
    given: dict[str, Any] = {"tables": TABLES, "variants": VARIANTS, "deals": 20, "seed": "7"}
    return Study("boss-quest", **(given | changes))


def same(one: Results, other: Results) -> bool:
    return len(one.cells) == len(other.cells) and all(
        np.array_equal(getattr(mine, name), getattr(theirs, name))
        for mine, theirs in zip(one.cells, other.cells)
        for name in CellRows.NAMES
    )


@pytest.fixture(scope="module")
def results() -> Results:
    return small().run(compiled=False)


def test_any_number_of_workers_gives_the_same_games(results: Results) -> None:
    assert same(results, small().run(workers=2, compiled=False))


def test_everybody_sits_everywhere_on_the_same_deals(results: Results) -> None:
    mixed, alike = results.cells[0], results.cells[2]
    assert mixed.places.shape == (40, 2)
    assert sorted(set(mixed.rotations.tolist())) == [0, 1]
    assert alike.places.shape == (20, 3), "seats that are all alike need not be rotated"
    assert results.share(0, 0).value > 0.9
    assert results.share(0, 0).value + results.share(0, 1).value == pytest.approx(1.0)
    assert sum(results.seat_share(0, seat).value for seat in range(2)) == pytest.approx(1.0)
    assert results.changed(0, 0) == 0.0


def test_a_study_that_was_broken_off_goes_on_and_loses_one_batch_at_most(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, results: Results
) -> None:
    monkeypatch.setattr("bagarre.lab.study.description.MANY", 5)
    played: list[tuple[int, int]] = []

    def counted(study: Study, cell: int, batch: int, fast: bool) -> CellRows:
        if len(played) == 6:
            raise KeyboardInterrupt
        played.append((cell, batch))
        return play_batch(study, cell, batch, fast)

    play_batch = running.play_batch
    monkeypatch.setattr(running, "play_batch", counted)
    with pytest.raises(KeyboardInterrupt):
        small().run(tmp_path / "kept", compiled=False)
    monkeypatch.setattr(running, "play_batch", play_batch)
    kept = sorted(file.name for file in (tmp_path / "kept").glob("*.npz"))
    assert len(kept) == 6
    # Whatever a file holds that is no batch, it is played again.
    whole = (tmp_path / "kept" / kept[1]).read_bytes()
    for file, data in zip(kept, (b"broken", whole[: len(whole) // 2], b"", b"PK" + whole[2:900], b"\0" * 99)):
        (tmp_path / "kept" / file).write_bytes(data)
    assert same(results, small().run(tmp_path / "kept", compiled=False))


def test_games_as_data_frames(tmp_path: Path, results: Results) -> None:
    """The same rows in pandas, in polars and in the Parquet file; a seat that a table lacks is missing, not zero."""
    columns = results.columns()
    frame, other = results.to_pandas(), results.to_polars()
    assert list(frame.columns) == other.columns == list(columns)
    assert len(frame) == len(other) == sum(len(rows.deals) for rows in results.cells)
    for name, wanted in columns.items():
        assert other[name].to_list() == wanted, name
        assert frame[name].astype(object).where(frame[name].notna(), None).tolist() == wanted, name
    assert other["place_2"].null_count() == frame["place_2"].isna().sum() == 80
    wins = frame[frame["cell"] == 0].groupby("table")["place_0"].apply(lambda places: (places == 1).mean())
    assert wins.iloc[0] == pytest.approx(results.share(0, 0).value)
    results.save(tmp_path / "games.parquet")
    import polars

    assert polars.read_parquet(tmp_path / "games.parquet").equals(other)


@pytest.mark.parametrize("package", ["pandas", "polars"])
def test_a_data_frame_that_is_not_installed_is_named_with_its_extra(
    package: str, results: Results, monkeypatch: pytest.MonkeyPatch
) -> None:
    from bagarre.lab.study import results as module

    monkeypatch.setattr(module, "find_spec", lambda name: None)
    with pytest.raises(Mistake, match="extra_missing") as missing:
        getattr(results, f"to_{package}")()
    assert package in missing.value.say("en")
    assert "frames" in missing.value.say("en")


@pytest.mark.parametrize(("place", "most"), [("threads", 1), ("processes", 8), ("ray", 8)])
def test_more_is_handed_over_at_once_while_batches_take_no_time(
    place: str, most: int, results: Results, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Handing over costs more than playing a short batch; threads hand nothing over. How many does not show in what was found."""
    monkeypatch.setattr("bagarre.lab.study.description.MANY", 1)
    monkeypatch.setattr(running, "find_spec", lambda name: True)
    monkeypatch.setattr(running, "BRIEF", float("inf"))
    monkeypatch.setattr(running, "MOST_AT_ONCE", 8)
    handed: list[int] = []

    def played(self: running.Workers, todo: Sequence[tuple[Any, ...]]) -> Iterator[list[CellRows]]:
        handed.extend(len(piece[2]) for piece in todo)
        return (running.play_batches(*piece) for piece in todo)

    monkeypatch.setattr(running.Workers, "_played", played)
    work = running.Workers(2, place, True)
    asked = small()
    cells = [running._run_cell(asked, cell, None, work, False, lambda *_: None) for cell in asked.cells]
    assert same(results, Results(asked, cells))
    assert max(handed) == most


def _freed() -> int:
    """How many objects a garbage collector looks at in a process that has played."""
    running.play_elsewhere(small(), 0, [0], False)
    return len(gc.get_objects())


def test_what_a_process_has_loaded_is_not_looked_through_for_garbage() -> None:
    """joblib collects garbage in its processes every second: what is there for ever must not be looked at each time."""
    from joblib import Parallel, delayed

    here = len(gc.get_objects())
    assert max(Parallel(2, backend="loky")(delayed(_freed)() for _ in range(2))) < here / 10


def test_batches_that_take_long_are_handed_over_one_by_one() -> None:
    workers = running.Workers(3, "processes", False)
    workers.took(running.BRIEF)
    assert workers.ahead == 6


def test_another_study_is_not_mixed_into_a_folder(tmp_path: Path) -> None:
    small(deals=4).run(tmp_path, compiled=False)
    with pytest.raises(Mistake, match="study_other"):
        small(deals=4, seed="8").run(tmp_path, compiled=False)
    (tmp_path / "study.json").write_text("?", encoding="utf-8")
    with pytest.raises(Mistake, match="study_folder"):
        small(deals=4).run(tmp_path, compiled=False)


def test_it_stops_when_it_is_sure_enough_wherever_it_is_played() -> None:
    asked = small(tables=(("random", "random"),), variants=(Variant("usual"),), deals=400, until=0.1)
    alone, together = asked.run(compiled=False), asked.run(workers=2, compiled=False)
    assert same(alone, together)
    assert alone.share(0, 0).deals == 128
    assert alone.share(0, 0).half <= 0.1


def test_intervals_count_deals_and_hold_the_truth_as_often_as_they_say() -> None:
    """Games of a deal that are copies of each other teach nothing new: the interval must not shrink with them."""
    dice = np.random.default_rng(3)
    inside = 0
    for _ in range(400):
        each = (dice.random(200) < 0.3).astype(float)
        found = mean_of(each, share=True)
        inside += found.low <= 0.3 <= found.high
    assert 365 <= inside <= 393
    never = mean_of(np.zeros(50), share=True)
    assert never.low == pytest.approx(0.0)
    assert never.high > 0.05


def test_shared_wins_are_shared(results: Results) -> None:
    credit = results.credits(0)
    assert set(np.round(credit.sum(axis=1), 9)) <= {0.0, 1.0}


DESCRIPTION = """
title = { fr = "Le second", en = "The second" }
game = "boss-quest"
tables = [["scripted", "random"]]
deals = 6
seed = "3"

[[variant]]
name = "usual"

[[variant]]
name = "by_attack"
options = { second_ranking = "by_attack" }
"""


def test_the_command_keeps_report_and_games(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "second.toml"
    file.write_text(DESCRIPTION, encoding="utf-8")
    for _ in range(2):
        assert main(["study", "run", str(file), "--interpreted", "--lang", "en"]) == 0
    folder = tmp_path / "second.study"
    page = (folder / "report.html").read_text(encoding="utf-8")
    assert "The second" in page
    assert '<main lang="fr">' in page
    assert '<input type="radio" name="lang" id="lang-en" checked>' in page
    assert "<svg" in page
    assert "Points above and below an equal share" in page, "no heat map"
    assert "http" not in page.replace("http-equiv", "")
    from pyarrow import parquet

    table = parquet.read_table(folder / "games.parquet")
    assert table.num_rows == 2 * 2 * 6
    assert set(table.column("variant").to_pylist()) == {"usual", "by_attack"}
    assert json.loads((folder / "study.json").read_text(encoding="utf-8"))["game"] == "boss-quest"


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('tables = [["scripted", "random"]]', 'tables = ["scripted"]', "tables"),
        ("deals = 6", "deals = 0", "deals"),
        ("deals = 6", "deals = 6\nuntil = 2", "until"),
        ('name = "by_attack"', 'name = "usual"', "usual"),
        ('second_ranking = "by_attack"', 'second_ranking = "by_luck"', "second_ranking"),
        ('["scripted", "random"]', '["scripted", "nobody"]', "nobody"),
        ("[[variant]]", "[[variante]]", "variante"),
        ("deals = 6", "deals = 6\nuntil = nan", "until"),
        ("deals = 6", "deals = 99999999999", "deals"),
        ("deals = 6", 'deals = "six"', "deals"),
        ('seed = "3"', "seed = 3", "seed"),
        ('seed = "3"', 'rotate = "yes"', "rotate"),
        ('["scripted", "random"]', '["scripted"]', "1"),
        ('["scripted", "random"]', "[]", "tables"),
        ('options = { second_ranking = "by_attack" }', 'options = "all"', "options"),
        ('options = { second_ranking = "by_attack" }', 'packs = ["nowhere.toml"]', "nowhere.toml"),
        ('options = { second_ranking = "by_attack" }', "packs = [7]", "packs"),
        ('title = { fr = "Le second", en = "The second" }', 'title = "The second"', "title"),
        ('game = "boss-quest"', 'game = "chess"', "chess"),
        ('game = "boss-quest"', "game = ", "wrong.toml"),
    ],
)
def test_a_wrong_description_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], old: str, new: str, told: str
) -> None:
    file = tmp_path / "wrong.toml"
    file.write_text(DESCRIPTION.replace(old, new, 1), encoding="utf-8")
    assert main(["study", "run", str(file), "--lang", "en"]) == 2
    error = capsys.readouterr().err
    assert told in error
    assert error.count("\n") == 1
    assert not (tmp_path / "wrong.study").exists()


@pytest.mark.parametrize("place", ["moon", "", "threads://here", "ray://", "://"])
def test_places_that_are_not_there_are_refused(place: str) -> None:
    with pytest.raises(Mistake, match="option_value"):
        small().run(on=place, compiled=False)


def test_a_cluster_that_does_not_answer_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    ray = pytest.importorskip("ray", reason="ray is not installed: pip install 'bagarre[ray]'")

    def away(**_: Any) -> None:
        raise ConnectionError("nobody there\nand more")

    monkeypatch.setattr(ray, "init", away)
    with pytest.raises(Mistake, match="ray_away") as told:
        small().run(on="ray://127.0.0.1:1", compiled=False)
    assert "ray://127.0.0.1:1" in told.value.say("fr")
    assert "more" not in told.value.say("fr")


class Lost(Exception):
    """As Ray's own, where Ray is not installed."""


class InTask(Lost):
    """What went wrong inside a task."""


@dataclass
class Cluster:
    """What a study needs of Ray; hands out so many pieces before it dies."""

    left: int
    fault: type[Exception] = Lost
    dead: str | None = None
    """The process of the node that has died."""
    exceptions: ClassVar[Any] = SimpleNamespace(RayError=Lost, RayTaskError=InTask)

    def remote(self, **_: Any) -> Callable[[Any], Any]:
        return lambda play: SimpleNamespace(remote=lambda *piece: (play, piece))

    def wait(self, handed: Sequence[Any], timeout: float) -> tuple[Sequence[Any], Sequence[Any]]:
        return (handed, []) if self.dead is None else ([], handed)

    @property
    def _private(self) -> Any:
        node = SimpleNamespace(dead_processes=lambda: [(self.dead, None)])
        return SimpleNamespace(worker=SimpleNamespace(_global_node=node))

    def get(self, handed: Any) -> Any:
        if self.left == 0:
            raise self.fault("the raylet died\nand more")
        self.left -= 1
        return handed[0](*handed[1])


@pytest.mark.parametrize(("on", "called"), [("ray", "ray"), ("ray://10.0.0.1:10001", "ray://10.0.0.1:10001")])
def test_a_cluster_that_dies_is_one_line_and_the_study_goes_on_from_what_was_kept(
    on: str, called: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(running, "find_spec", lambda name: name)
    cluster = Cluster(left=1)
    monkeypatch.setattr(running.Workers, "_ray", lambda workers: cluster)
    with pytest.raises(Mistake, match="ray_lost") as told:
        small().run(tmp_path, on=on, compiled=False)
    for lang, goes_on in (("fr", "la même commande reprend"), ("en", "the same command goes on")):
        line = told.value.say(lang)
        assert called in line
        assert goes_on in line
        assert "Lost" in line
        assert "\n" not in line
    kept = len(list(tmp_path.glob("cell-*.npz")))
    assert kept > 0
    cluster.left = -1
    assert same(small().run(tmp_path, on=on, compiled=False), small().run(compiled=False))


def test_a_node_whose_process_died_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "find_spec", lambda name: name)
    monkeypatch.setattr(running.Workers, "_ray", lambda workers: Cluster(left=1, dead="raylet"))
    with pytest.raises(Mistake, match="ray_lost") as told:
        small().run(on="ray", compiled=False)
    assert "raylet" in told.value.say("fr")


def test_what_goes_wrong_inside_a_task_is_no_lost_cluster(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "find_spec", lambda name: name)
    monkeypatch.setattr(running.Workers, "_ray", lambda workers: Cluster(left=0, fault=InTask))
    with pytest.raises(InTask):
        small().run(on="ray", compiled=False)


def test_too_many_deals_are_refused() -> None:
    with pytest.raises(Mistake, match="deals"):
        small(deals=10**9).run(compiled=False)


@pytest.mark.parametrize("game", GAMES)
def test_every_option_has_variants(game: str) -> None:
    found = find_game(game)
    named = {variant.name.partition("=")[0] for variant in variants_of(found, {})}
    assert named >= {option.name for option in found.meta.options}
    assert all(
        name not in {v.name.partition("=")[0] for v in variants_of(found, everything(found))}
        for name in everything(found)
    )


def test_rulings_are_measured_on_the_same_deals() -> None:
    found = find_game("boss-quest")
    told = measure_rulings(found, seats=2, player="random", deals=4, seed="1", compiled=False).markdown("en")
    assert "`second_ranking=by_attack`" in told
    assert "4 deals a line" in told


def test_what_changes_nothing_is_named_under_the_table() -> None:
    found = find_game("boss-quest")
    base = {"max_rounds": 1}
    told = measure_rulings(found, seats=2, player="random", deals=4, seed="1", base=base, compiled=False)
    same = next(part for part in told.markdown("en").split("\n\n") if part.startswith("Nothing changed"))
    assert "`all_dead=most_keys`" in same
    assert "| `all_dead=most_keys`" not in told.markdown("en")


def test_rulings_that_nothing_could_be_compared_with_are_refused() -> None:
    found = find_game("boss-quest")
    with pytest.raises(Mistake, match="solo"):
        measure_rulings(
            found, seats=2, player="random", deals=2, seed="1", base={"solo": "on"}, compiled=False
        )


def test_every_number_of_players_is_compared_with_its_own_usual_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """An option that changes nothing changes nothing for three players either; what was kept is not played again."""
    asked = [
        *("--lang", "en", "study", "compare", "boss-quest", "--option", "reaper_hp=13", "--interpreted"),
        *("--players", "2,3", "--deals", "3", "--out", str(tmp_path / "kept")),
    ]
    assert main(asked) == 0
    told = capsys.readouterr().out
    assert told.count("Nothing changed in any game: `mine`.") == 2
    assert "3 deals a line, 2 players" in told
    assert "3 deals a line, 3 players" in told
    assert len(list((tmp_path / "kept").glob("*.npz"))) == 4
    assert main(asked) == 0
    assert capsys.readouterr().out == told
    assert main([*asked, "--seed", "2"]) == 2


def test_a_study_of_clauses_that_was_broken_off_goes_on_where_it_stopped(tmp_path: Path) -> None:
    game, file = find_game("boss-quest"), tmp_path / "clauses.jsonl"
    asked: dict[str, Any] = {"games": 6, "asked": 2, "seed": "1", "compiled": False, "out": file}
    whole = measure_clauses(game, **asked)
    kept = file.read_bytes()
    lines = kept.splitlines(keepends=True)
    assert len(lines) == 9
    for left in (b"".join(lines[:4]), b"".join(lines[:8]) + lines[8][:5]):
        file.write_bytes(left)
        found = measure_clauses(game, **asked)
        assert (found.told, found.refused) == (whole.told, whole.refused)
        assert file.read_bytes() == kept
    with pytest.raises(Mistake, match="other_series"):
        measure_clauses(game, **asked | {"games": 7})


def test_clauses_are_counted_and_those_never_seen_are_listed() -> None:
    found = measure_clauses(find_game("boss-quest"), games=12, asked=2, seed="1", compiled=False)
    assert found.told["BQ-FIGHT-9"] > 0
    assert found.refused["BQ-TURN-2"] == 2
    assert "BQ-SETUP-2" in found.unreached["setup"]
    assert "BQ-REAP-11" in found.never
    assert found.staged["BQ-REAP-11"]
    told = found.markdown("fr")
    assert "BQ-REAP-11 | " + ", ".join(found.staged["BQ-REAP-11"]) in told
    assert "rien ne dit pourquoi" not in told


def test_a_game_for_one_is_among_the_ways_to_play() -> None:
    ways = list(ways_to_play(find_game("boss-quest")))
    assert (("random",), {"solo": "on"}) in ways
    assert {len(players) for players, _ in ways} == {1, 2, 3, 4, 5, 6}


@pytest.mark.parametrize("game", GAMES)
def test_every_clause_can_be_seen_or_something_says_why_not(game: str) -> None:
    """What no event and no refusal cites is reached by a scenario, or has its reason in rules.unseen.toml."""
    found = find_game(game)
    known = set(citable(found)) | set(unseen_reasons(found)) | set(staged_clauses(found))
    assert not set(found.rulebook("en").clauses) - known


@pytest.mark.parametrize("game", GAMES)
def test_reasons_for_what_is_not_seen_are_about_clauses_of_the_book(game: str) -> None:
    found = find_game(game)
    told = tomllib.loads((found.folder / "rules.unseen.toml").read_text(encoding="utf-8"))
    book = set(found.rulebook("en").clauses)
    assert set(told) <= set(REASONS)
    for names in told.values():
        assert set(names) <= book | {family(clause) for clause in book}


def _kill_a_worker(stop: threading.Event, killed: list[int]) -> None:
    """End two processes of Ray that are at work, once there are some."""
    while not stop.wait(0.3) and len(killed) < 2:
        found = subprocess.run(
            ["pgrep", "-f", "^ray::play_elsewhere"], capture_output=True, text=True, check=False
        )
        for process in found.stdout.split()[:1]:
            with contextlib.suppress(ProcessLookupError):
                os.kill(int(process), signal.SIGKILL)
                killed.append(int(process))


@pytest.mark.soak
def test_workers_of_ray_that_are_killed_change_nothing() -> None:
    ray = pytest.importorskip("ray", reason="ray is not installed: pip install 'bagarre[ray]'")
    asked = small(tables=(("random",) * 3, ("scripted", "random")), variants=(Variant("usual"),), deals=1200)
    stop, killed = threading.Event(), list[int]()
    killer = threading.Thread(target=_kill_a_worker, args=(stop, killed), daemon=True)
    killer.start()
    try:
        found = asked.run(on="ray", workers=3, compiled=False)
    finally:
        stop.set()
        ray.shutdown()
    assert killed, "nobody was killed"
    assert same(found, asked.run(compiled=False))
