"""The names of people who join by themselves: everybody sees them, so none may mislead, advertise or break a page."""

import re
from collections.abc import Collection, Iterable
from itertools import count

_LONGEST = 40
_NOBODY = "Player"
"""What somebody is called whose own name will not do."""
_RESERVED = frozenset(("gm", "game master", "moderator", "all", "nobody"))
_LINK = re.compile(r"://|www\.|@|\b[\w-]+\.(?:com|net|org|info|biz|ru|xyz)\b", re.IGNORECASE)
_NO_LETTERS = re.compile(r"[^\w\s.,'-]|_")


def fitting(wished: str, taken: Iterable[str], reserved: Collection[str]) -> str:
    """Return the name by which somebody is known: what they wish, cut to length, without signs and links.

    One that is ``taken`` gets a number. Of what is ``reserved``, and of no name at all, "Player" and a number is made.
    """
    plain = " ".join(_NO_LETTERS.sub(" ", "" if _LINK.search(wished) else wished).split())[:_LONGEST].strip()
    kept_free = _RESERVED | {each.casefold() for each in reserved}
    name = plain if plain and plain.casefold() not in kept_free else _NOBODY
    there = {each.casefold() for each in taken} | kept_free
    numbered = (name if number == 1 else f"{name} {number}" for number in count(1))
    return next(each for each in numbered if each.casefold() not in there)
