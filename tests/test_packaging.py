"""The package as it is installed: what it says of itself, what it needs, and how it is started."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
import tomllib
from functools import partial
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
OF = {
    "markdown_it": "markdown-it-py",
    "prometheus_client": "prometheus-client",
    "resvg_py": "resvg-py",
    "PIL": "pillow",
    "pyspiel": "open_spiel",
    "py_vapid": "py-vapid",
    "http_ece": "http-ece",
}
"""Packages whose modules have another name."""


def names(requirements: list[str]) -> set[str]:
    return {re.split(r"[\[<>=; ]", requirement)[0] for requirement in requirements}


def imported(folder: Path) -> set[str]:
    """The packages that the modules of a folder import, anywhere in them."""
    found = set()
    for file in [folder] if folder.is_file() else folder.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            modules = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom) and node.level == 0:
                modules = [node.module or ""]
            found |= {module.partition(".")[0] for module in modules}
    return {OF.get(name, name) for name in found - set(sys.stdlib_module_names) - {"bagarre", ""}}


def test_python_m_bagarre_is_the_command() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "bagarre", "--lang", "en", "games"],
        capture_output=True, text=True, check=False, env=os.environ | {"PYTHONPATH": str(ROOT / "src")},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "boss-quest" in done.stdout


def test_what_is_needed_is_declared_and_what_is_declared_is_needed() -> None:
    source, extras = ROOT / "src" / "bagarre", PROJECT["optional-dependencies"]
    core = names(PROJECT["dependencies"])
    used = {
        part.name: imported(part)
        for part in source.iterdir()
        # What `new-game` copies brings tests, which its own package declares.
        if part.suffix in ("", ".py") and part.name not in ("__pycache__", "skeleton")
    }
    web = names(extras["web"])
    # What prints is an extra of its own, which only its folder imports.
    press = names(extras["print"]) - {"bagarre"}
    assert press <= imported(source / "web" / "printing")
    rest = [part for part in (source / "web").iterdir() if part.name not in ("__pycache__", "printing")]
    assert not press & set().union(*(imported(part) for part in rest))
    assert used["web"] - press <= core | web
    assert web - used["web"] == {"aiosqlite"}, "SQLAlchemy finds it by the URL"
    envs = names(extras["envs"])
    assert used["envs"] - core - names(extras["fast"]) <= envs
    assert used["mcp"] <= core | names(extras["mcp"])
    optional = names(extras["fast"]) | names(extras["lab"]) | {"llvmlite"}
    optional |= names(extras["frames"]) | names(extras["ray"]) | names(extras["tune"])
    for part, packages in used.items():
        if part not in ("web", "envs", "mcp", "cli"):
            assert packages <= core | optional | {"markupsafe", "jinja2"}, part
    assert core <= set().union(*used.values())


def test_the_driver_of_postgresql_is_an_extra_of_its_own() -> None:
    extras = PROJECT["optional-dependencies"]
    assert "asyncpg" in names(extras["postgres"])
    assert all("asyncpg" not in names(extras[name]) for name in ("web", "all", "fast", "lab"))


def test_the_metadata_is_complete() -> None:
    assert PROJECT["license"] == "MIT"
    assert all((ROOT / name).is_file() for name in PROJECT["license-files"])
    assert {"Typing :: Typed", "Natural Language :: French"} <= set(PROJECT["classifiers"])
    assert not [line for line in PROJECT["classifiers"] if line.startswith("License")], (
        "the expression says it"
    )


def test_the_lock_of_the_tools_names_no_registry() -> None:
    assert '"resolved"' not in (ROOT / "package-lock.json").read_text(encoding="utf-8")


def test_a_missing_driver_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    from bagarre.kernel.errors import Mistake
    from bagarre.web.leases import Leases
    from bagarre.web.store import Store

    monkeypatch.setitem(sys.modules, "asyncpg", None)
    for open_one in (Store, partial(Leases, lease=4.0)):
        with pytest.raises(Mistake, match="postgres_missing") as caught:
            open_one("postgresql+asyncpg://somebody:secret@127.0.0.1/tables")
        assert "bagarre[postgres]" in caught.value.say("en")
