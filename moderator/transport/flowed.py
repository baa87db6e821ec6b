"""Long lines of a text part, wrapped so that a screen of any width can join them again (RFC 3676)."""

_WIDEST = 78
_WRAP = 74
_STUFFED = (" ", ">", "From ")


def flow(text: str) -> tuple[str, bool]:
    """Wrap lines over 78 columns with soft breaks; tell whether any was wrapped, so that the part must say so.

    A text without long lines stays as it is and is not declared flowed: programs that know nothing of RFC 3676
    would show the stuffing of indented lines, and that bends a chart.
    """
    lines = [line.rstrip() for line in text.splitlines()]
    if all(len(line) <= _WIDEST for line in lines):
        return "\n".join(lines) + "\n", False
    wrapped = [_stuff(row) for line in lines for row in _wrap(line)]
    return "\n".join(wrapped) + "\n", True


def _wrap(line: str) -> list[str]:
    """Cut a line after blanks; the blank that stays at a row's end is the soft break. A longer word stands alone."""
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
