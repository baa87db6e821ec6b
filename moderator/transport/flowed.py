"""Format=flowed: long lines of a text part, wrapped so that a mail program can join them again (RFC 3676)."""

_WIDEST = 78
_WRAP = 74
_STUFFED = (" ", ">", "From ")


def flow(text: str) -> tuple[str, bool]:
    """Return a text with lines over 78 columns wrapped by soft breaks, and whether it must be declared flowed.

    A text without long lines stays as it is and is not declared flowed: programs that do not know RFC 3676 show the
    space-stuffing of indented lines, which would distort a chart.
    """
    lines = [line.rstrip() for line in text.splitlines()]
    if all(len(line) <= _WIDEST for line in lines):
        return "\n".join(lines) + "\n", False
    wrapped = [_stuff(row) for line in lines for row in _wrap(line)]
    return "\n".join(wrapped) + "\n", True


def unflow(text: str) -> str:
    """Return a text that was declared flowed as it is read: soft breaks joined, the stuffing taken off."""
    out: list[str] = []
    soft = False
    for row in text.splitlines():
        plain = row.removeprefix(" ")
        if soft:
            out[-1] += plain
        else:
            out.append(plain)
        soft = row.endswith(" ") and plain != "-- "
    return "\n".join(out) + "\n"


def _wrap(line: str) -> list[str]:
    """Cut a line after blanks, which stay at the ends of rows as soft breaks. A word that is too long stays whole."""
    rows: list[str] = []
    while len(line) > _WIDEST:
        cut = line.rfind(" ", 1, _WRAP)
        if cut < 1 or not line[:cut].strip():
            cut = line.find(" ", _WRAP)
        if cut < 0:
            break
        rows.append(line[: cut + 1])
        line = line[cut + 1 :].lstrip(" ")
    return [*rows, line]


def _stuff(row: str) -> str:
    return f" {row}" if row.startswith(_STUFFED) else row
