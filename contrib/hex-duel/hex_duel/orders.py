"""What a captain may order, and a GM amend."""

from enum import StrEnum
from typing import ClassVar, TypeAlias

from hex_duel.board import CARDS, SEA
from moderator.core.orders import Order
from moderator.kit.amend import SetOption, option_slots
from moderator.kit.boards.hex import HexPlace
from moderator.language.grammar.language import Language
from moderator.language.grammar.slots import Choice, Slot


class Sail(Order, frozen=True, kw_only=True):
    """Go towards a hex, as far as one gets."""

    syntax: ClassVar[tuple[str, ...]] = ("SAIL {place}",)
    place: str


class Fire(Order, frozen=True, kw_only=True):
    """Shoot at a hex, before all sail."""

    syntax: ClassVar[tuple[str, ...]] = ("FIRE {place}",)
    place: str


class Play(Order, frozen=True, kw_only=True):
    """Play a card before all else."""

    syntax: ClassVar[tuple[str, ...]] = ("PLAY {card}",)
    card: str


class DuelFault(StrEnum):
    """What can be wrong with an order, when it is sent or when it is carried out."""

    ONE_OF_A_KIND = "one-of-a-kind"
    NOT_HELD = "not-held"
    OFF_BOARD = "off-board"
    NO_WAY = "no-way"
    OUT_OF_RANGE = "out-of-range"


AnyOrder: TypeAlias = Sail | Fire | Play
SLOTS: dict[str, Slot] = {"place": HexPlace(SEA.names), "card": Choice(CARDS, noun="card")}
LANGUAGE: Language[AnyOrder] = Language((Sail, Fire, Play), SLOTS, synonyms={"SHOOT": "FIRE", "MOVE": "SAIL"})
CHANGEABLE = ("sight", "turns")
GM: Language[SetOption] = Language((SetOption,), option_slots(CHANGEABLE))
