"""Files that browsers fetch: what is served for each, its type, and what tells one version from the next."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

TYPES = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
}
"""What may be fetched at all, by how its name ends."""
IMPORT = re.compile(rb'^@import "\./([\w/]+\.css)";\n', re.MULTILINE)
"""A sheet that lies beside another, in a folder or not; each on a line of its own."""

Asset = tuple[bytes, str]
"""Bytes and type."""


def asset(file: Path) -> Asset:
    """A file as it is served. A sheet that imports others is one sheet to the browser, which waits for one answer and not for ten."""
    data = file.read_bytes()
    if file.suffix == ".css":
        data = IMPORT.sub(lambda found: asset(file.parent / found[1].decode())[0], data)
    return data, TYPES[file.suffix]


def assets_in(folder: Path) -> dict[str, Asset]:
    """All that browsers may fetch from a folder, by name; what lies in folders inside it is served as part of these."""
    if not folder.is_dir():
        return {}
    return {file.name: asset(file) for file in folder.iterdir() if file.suffix in TYPES}


def digest(data: bytes) -> str:
    """Short, and another one whenever the bytes are others."""
    return hashlib.sha256(data).hexdigest()[:10]
