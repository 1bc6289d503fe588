"""Files that are written whole or not at all."""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from secrets import token_hex

from bagarre.kernel.errors import Mistake, os_reason


def write_atomically(path: Path, text: str) -> None:
    """Write a text file so that a crash or a full disk leaves the old one whole.

    :raises Mistake: when it cannot be written.
    """
    with replacing(path) as temporary:
        temporary.write_text(text, encoding="utf-8")


def make_folder(path: Path) -> None:
    """Make a folder, with those that it lies in, unless it is there.

    :raises Mistake: when it cannot be made.
    """
    try:
        path.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise Mistake("file_unwritable", file=str(path), reason=Mistake("os_enotdir")) from None
    except OSError as error:
        raise Mistake("file_unwritable", file=str(path), reason=os_reason(error)) from None


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """A temporary file to be written, which then takes the place of `path`; when anything fails the old one stays.

    :raises Mistake: when it cannot be written.
    """
    temporary: Path | None = None
    try:
        target = path.resolve()
        if target.exists() and not target.is_file():
            # A device or a folder must not be replaced.
            raise OSError(errno.EEXIST, os.strerror(errno.EEXIST))
        # Made as any new file is, so that whoever may read such files may read it.
        with (target.parent / f".{target.name}.{token_hex(8)}.tmp").open("xb") as file:
            temporary = Path(file.name)
            if target.exists():
                shutil.copymode(target, temporary)
            yield temporary
            os.fsync(file.fileno())
        os.replace(temporary, target)
        temporary = None
    except OSError as error:
        raise Mistake("file_unwritable", file=str(path), reason=os_reason(error)) from None
    except (ValueError, RuntimeError) as error:
        raise Mistake("file_unwritable", file=repr(str(path)), reason=str(error)) from None
    finally:
        if temporary is not None:
            temporary.unlink(missing_ok=True)
