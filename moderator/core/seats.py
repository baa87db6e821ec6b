"""Who may know something: a seat of the match, the public, or the GM."""

from enum import Enum
from typing import TypeAlias

Seat: TypeAlias = str
"""The name of a side in a match, as players write it: ``"Red"``, ``"Empire"``."""


class Observer(Enum):
    """Somebody who looks at a match without a seat in it."""

    PUBLIC = "public"
    """Sees what everybody may know."""

    GM = "gm"
    """Sees everything."""


Who: TypeAlias = Seat | Observer
"""For whom a view is made."""
