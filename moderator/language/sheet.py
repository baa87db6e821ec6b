"""Entries of a letter put on a numbered sheet."""

from collections.abc import Sequence
from typing import Generic

from msgspec import Struct

from moderator.core.errors import Problem
from moderator.core.game import O, Prompt


class Entry(Struct, Generic[O], frozen=True):
    """One order as a letter gave it: its line, its text there, the label before it ("" for none), where it starts.

    ``after`` holds the labels of what stood just before it and made no order (unreadable lines, empty numbers).
    """

    line: int
    text: str
    label: str
    order: O
    column: int = 0
    after: tuple[str, ...] = ()


def number(entries: Sequence[Entry[O]], prompt: Prompt) -> tuple[tuple[O, ...], tuple[Problem, ...]]:
    """Give every entry its number; the result is in the prompt's order, with what fell or is doubtful."""
    raise NotImplementedError


def merge(old: Sequence[O], new: Sequence[O], prompt: Prompt) -> tuple[O, ...]:
    """Lay new orders over old ones by their numbers, as ADD does."""
    raise NotImplementedError
