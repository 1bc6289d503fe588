"""`bagarre study tune`: figures within bounds, the same again after a break, with what was before and what is after."""

from __future__ import annotations

from pathlib import Path

import pytest

from bagarre.cli.main import main
from bagarre.games import find_game
from bagarre.kernel.errors import Mistake
from bagarre.kernel.figures import changed, figures, find
from bagarre.kernel.game import Game
from bagarre.lab.study import tuning as tuning_module
from bagarre.lab.study.balance import PartFindings
from bagarre.lab.study.tuning import Trial, Tuning, suggestion, tune

FILE = """
game = "badass-force"
part = "vhs"
players = [3]
deals = 3
confirm = 2
trials = 4

[target]
kind = "weapon"
only = ["bazooka"]

[[parameter]]
table = "weapon"
id = "bazooka"
field = "trigger"
low = 1
high = 6

[[parameter]]
table = "weapon"
id = "grenade"
field = "max"
low = 3
high = 5
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "weapons.toml"
    path.write_text(FILE, encoding="utf-8")
    return path


def test_the_command_prints_keeps_and_goes_on(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(["--lang", "en", "study", "tune", str(file), "--interpreted"]) == 0
    text = capsys.readouterr().out
    assert "| `weapon.bazooka.trigger` | 4 | " in text
    assert "4 trials of 3 deals" in text
    kept = (tmp_path / "weapons.tuning" / "trials.jsonl").read_bytes()
    assert list((tmp_path / "weapons.tuning").glob("confirm-*/vhs/cell-*.npz")), "what confirms is kept too"
    assert kept.count(b"\n") == 5
    # Broken off after two trials, the second half written: the same again to the byte.
    lines = kept.splitlines(keepends=True)
    (tmp_path / "weapons.tuning" / "trials.jsonl").write_bytes(b"".join(lines[:3]) + lines[3][:9])
    assert main(["--lang", "en", "study", "tune", str(file), "--interpreted"]) == 0
    assert capsys.readouterr().out == text
    assert (tmp_path / "weapons.tuning" / "trials.jsonl").read_bytes() == kept


def test_another_tuning_is_left_alone(file: Path, tmp_path: Path) -> None:
    asked = Tuning.read(file)
    tuning_module.Kept(tmp_path / "kept", asked).add(Trial((4, 3), 0.1, 0.1))
    file.write_text(FILE.replace("high = 6", "high = 5"), encoding="utf-8")
    with pytest.raises(Mistake, match="study_other"):
        tuning_module.Kept(tmp_path / "kept", Tuning.read(file))


def test_it_finds_what_is_fair(file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a share that the figure decides alone, the figure is found, and the one that decides nothing is left."""
    asked = Tuning.read(file)
    far = {1: 0.3, 2: 0.2, 3: 0.1, 4: 0.15, 5: 0.05, 6: 0.4}
    measured: list[tuple[int, ...]] = []

    def measure(self: Tuning, values: tuple[int, ...], deals: int, seed: str, **how: object) -> object:
        measured.append(tuple(values))
        return far[values[0]]

    monkeypatch.setattr(Tuning, "measure", measure)
    monkeypatch.setattr(Tuning, "distance", lambda self, found: found)
    monkeypatch.setattr(tuning_module.Tuned, "toml", lambda self: "")
    asked = Tuning(**{name: getattr(asked, name) for name in asked.__dataclass_fields__} | {"trials": 40})
    found = tune(asked, tmp_path / "kept", compiled=False)
    assert measured[0] == (4, 3), "the shipped figures first"
    assert found.best.values == (5, 3)
    assert len(measured) < 42, "what was tried before is not played again"


def test_what_comes_next_depends_on_the_trials_alone(file: Path) -> None:
    asked = Tuning.read(file)
    before = [Trial((4, 3), 0.1, 0.1), Trial((2, 4), 0.2, 0.203), Trial((5, 5), float("inf"), float("inf"))]
    assert suggestion(asked, before) == suggestion(asked, list(before))
    assert 1 <= suggestion(asked, before)[0] <= 6


def test_figures_that_the_game_refuses_cost_a_trial_and_no_more(file: Path) -> None:
    asked = Tuning.read(file)
    trial = tuning_module.attempt(asked, (6, 99), [], {"compiled": False})
    assert trial.loss == float("inf")


def test_shares_are_those_of_the_target(file: Path) -> None:
    asked = Tuning.read(file)
    found = asked.measure((4, 3), 2, "1", compiled=False)
    assert isinstance(found, PartFindings)
    assert list(asked.shares(found)) == ["bazooka"]
    assert asked.cost((6, 4)) == pytest.approx(0.003)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('game = "badass-force"', 'game = "chess"'),
        ('part = "vhs"', 'part = "laserdisc"'),
        ("players = [3]", "players = [9]"),
        ("deals = 3", "deals = 0"),
        ("trials = 4", 'trials = "many"'),
        ('kind = "weapon"', 'kind = "spell"'),
        ('only = ["bazooka"]', 'only = ["spoon"]'),
        ('only = ["bazooka"]', "share = 7"),
        ('field = "trigger"', 'field = "colour"'),
        ("low = 1", "low = 5"),
        ("high = 6", "high = 2"),
        ("[target]", "[goal]"),
        ("[[parameter]]", "[[figure]]"),
    ],
)
def test_bad_input_is_one_line(file: Path, old: str, new: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert old in FILE
    file.write_text(FILE.replace(old, new), encoding="utf-8")
    for lang in ("fr", "en"):
        assert main(["--lang", lang, "study", "tune", str(file), "--interpreted"]) == 2
        assert capsys.readouterr().err.count("\n") == 1


def test_a_game_without_subjects_has_nothing_to_tune(
    file: Path, leduc: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tuning_module, "find_game", lambda name: leduc)
    with pytest.raises(Mistake, match="nothing_to_tune"):
        Tuning.read(file)


def test_without_its_library_one_line(file: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(tuning_module, "find_spec", lambda name: None)
    with pytest.raises(Mistake, match="extra_missing"):
        tune(Tuning.read(file), tmp_path / "kept")


def test_a_scenario_is_tuned_where_it_is_played(tmp_path: Path) -> None:
    """Figures of `[scenarios.destroy]`, deep in a list, and below nothing."""
    path = tmp_path / "palace.toml"
    path.write_text(
        """
game = "baston"
part = "scenarios"
settings = ["destroy"]
[target]
kind = "side"
only = ["1"]
[[parameter]]
table = "scenarios"
id = "destroy"
field = "score.2.base"
low = -4
high = 20
""",
        encoding="utf-8",
    )
    asked = Tuning.read(path)
    content = asked.found.content(asked.pack([-4]))
    assert content.scenarios["destroy"].entry.data["score"][1]["base"] == -4
    found = asked.measure([-4], 2, "1", compiled=False)
    assert [variant.name for variant in found.study.variants] == ["destroy"]
    assert list(asked.shares(found)) == ["1"]
    path.write_text(path.read_text().replace('["destroy"]', '["attic"]'), encoding="utf-8")
    with pytest.raises(Mistake, match="attic"):
        Tuning.read(path)


@pytest.mark.parametrize("name", ["boss-quest", "badass-force", "battleworld", "baston"])
def test_every_figure_can_be_put_into_a_pack(name: str) -> None:
    """A pack with a shipped figure as it is changes nothing but where the entry comes from."""
    game = find_game(name)
    known = figures(game)
    assert len({figure.path for figure in known}) == len(known) > 30
    for figure in known[:: max(1, len(known) // 12)]:
        game.content((changed(game, {figure: figure.value}),))
    with pytest.raises(Mistake, match="no_figure"):
        find(known, "weapon", "spoon", "length")
