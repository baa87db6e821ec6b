"""A line of a letter as words: typography levelled, places in the original line kept."""

import re
import unicodedata

_WORD = re.compile(r"(?:(?<![^\s(=:+])-)?[^\W_]+(?:'[^\W_]+)*")
_BLANK = re.compile(r"<[^<>@]*>|_{2,}|\[\s*\]|\.{3,}")
_LEVEL = str.maketrans(
    {
        **dict.fromkeys("‘’‚‛′`´", "'"),
        **dict.fromkeys("“”„‟«»″", '"'),
        **dict.fromkeys("‐‑‒–—―−➔➜➝⇒→⟶►▶", " "),
        **dict.fromkeys("\u00ad\u200b\u200c\u200d\u2060\ufeff\u200e\u200f", ""),
        "…": " ",
    }
)


def level(text: str) -> str:
    """Return text in plain letters: NFKC, straight quotes, dashes and arrows as blanks, upper case."""
    if text.isascii():
        return text.upper()
    return unicodedata.normalize("NFKC", text.translate(_LEVEL)).upper()


class Line:
    """One instruction as words in upper case; where each stood is only worked out when asked."""

    __slots__ = ("_spans", "raw", "words")

    def __init__(self, raw: str) -> None:
        """Split a line; blanks of a form (``___``, ``<goal>``) are no words."""
        self.raw = raw
        text = level(raw)
        if "<" in text or "_" in text or "[" in text or "..." in text:
            text = _BLANK.sub(" ", text)
        self.words: list[str] = _WORD.findall(text)
        self._spans: list[tuple[int, int]] | None = None

    @property
    def spans(self) -> list[tuple[int, int]]:
        """Where each word stands in the raw line, as start and end."""
        if self._spans is None:
            self._spans = _spans(self.raw)
        return self._spans

    def start(self, index: int) -> int:
        """Return where a word begins in the raw line; past the last word: the end of the last."""
        if index < len(self.spans):
            return self.spans[index][0]
        return self.spans[-1][1] if self.spans else len(self.raw.rstrip())

    def fragment(self, first: int, last: int) -> str:
        """Return the raw text of the words from ``first`` up to, not including, ``last``."""
        if first >= min(last, len(self.spans)):
            return ""
        return self.raw[self.spans[first][0] : self.spans[min(last, len(self.spans)) - 1][1]]


def _spans(raw: str) -> list[tuple[int, int]]:
    """Find the words once more, through a table from levelled to raw places."""
    pieces: list[str] = []
    origin: list[int] = []
    for at, character in enumerate(raw):
        piece = level(character)
        pieces.append(piece)
        origin.extend([at] * len(piece))
    text = _BLANK.sub(lambda found: " " * len(found.group()), "".join(pieces))
    return [(origin[found.start()], origin[found.end() - 1] + 1) for found in _WORD.finditer(text)]
