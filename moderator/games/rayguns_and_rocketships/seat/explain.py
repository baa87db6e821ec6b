"""What HELP tells of factions, cards, captains, throws, points and special tokens, by the rules of the match."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec import Struct

from moderator.core.codec import declared_structs, kebab
from moderator.core.game import Report
from moderator.core.seats import Seat
from moderator.core.topics import find
from moderator.games.rayguns_and_rocketships.board.arcs import MANNED_HITS, MANNED_RANGE, UNMANNED_HITS, UNMANNED_RANGE
from moderator.games.rayguns_and_rocketships.orders.vocabulary import ABILITY_NAMES, CARD_NAMES
from moderator.games.rayguns_and_rocketships.pieces import SEATS, TokenKind
from moderator.games.rayguns_and_rocketships.seat.briefing import aims
from moderator.games.rayguns_and_rocketships.seat.view import View
from moderator.games.rayguns_and_rocketships.tables import (
    Ability,
    Card,
    TokenTable,
    captain_of,
    cards_of,
    star_map,
)
from moderator.kit.explain import explanation, in_capitals, matching_keys, names_of

_FACTIONS, _CARDS, _ABILITIES = in_capitals(SEATS), in_capitals(CARD_NAMES), in_capitals(ABILITY_NAMES)
_TOKENS = in_capitals(star_map().token)
_ODDS = ("CHANCE", "DICE", "THROWS")

TOPICS: Mapping[str, Sequence[str]] = {
    "CARDS": names_of(_CARDS, _FACTIONS),
    "CAPTAINS": names_of(_ABILITIES),
    "ODDS": _ODDS,
    "POINTS": ("EPISODE",),
    "TOKENS": names_of(_TOKENS),
}
"""What there is to ask about."""


class CardExplained(Struct, frozen=True, tag=kebab):
    """A card, and who has one of that name that is the same."""

    seats: tuple[Seat, ...]
    card: Card


class AbilityExplained(Struct, frozen=True, tag=kebab):
    """An ability, whose captain has it, and on which sides of the card."""

    seat: Seat
    sides: tuple[str, ...]
    ability: Ability


class RaygunsExplained(Struct, frozen=True, tag=kebab):
    """Throw and range of a raygun, manned and not."""

    manned: int
    reach: int
    unmanned: int
    near: int


class ThrowsExplained(Struct, frozen=True, tag=kebab):
    """The other throws; ``naturals``: an 8 always hits and a 1 never where something is added."""

    naturals: bool


class TokenExplained(Struct, frozen=True, tag=kebab):
    """A kind of special token, and how many are in the match."""

    kind: TokenKind
    count: int
    table: TokenTable


FACTS = declared_structs(__name__)
"""The facts of explanations."""


def explain(view: View, topic: str) -> Report:
    """Tell of all things of a sort, or of what a name or the beginning of one name means."""
    return explanation(view, topic, TOPICS, _PARTS)


def _whose(view: View, topic: str) -> tuple[Seat, ...]:
    """Return the factions whose cards to explain: the one that is named, else the viewer's own, else all."""
    named = find(topic, _FACTIONS)
    return (named,) if named else (view.who,) if view.who in SEATS else SEATS


def _cards(view: View, topic: str) -> Iterator[Struct]:
    seats = _whose(view, topic)
    names = matching_keys(topic, "CARDS", _CARDS)
    if find(topic, _FACTIONS):
        names = tuple(cards_of(seats[0]))
    elif len(names) == 1:
        seats = SEATS
    for name in names:
        having = {seat: cards_of(seat)[name] for seat in seats if name in cards_of(seat)}
        for card in dict.fromkeys(having.values()):
            yield CardExplained(tuple(seat for seat in having if having[seat] == card), card)


def _captains(view: View, topic: str) -> Iterator[Struct]:
    """Give the abilities of all captains in the match; of an ability that is named, whoever has it."""
    names = matching_keys(topic, "CAPTAINS", _ABILITIES)
    named = find(topic, _FACTIONS)
    several = SEATS if len(names) == 1 else view.seats
    for seat in (named,) if named else several:
        sides: dict[Ability, list[str]] = {}
        for face in captain_of(seat).side:
            for ability in face.abilities:
                if ability.name in names or named:
                    sides.setdefault(ability, []).append(face.key)
        for ability, having in sides.items():
            yield AbilityExplained(seat, tuple(having), ability)


def _odds(view: View, topic: str) -> Iterator[Struct]:
    if find(topic, {"ODDS": ("ODDS", *_ODDS)}):
        yield RaygunsExplained(MANNED_HITS, MANNED_RANGE, UNMANNED_HITS, UNMANNED_RANGE)
        yield ThrowsExplained(view.options.naturals)


def _points(view: View, topic: str) -> Iterator[Struct]:
    if find(topic, {"POINTS": ("POINTS", "EPISODE")}):
        yield from aims(view)


def _tokens(view: View, topic: str) -> Iterator[Struct]:
    names = matching_keys(topic, "TOKENS", _TOKENS)
    for kind, table in star_map().token.items():
        if kind in names:
            yield TokenExplained(kind, sum(token.kind == kind for token in view.position.tokens), table)


_PARTS: Mapping[str, Callable[[View, str], Iterator[Struct]]] = {
    "cards": _cards,
    "captains": _captains,
    "odds": _odds,
    "points": _points,
    "tokens": _tokens,
}
