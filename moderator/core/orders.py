"""What an order is: one instruction as data, with its syntax declared once."""

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, TypeVar

from msgspec import Struct

from moderator.core.codec import declared_structs, kebab

O = TypeVar("O", bound="Order")  # noqa: E741 - the letter of the architecture


class Order(Struct, frozen=True, kw_only=True, tag=kebab):
    """One instruction; a subclass per order type declares its syntax once.

    ``syntax`` holds one or more forms such as ``"MOVE TRANSPORT {origin} {goal} [WITH {troops} TROOPS]"``; the first is
    canonical. Names in braces are fields of the struct and slots of the language. ``number`` is the place on a numbered
    order set (``"1"``, ``"2b"``), empty where order sets are not numbered. ``rash`` ones cost their author something
    whatever comes of them, and are never shown as an example of what to send.
    """

    syntax: ClassVar[tuple[str, ...]] = ()
    rash: ClassVar[bool] = False

    number: str = ""


class StandingOrder(Order, frozen=True, kw_only=True):
    """An order that holds beyond its own order set: it stands until it is replaced (doctrine)."""


class RevokingOrder(Order, frozen=True, kw_only=True):
    """An order that takes standing orders back, as FORGET does."""


def declared_orders(module: str) -> tuple[type[Any], ...]:
    """Return the order types that a module declares with a syntax, in their order: what a language of them reads."""
    return tuple(kind for kind in declared_structs(module) if getattr(kind, "syntax", ()))


def replace_standing(stood: Sequence[O], said: Iterable[O], forgotten: Iterable[type[Order]] = ()) -> tuple[O, ...]:
    """Return what stands with what is said now, which replaces all of its kinds; kinds that are forgotten are gone."""
    new = tuple(said)
    kinds = {*forgotten, *map(type, new)}
    return new + tuple(order for order in stood if type(order) not in kinds)
