"""What `docs/rulings.md` tells of the options, as the pages read it: `rulings.toml` of each game. `python -m tests.rulings` writes them anew."""

from __future__ import annotations

import re
from pathlib import Path

from bagarre.games import find_game

TOLD = Path(__file__).parents[1] / "docs" / "rulings.md"
HEAD = "# What options changed between bots (docs/rulings.md; written by `python -m tests.rulings`): games that went differently in %,\n# a seat's share of the wins at most, decisions of a game; the last two with their 95 % interval.\n"
NUMBER = r"([+−]?[\d.]+)"
LINE = re.compile(
    rf"^\| `(\w+)=(\w+)`[^|]*\| {NUMBER}% \| {NUMBER} ± {NUMBER} \| [^|]* \| {NUMBER} ± {NUMBER} \|$"
)
USUAL = re.compile(rf"^\| usual rules \|.*\| {NUMBER} \|$")
SAME = re.compile(r"`(\w+)=(\w+)`")

Measured = dict[str, dict[str, tuple[float, ...]]]


def number(text: str) -> float:
    return float(text.replace("−", "-").replace("+", ""))


def told() -> dict[str, tuple[float, Measured]]:
    """Of each game: decisions of a usual one, and what each value of each option changed. A second table adds what the first did not meet."""
    found: dict[str, tuple[float, Measured]] = {}
    for chapter in TOLD.read_text(encoding="utf-8").split("\n## ")[1:]:
        title, _, text = chapter.partition("\n")
        usual, measured = 0.0, Measured()
        for line in text.splitlines():
            if (head := USUAL.match(line)) and not usual:
                usual = number(head[1])
            elif row := LINE.match(line):
                values = measured.setdefault(row[1], {})
                if len(values.get(row[2], ())) < 2:
                    values[row[2]] = tuple(map(number, row.groups()[2:]))
            elif line.startswith("Nothing changed"):
                for option, value in SAME.findall(line):
                    measured.setdefault(option, {}).setdefault(value, (0.0,))
        found[title.strip().casefold().replace(" ", "-")] = usual, measured
    return found


def written(usual: float, measured: Measured) -> str:
    lines = [HEAD, f"decisions = {usual}\n"]
    for option, values in measured.items():
        lines.append(f"\n[{option}]\n")
        lines += [f"{value} = [{', '.join(map(str, row))}]\n" for value, row in values.items()]
    return "".join(lines)


def main() -> None:
    for name, (usual, measured) in told().items():
        (find_game(name).folder / "rulings.toml").write_text(written(usual, measured), encoding="utf-8")


if __name__ == "__main__":
    main()
