"""`bagarre study tune`: figures of a game's packs, changed until what they decide is as fair as it can be.

Which figures to try is Optuna's business (a tree-structured Parzen estimator). Every trial plays the same deals. What a trial tries depends
on the description and the trials before it alone, so a tuning that was broken off goes on where it stopped and ends at the same figures.
In the end the best figures are compared with the shipped ones on deals that no trial has seen.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from math import isfinite, sqrt
from pathlib import Path
from typing import Any

from bagarre.games import find_game
from bagarre.kernel.errors import Mistake
from bagarre.kernel.figures import Figure, changed, figures, find
from bagarre.kernel.files import make_folder, write_atomically
from bagarre.kernel.game import Game
from bagarre.kernel.pack import Entry, Pack, read_text
from bagarre.kernel.subjects import Part
from bagarre.lab.study.balance import PartFindings, Request, measure_balance, parts_of, told
from bagarre.lab.study.results import Share
from bagarre.lab.telling import lab_words, table

TRIALS = "trials.jsonl"
REFUSED = float("inf")
"""What a trial is worth whose figures the game refuses."""
Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Parameter:
    """A figure that may be changed, between two bounds."""

    figure: Figure
    low: int
    high: int


@dataclass(frozen=True)
class Tuning:
    """What is to be tuned, as its file describes it."""

    game: str
    parameters: tuple[Parameter, ...]
    kind: str
    """The kind of subjects whose shares are to come near `share`."""
    part: str
    """The part of the study of balance that is played."""
    only: tuple[str, ...] = ()
    """Those subjects alone, by id; empty for all of the kind."""
    share: float = 0.5
    """The target, as against one opponent."""
    step: float = 0.001
    """What one step away from a shipped figure costs: nothing is changed for nothing."""
    player: str = "scripted"
    players: tuple[int, ...] = ()
    deals: int = 100
    """Deals of each setting in a trial."""
    confirm: int = 400
    """Deals of each setting on which the best is compared with the shipped figures."""
    trials: int = 60
    seed: str = "1"
    settings: tuple[str, ...] = ()
    """Only these settings of the part: a scenario, a pair; empty for all."""

    @classmethod
    def read(cls, file: str | Path) -> Tuning:
        """:raises Mistake: when the file is wrong; it names the field."""
        path = Path(file)
        root = Pack(path.name, read_text(path)).root()
        root.allow(
            "game", "player", "players", "part", "settings", "deals", "confirm", "trials", "seed", "target", "parameter",
            "note",
        )  # fmt: skip
        game = find_game(root.text("game"))
        parts = {name: part for name, part in parts_of(game).items() if part.kinds}
        if not parts:
            raise Mistake("nothing_to_tune", game=game.meta.title)
        part = root.one_of("part", list(parts), next(iter(parts), ""))
        target = root.entry("target")
        target.allow("kind", "only", "share", "step")
        kind = target.one_of("kind", parts[part].kinds)
        known = [subject.id for subject in game.room("subjects").called(game.content(), kind)]
        for name in target.texts("only"):
            if name not in known:
                raise target.wrong("only", "one_of", value=name, allowed=", ".join(known))
        least, most = game.meta.players[0], game.meta.players[-1]
        return cls(
            game.name,
            _parameters(root, game),
            kind,
            part,
            tuple(target.texts("only")),
            _part(target, "share", 0.5),
            _part(target, "step", 0.001),
            root.text("player", "scripted"),
            tuple(root.numbers("players", least, most)),
            root.number("deals", 2, 1_000_000, 100),
            root.number("confirm", 2, 1_000_000, 400),
            root.number("trials", 1, 10_000, 60),
            root.text("seed", "1"),
            tuple(_settings(root, parts[part], game)),
        )

    @property
    def found(self) -> Game:
        return find_game(self.game)

    @property
    def shipped(self) -> list[int]:
        return [parameter.figure.value for parameter in self.parameters]

    @property
    def digest(self) -> str:
        """What identifies the tuning, without the number of trials: more of them go on from fewer."""
        told = {
            "game": self.game,
            "rules": self.found.meta.rules_version,
            "parameters": [(p.figure.path, p.figure.value, p.low, p.high) for p in self.parameters],
            "target": (self.kind, self.only, self.share, self.step),
            "play": (self.part, self.player, self.players, self.deals, self.seed, *self.settings),
        }
        return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()[:16]

    def pack(self, values: Sequence[int]) -> tuple[Pack, ...]:
        """The figures that differ from the shipped ones, as a pack; none when they are those."""
        different = {
            parameter.figure: value
            for parameter, value in zip(self.parameters, values)
            if value != parameter.figure.value
        }
        return (changed(self.found, different, "tuned.toml"),) if different else ()

    def measure(self, values: Sequence[int], deals: int, seed: str, **how: Any) -> PartFindings:
        """What those figures lead to.

        :raises Mistake: when the game refuses them.
        """
        wanted = Request(
            self.found, deals, self.player, seed, self.players, (self.part,), self.pack(values), self.only,
            self.settings,
        )  # fmt: skip
        return measure_balance(wanted, **how).parts[0]

    def shares(self, found: PartFindings) -> dict[str, list[Share | None]]:
        every = found.shares(self.kind)
        return {name: every[name] for name in self.only or every}

    def distance(self, found: PartFindings) -> float:
        """How far the shares are from the target: the root of their mean square."""
        far = [
            (share.value - self.share) ** 2
            for shares in self.shares(found).values()
            for share in shares
            if share is not None
        ]
        return sqrt(sum(far) / len(far)) if far else REFUSED

    def cost(self, values: Sequence[int]) -> float:
        """Of leaving the shipped figures."""
        return self.step * sum(abs(value - old) for value, old in zip(values, self.shipped))


@dataclass(frozen=True, slots=True)
class Trial:
    values: tuple[int, ...]
    distance: float
    loss: float


def _parameters(root: Entry, game: Game) -> tuple[Parameter, ...]:
    known, found = figures(game), []
    for _, entry in root.entries("parameter"):
        entry.allow("table", "id", "field", "low", "high")
        figure = find(known, entry.text("table"), entry.text("id"), entry.text("field"))
        low = entry.number("low", -1000, min(1000, figure.value))
        found.append(Parameter(figure, low, entry.number("high", max(low, figure.value), 1000)))
    if not found:
        raise root.wrong("parameter", "missing")
    return tuple(found)


def _settings(root: Entry, part: Part, game: Game) -> list[str]:
    known = [setting.name for setting in part.settings(game.content())]
    for name in root.texts("settings"):
        if name not in known:
            raise root.wrong("settings", "one_of", value=name, allowed=", ".join(known[:40]))
    return root.texts("settings")


def _part(entry: Entry, name: str, usual: float) -> float:
    value = entry.data.get(name, usual)
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < 1:
        raise entry.wrong(name, "study_share", value=value)
    return float(value)


# Trying.


def tune(
    tuning: Tuning,
    folder: Path,
    *,
    workers: int = 1,
    on: str = "threads",
    compiled: bool | None = None,
    progress: Progress = lambda trial, trials: None,
) -> Tuned:
    """Try figures, keeping each trial in `folder`, and compare the best with the shipped ones.

    :raises Mistake: when Optuna is not installed, the folder holds another tuning, or the description does not fit the game.
    """
    if find_spec("optuna") is None:
        raise Mistake("extra_missing", package="optuna", extra="tune")
    how: dict[str, Any] = {"workers": workers, "on": on, "compiled": compiled}
    kept = Kept(folder, tuning)
    while len(kept.trials) < tuning.trials:
        values = suggestion(tuning, kept.trials)
        kept.add(attempt(tuning, values, kept.trials, how))
        progress(len(kept.trials), tuning.trials)
    best = min(kept.trials[: tuning.trials], key=lambda trial: trial.loss)
    before = confirmed(tuning, tuning.shipped, folder, how)
    after = confirmed(tuning, best.values, folder, how) if tuning.pack(best.values) else before
    tuned = Tuned(tuning, tuple(kept.trials[: tuning.trials]), best, before, after)
    write_atomically(folder / "tuned.toml", tuned.toml())
    return tuned


def confirmed(tuning: Tuning, values: Sequence[int], folder: Path, how: dict[str, Any]) -> PartFindings:
    """What figures lead to on deals that no trial has seen; kept batch by batch, so that nothing of it is played twice."""
    name = hashlib.sha256(json.dumps([list(values), tuning.confirm]).encode()).hexdigest()[:12]
    seed = f"{tuning.seed}/again"
    return tuning.measure(values, tuning.confirm, seed, folder=folder / f"confirm-{name}", **how)


def attempt(tuning: Tuning, values: tuple[int, ...], before: Sequence[Trial], how: dict[str, Any]) -> Trial:
    """One trial; figures that were tried before are not played again."""
    for trial in before:
        if trial.values == values:
            return trial
    try:
        distance = tuning.distance(tuning.measure(values, tuning.deals, tuning.seed, **how))
    except Mistake:
        if list(values) == tuning.shipped:
            # Not the figures are wrong but what was asked for.
            raise
        distance = REFUSED
    return Trial(values, distance, distance + tuning.cost(values))


def suggestion(tuning: Tuning, before: Sequence[Trial]) -> tuple[int, ...]:
    """What to try next: first the shipped figures, then what Optuna thinks best after the trials so far."""
    import optuna

    if not before:
        return tuple(tuning.shipped)
    optuna.logging.set_verbosity(optuna.logging.ERROR)
    words = hashlib.sha256(f"{tuning.seed}/{len(before)}".encode()).digest()
    sampler = optuna.samplers.TPESampler(seed=int.from_bytes(words[:4], "little"), n_startup_trials=12)
    study = optuna.create_study(sampler=sampler)
    names = [parameter.figure.path for parameter in tuning.parameters]
    space: dict[str, Any] = {
        name: optuna.distributions.IntDistribution(parameter.low, parameter.high)
        for name, parameter in zip(names, tuning.parameters)
    }
    worst = max((trial.loss for trial in before if isfinite(trial.loss)), default=1.0)
    for trial in before:
        params = dict(zip(names, trial.values))
        loss = trial.loss if isfinite(trial.loss) else worst + 1
        study.add_trial(optuna.trial.create_trial(params=params, distributions=space, value=loss))
    asked = study.ask(space)
    return tuple(int(asked.params[name]) for name in names)


class Kept:
    """The trials so far, one line each in a file; a line that was cut off is tried again."""

    def __init__(self, folder: Path, tuning: Tuning) -> None:
        self.file, self.trials = folder / TRIALS, list[Trial]()
        self.head = json.dumps({"tuning": tuning.digest, "game": tuning.game})
        make_folder(folder)
        try:
            lines = self.file.read_text(encoding="utf-8").splitlines() if self.file.exists() else []
        except (OSError, ValueError):
            raise Mistake("study_folder", folder=str(folder)) from None
        if lines and lines[0] != self.head:
            raise Mistake("study_other", folder=str(folder))
        for line in lines[1:]:
            try:
                told = json.loads(line)
                distance = REFUSED if told["distance"] is None else float(told["distance"])
                values = tuple(int(value) for value in told["values"])
            except (ValueError, KeyError, TypeError):
                break
            self.trials.append(Trial(values, distance, distance + tuning.cost(values)))

    def add(self, trial: Trial) -> None:
        self.trials.append(trial)
        lines = [
            json.dumps(
                {"values": each.values, "distance": each.distance if isfinite(each.distance) else None}
            )
            for each in self.trials
        ]
        write_atomically(self.file, "\n".join([self.head, *lines]) + "\n")


# Telling.


@dataclass(frozen=True)
class Tuned:
    """What came of it."""

    tuning: Tuning
    trials: tuple[Trial, ...]
    best: Trial
    before: PartFindings
    after: PartFindings

    def markdown(self, lang: str) -> str:
        say, tuning = lab_words(lang), self.tuning
        figures_told = [
            [f"`{parameter.figure.path}`", str(parameter.figure.value), f"**{value}**" if value != parameter.figure.value else str(value)]
            for parameter, value in zip(tuning.parameters, self.best.values)
        ]  # fmt: skip
        names = {
            subject.id: subject.names.get(lang) or subject.id for subject in self.before.subjects(tuning.kind)
        }
        old, new = tuning.shares(self.before), tuning.shares(self.after)
        shares = [
            [
                names[name],
                ", ".join(told(s, lang) for s in old[name]),
                ", ".join(told(s, lang) for s in new[name]),
            ]
            for name in old
        ]
        columns = [say("tune.before"), say("tune.after")]
        note = say(
            "tune.note", trials=len(self.trials), deals=tuning.deals, confirm=tuning.confirm, player=tuning.player,
            before=f"{100 * tuning.distance(self.before):.1f}", after=f"{100 * tuning.distance(self.after):.1f}",
        )  # fmt: skip
        return "\n\n".join(
            [
                table([say("tune.figure"), *columns], figures_told),
                table([say(f"balance.kinds.{tuning.kind}"), *columns], shares),
                note,
            ]
        )

    def toml(self) -> str:
        """The tuned figures as a pack, with the old ones: what the shipped packs record of a change."""
        tuning = self.tuning
        lines = [
            f"# {parameter.figure.path}: {parameter.figure.value} -> {value}"
            for parameter, value in zip(tuning.parameters, self.best.values)
            if value != parameter.figure.value
        ]
        before, after = (100 * tuning.distance(found) for found in (self.before, self.after))
        lines.append(f"# mean distance from the target: {before:.1f} points before, {after:.1f} after")
        packs = tuning.pack(self.best.values)
        return "\n".join(lines) + "\n\n" + (packs[0].text if packs else "")
