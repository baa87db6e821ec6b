"""What can stand in the way of an order."""

from msgspec import Struct


class Bar(Struct, frozen=True):
    """Why an order cannot be carried out: the code of ``OrderFailed.cause``, where, and the units there that count."""

    cause: str
    place: str
    enemies: int = 0
    present: int = 0
