"""Data files of games, read strictly into Structs."""

from importlib.resources import files
from typing import TypeVar

import msgspec

from moderator.core.errors import ModeratorError

T = TypeVar("T")


class TableError(ModeratorError):
    """A data file does not hold what it must; the text names file and key."""


def load(package: str, name: str, kind: type[T]) -> T:
    """Read ``data/<name>.toml`` of a package as ``kind``; raises TableError naming file and key."""
    path = files(package) / "data" / f"{name}.toml"
    return parse(path.read_text(encoding="utf-8"), kind, f"{package}/data/{name}.toml")


def parse(text: str, kind: type[T], origin: str) -> T:
    """Read TOML text as ``kind``; ``origin`` names the file in complaints."""
    try:
        return msgspec.toml.decode(text, type=kind)
    except msgspec.DecodeError as error:
        raise TableError(f"{origin}: {error}") from error
