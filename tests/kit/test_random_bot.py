"""The bot that a game gets from the slots of its orders."""

from collections.abc import Sequence
from typing import ClassVar

from moderator.core.dice import Dice
from moderator.core.errors import Problem, Stage
from moderator.core.game import Prompt
from moderator.core.orders import Order
from moderator.kit.random_bot import RandomBot
from moderator.language.grammar.language import Language
from moderator.language.grammar.slots import Choice, Number, Slot


class Buy(Order, frozen=True, kw_only=True):
    """An order with a part that may be left out."""

    syntax: ClassVar[tuple[str, ...]] = ("BUY {what} [FOR {price}]",)

    what: str
    price: int = 1


class Rest(Order, frozen=True, kw_only=True):
    """An order without a gap."""

    syntax: ClassVar[tuple[str, ...]] = ("REST",)


SLOTS: dict[str, Slot] = {"what": Choice(("BREAD", "SALT")), "price": Number(1, 3)}


def check(_view: None, _prompt: Prompt, orders: Sequence[Buy | Rest]) -> tuple[Problem, ...]:
    """Refuse salt."""
    return tuple(
        Problem(code="no-salt", stage=Stage.ILLEGAL, order=index)
        for index, order in enumerate(orders)
        if isinstance(order, Buy) and order.what == "SALT"
    )


BOT: RandomBot[None, Buy | Rest] = RandomBot(Language((Buy, Rest), SLOTS), SLOTS, check)


def drawn(prompt: Prompt, count: int = 20) -> list[Buy | Rest]:
    """Return the orders of several order sets for a prompt."""
    chances = (Dice.throwaway(f"random/{number}").secret for number in range(count))
    return [order for chance in chances for order in BOT.order(None, prompt, chance, lambda *_: None)]


def test_all_that_the_syntax_can_say_is_drawn_but_for_what_falls() -> None:
    """Optional parts come and go, values vary, and what the check refuses is not ordered."""
    orders = set(drawn(Prompt(phase="day", turn=1)))
    assert orders == {Rest(), *(Buy(what="BREAD", price=price) for price in (1, 2, 3))}


def test_a_numbered_order_set_has_at_most_an_order_for_each_number() -> None:
    """Each order bears its number, and some numbers are left empty."""
    numbers = [order.number for order in drawn(Prompt(phase="day", turn=1, numbers=("1", "2")))]
    assert set(numbers) == {"1", "2"}
    assert len(numbers) < 40


def test_only_orders_that_are_asked_for_are_drawn() -> None:
    """A prompt may admit some types alone."""
    assert set(drawn(Prompt(phase="night", turn=1, verbs=("rest",)))) == {Rest()}
