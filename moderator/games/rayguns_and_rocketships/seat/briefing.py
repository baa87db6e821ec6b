"""What somebody new must know before the first order: facts of the first reports, worded by the templates."""

from collections.abc import Iterator

from msgspec import Struct

from moderator.core.codec import declared_structs, kebab
from moderator.core.seats import Seat
from moderator.games.rayguns_and_rocketships.board.helm import CARDS
from moderator.games.rayguns_and_rocketships.seat.view import View
from moderator.games.rayguns_and_rocketships.tables import (
    Ability,
    Goal,
    basics_of,
    captain_of,
    commands,
    episode_of,
    last_round,
    ship_of,
    target_of,
)


class GoalSet(Struct, frozen=True, tag=kebab):
    """Points that win (0: play goes on to the last seat), and the last Round (0: none)."""

    needed: int
    last: int


class EpisodeTold(Struct, frozen=True, tag=kebab):
    """The scenario: its name, its story, the kinds of tokens that it has and what it pays points for."""

    name: str
    story: str
    tokens: tuple[str, ...]
    goals: tuple[Goal, ...]


class ShipGiven(Struct, frozen=True, tag=kebab):
    """The reader's faction: its ship, and what it is like."""

    seat: Seat
    full: str
    ship: str
    character: str


class RoundsRun(Struct, frozen=True, tag=kebab):
    """How a Round runs: one letter, or one a Turn; Star cards in it at most."""

    at_once: bool
    stars: int


class FirstLetter(Struct, frozen=True, tag=kebab):
    """What a letter that plays well without more can be."""

    cards: tuple[str, ...]


class SetUpAsked(Struct, frozen=True, tag=kebab):
    """What the set-up asks: SIDE (not where sides are drawn), FACE, STATION, MOUNT, TAKE."""

    sides: bool
    first: str


class SideOffered(Struct, frozen=True, tag=kebab):
    """A side of the reader's captain card; ``usual`` lies up without a word."""

    captain: str
    side: str
    abilities: tuple[Ability, ...]
    usual: bool


class VariantsOn(Struct, frozen=True, tag=kebab):
    """Variants of the rules that are on, by option."""

    options: tuple[str, ...]


FACTS = declared_structs(__name__)
"""The facts of a briefing."""

_VARIANTS = ("last_man", "ironwill", "fire_out")


def briefing(view: View) -> Iterator[Struct]:
    """Give what a reader must know of the match before the first order."""
    yield from aims(view)
    if view.who in view.seats:
        ship = ship_of(view.who)
        yield ShipGiven(view.who, ship.full, ship.name, ship.character)
    if variants := tuple(name for name in _VARIANTS if getattr(view.options, name)):
        yield VariantsOn(variants)
    if view.phase != "setup":
        yield from first_letter(view)
    elif view.who in view.seats:
        yield from _set_up(view)


def aims(view: View) -> Iterator[Struct]:
    """Give what wins, and the episode."""
    options, episode = view.options, episode_of(view.options.episode)
    yield GoalSet(target_of(options, len(view.seats)), last_round(options))
    yield EpisodeTold(episode.name, episode.story, tuple(lot.kind for lot in episode.tokens), episode.goals)


def first_letter(view: View) -> Iterator[Struct]:
    """Give how a Round runs, and what a letter for it can be."""
    yield RoundsRun(view.options.tempo == "rounds", view.options.max_star_per_round)
    if view.who in view.seats:
        yield FirstLetter(basics_of(view.who)[:CARDS])


def _set_up(view: View) -> Iterator[Struct]:
    captain, first = captain_of(view.who), commands().deck[view.who].first
    yield SetUpAsked(view.options.sides == "chosen", first)
    for face in captain.side:
        yield SideOffered(captain.name, face.key, face.abilities, face.key == captain.usual)
