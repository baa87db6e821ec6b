"""What is said of a record: whether it is good, and which one to publish instead."""

from typing import NamedTuple


class Finding(NamedTuple):
    """What was found: ``good``, ``look`` (a warning) or ``bad``, and one sentence."""

    mark: str
    message: str


def record(name: str, kind: str, value: str) -> str:
    """Return the words for a record as the forms of DNS providers ask for it: its name, type and value."""
    shown = f'"{value}"' if kind == "TXT" else value
    return f"name {name.rstrip('.')}, type {kind}, value {shown}"


def publish(name: str, kind: str, value: str) -> str:
    """Return the words that ask the operator to publish a record."""
    return f"publish {record(name, kind, value)}"
