"""Imports go one way: kernel ← games ← bots ← match ← review ← lab ← web ← envs ← cli. A game never imports another."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import bagarre
from tests.house import REFERENCE

SOURCE = Path(bagarre.__file__).parent
ALLOWED = {
    "__main__": {"cli"},
    "kernel": {"kernel"},
    "games": {"kernel"},
    "bots": {"kernel", "bots"},
    "fair": set(),
    "record": {"kernel", "fair"},
    "steps": {"kernel", "record"},
    "undoing": {"kernel", "steps"},
    # A program can sit at a match.
    "match": {"kernel", "games", "bots", "fair", "record", "steps", "undoing", "following"},
    "following": {"kernel", "games", "match", "record"},
    "verifying": {"kernel", "fair", "following", "match", "record"},
    "setting": {"kernel", "games", "match"},
    "scenario": {"kernel", "games", "match", "record", "setting"},
    "lesson": {"kernel", "match", "setting"},
    # Shipped puzzles are scenarios.
    "puzzles": {"kernel", "match", "scenario"},
    "companion": {"kernel", "match", "steps"},
    "newgame": {"kernel"},
    # Looking back at a game: for the laboratory, the pages and the command alike.
    "review": {"kernel", "games", "match", "bots", "review"},
    # Clauses that no game of a study showed are looked for in the scenarios; kept puzzles are looked at again.
    "lab": {"kernel", "games", "match", "scenario", "puzzles", "bots", "review", "lab"},
    # Images of a table are drawn by its board.
    "envs": {"kernel", "games", "match", "bots", "envs", "web"},
    "web": {
        "kernel",
        "games",
        "match",
        # The page What if? compares with studies.
        "lab",
        "record",
        "following",
        "fair",
        "verifying",
        "lesson",
        "puzzles",
        "companion",
        "setting",
        "bots",
        "review",
        "web",
    },
    "mcp": {"kernel", "games", "match", "bots", "mcp"},
    "cli": {
        "kernel",
        "games",
        "match",
        "record",
        "following",
        "fair",
        "verifying",
        "scenario",
        "puzzles",
        "lesson",
        "companion",
        "newgame",
        "bots",
        "review",
        "lab",
        "envs",
        "mcp",
        "web",
        "cli",
    },
}
"""For each room of the house the rooms it may import."""
SKELETON = SOURCE / "skeleton"
"""What `new-game` copies: a package of its own."""
FILES = [file for file in sorted(SOURCE.rglob("*.py")) if SKELETON not in file.parents] + sorted(
    (REFERENCE / "leduc").rglob("*.py")
)


def imports(file: Path, package: str) -> set[str]:
    """The full names that a file imports, wherever in it."""
    names = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            names |= {f"{base}.{alias.name}" for alias in node.names}
    return names


def package_of(file: Path) -> str:
    root = SOURCE.parent if file.is_relative_to(SOURCE) else REFERENCE
    return ".".join(file.relative_to(root).parent.parts)


@pytest.mark.parametrize("file", FILES, ids=lambda file: "/".join(file.parts[-3:]))
def test_imports_go_one_way(file: Path) -> None:
    package = package_of(file)
    ours = {name for name in imports(file, package) if name.split(".")[0] == "bagarre"}
    parts = file.relative_to(SOURCE).parts if file.is_relative_to(SOURCE) else ("games", "leduc", "")
    room = parts[0].removesuffix(".py")
    if room == "__init__":
        # The front door names what is public, wherever it lives.
        assert {name.rpartition(".")[2] for name in ours} == set(bagarre.__all__)
        return
    for name in ours:
        target = name.split(".")[1]
        if target not in ALLOWED:
            # `from bagarre import __version__`
            assert target.startswith("__"), name
            continue
        if room == "games" and len(parts) > 2:
            same_game = name.startswith(f"bagarre.games.{parts[1]}.")
            assert target == "kernel" or same_game, f"a game imports {name}"
            continue
        assert target in ALLOWED[room], f"{room} imports {name}"
        if target == "games" and room != "games":
            inside = name.split(".")[2:]
            assert len(inside) == 1, f"{name} goes past the door"
            assert not (SOURCE / "games" / inside[0]).is_dir(), f"{name} goes past the door"


def test_relative_imports_are_understood() -> None:
    file = REFERENCE / "leduc" / "rules.py"
    assert "leduc.state.State" in imports(file, "leduc")
    assert "bagarre.kernel.chance.draw" in imports(file, "leduc")


def test_the_kernel_names_no_game() -> None:
    from bagarre.games import games

    names = {game.folder.name for game in games().values()} | {"leduc"}
    for file in sorted((SOURCE / "kernel").glob("*.py")):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        texts = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
        assert not texts & names, file.name


def test_metadata_is_light() -> None:
    """The title page imports nothing but the declarations it is made of."""
    for file in sorted(SOURCE.glob("games/*/meta.py")):
        allowed = ("bagarre.kernel.meta.", "bagarre.kernel.options.", "__future__.")
        assert all(name.startswith(allowed) for name in imports(file, package_of(file))), file
