"""Orders that were typed on a page of the web desk: the form in which they are kept beside the letters, and read."""

from msgspec import Struct
from msgspec.structs import replace

from moderator.core import codec
from moderator.mail.html import BodyLine
from moderator.mail.kinds import Kind
from moderator.mail.letter import ReadLetter, number_lines
from moderator.mail.text import Bounds

__all__ = ["TypedLetter", "decode", "encode", "read_typed"]


class TypedLetter(Struct, frozen=True, kw_only=True):
    """What is kept of a form in place of the bytes of a letter.

    ``player`` is the number of who typed it, in a browser of whom; ``match`` and ``seat`` are names. ``request`` is the
    number of the order request that the page showed. ``whole``: the text has all orders that its author wants, and what
    it does not show any more is not wanted.
    """

    player: int
    match: str
    seat: str
    request: int
    text: str
    whole: bool = False


def encode(letter: TypedLetter) -> bytes:
    """Return the bytes to keep; half characters, which no encoding takes, become question marks."""
    return codec.encode(replace(letter, text=letter.text.encode("utf-8", "replace").decode()))


def decode(raw: bytes) -> TypedLetter:
    """Read what was kept; raises ``ValueError`` for anything else."""
    return codec.decode(raw, TypedLetter)


def read_typed(raw: bytes, limits: Bounds | None = None) -> ReadLetter:
    """Read what was typed, every line of it its author's own; never raises."""
    limits = limits or Bounds()
    letter = ReadLetter(kind=Kind.LETTER)
    if len(raw) > limits.size:
        return replace(letter, over_limit="size")
    try:
        typed = decode(raw)
    except ValueError:
        return replace(letter, faults=("unreadable",))
    written = typed.text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    if len(written) > limits.lines:
        return replace(letter, over_limit="lines")
    lines, truncated = number_lines([BodyLine(line) for line in written], limits)
    return replace(letter, lines=lines, truncated=truncated, whole=typed.whole)
