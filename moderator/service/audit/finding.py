"""What a check finds."""

from msgspec import Struct


class Finding(Struct, frozen=True, kw_only=True):
    """Something that does not hold: ``code`` names it, ``about`` says of what, ``grave`` that it is wrong.

    What is not grave could only not be checked.
    """

    code: str
    about: str
    record: int | None = None
    grave: bool = True
