"""Facts for HELP about ships, cards, races, terrain, doctrine and odds, from what a seat knows."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import product

from msgspec import Struct
from msgspec.structs import replace

from moderator.core.codec import declared_structs, kebab, tag_of
from moderator.core.game import Report
from moderator.core.seats import Seat
from moderator.core.topics import complete, find
from moderator.games.space_genocide.board import figures
from moderator.games.space_genocide.board.odds import chance_to_destroy, chances
from moderator.games.space_genocide.orders.language import LANGUAGE
from moderator.games.space_genocide.orders.phrases import Act, Target, Trigger, acts_at
from moderator.games.space_genocide.orders.types import (
    DOCTRINE,
    Burst,
    ChooseRace,
    Discard,
    GenocideOrder,
    Play,
    PlayWhen,
    Ram,
)
from moderator.games.space_genocide.pieces import Place
from moderator.games.space_genocide.seat import situation
from moderator.games.space_genocide.seat.briefing import ShipFigures, ShipsCounted, figures_of, ship_table
from moderator.games.space_genocide.seat.plan import Trial
from moderator.games.space_genocide.seat.view import View
from moderator.games.space_genocide.tables import CARDS, KIND, KINDS, OPEN_SPACE, RACE, RACES, TERRAINS, Card, Kind
from moderator.kit.explain import matching_keys, names_of
from moderator.kit.report import build_report

_KNOWN: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "SHIPS": {kind.key: (kind.name,) for kind in KINDS},
    "CARDS": {card.key: (card.name,) for card in CARDS},
    "RACES": {race.key: (race.name,) for race in RACES},
    "TERRAIN": {ground.key: (ground.name,) for ground in TERRAINS},
}
"""Everything of each sort, with its name by its key."""

_ODDS = ("ODDS", "CHANCE")
_FOR_FIGHTERS = ("strafing-run",)
"""Cards that do nothing for other ships, though nothing on an order set tells so."""

_ACROSS, _DOWN = 8, 12
"""Defence and attack dice up to which chances are told."""


TOPICS: Mapping[str, Sequence[str]] = {
    **{sort: tuple(map(str.upper, names_of(known))) for sort, known in _KNOWN.items()},
    "DOCTRINE": (),
    "ODDS": _ODDS[1:],
}
"""What there is to ask about."""

_WORDS = (*TOPICS, *(name for names in TOPICS.values() for name in names))


class ShipExplained(Struct, frozen=True, tag=kebab):
    """A type of ship as the reader flies it, and its dice at a planet of the reader's.

    ``race`` is the reader's, empty where it changes nothing.
    """

    race: str
    flown: ShipFigures
    home_attack: int
    home_defence: int


class HitsExplained(Struct, frozen=True, tag=kebab):
    """The chances that ``attack`` dice destroy a ship, by its defence dice from 1 on."""

    attack: int
    chances: tuple[float, ...]


class FallsExplained(Struct, frozen=True, tag=kebab):
    """The chances that a ship with ``defence`` dice is destroyed, by the attack dice from 1 on."""

    defence: int
    chances: tuple[float, ...]


class OddsHeaded(Struct, frozen=True, tag=kebab):
    """How the table of odds below it is read; a row has ``across`` chances."""

    across: int


class OddsRow(Struct, frozen=True, tag=kebab):
    """A row of the table: what ``HitsExplained`` says, in short."""

    attack: int
    chances: tuple[float, ...]


class BustersExplained(Struct, frozen=True, tag=kebab):
    """The chances that Planet Busters destroy a planet, from one on; ``face`` is the highest that does."""

    face: int
    chances: tuple[float, ...]


class CardExplained(Struct, frozen=True, tag=kebab):
    """A card: its moment, what it may be played on, what it can wait for, and where the reader knows it is.

    ``where``: ``"hand"``, ``"discards"``, or nothing.
    """

    card: str
    at: str
    on: str
    by: str
    to: str
    acts: tuple[Act, ...]
    where: str


class RaceExplained(Struct, frozen=True, tag=kebab):
    """A race, and who plays it as far as that is known."""

    race: str
    seats: tuple[Seat, ...]


class TerrainExplained(Struct, frozen=True, tag=kebab):
    """A kind of terrain: where it lies, where it can give no more, and what the options make of it."""

    terrain: str
    places: tuple[Place, ...]
    spent: tuple[Place, ...]
    gate_cost: int
    each: bool


class DoctrineExplained(Struct, frozen=True, tag=kebab):
    """A kind of doctrine by its order's tag: what holds where the reader has none."""

    order: str


class NotPlayed(Struct, frozen=True, tag=kebab):
    """Something that the match is played without: ``"cards"``, ``"races"`` or ``"terrain"``."""

    what: str


class LineExplained(Struct, frozen=True, tag=kebab):
    """A line that could be sent."""

    line: str


FACTS: tuple[type[Struct], ...] = (*declared_structs(__name__), ShipFigures, ShipsCounted, situation.DoctrineStands)
"""The facts of explanations."""


def explain(view: View, topic: str, trial: Trial) -> Report:
    """Tell of all things of a sort, or of what a name or the beginning of one name means."""
    topic = complete(topic, _WORDS)
    sections: dict[str, Iterable[Struct]] = {
        f"explained-{key}": facts(view, topic, trial) for key, facts in _PARTS.items()
    }
    if _is_doctrine(topic):
        sections["doctrine"] = situation.doctrine(view)
    return build_report(sections)


def absent(view: View) -> tuple[str, ...]:
    """Return the tags of orders that an option switches off, or that are for a race which the reader has not."""
    options, raceless = view.options, view.options.races == "none"
    ramming = view.race(view.who).ramming or (view.who not in view.races and not raceless)
    kinds: tuple[type[GenocideOrder], ...] = (
        *(() if options.cards else (Play, PlayWhen, Discard)),
        *(() if options.bursts else (Burst,)),
        *(() if options.races == "chosen" else (ChooseRace,)),
        *(() if ramming else (Ram,)),
    )
    return tuple(map(tag_of, kinds))


def _is_doctrine(topic: str) -> bool:
    return bool(find(topic, {"DOCTRINE": ("DOCTRINE",)}))


def _asked(topic: str, sort: str) -> tuple[bool, tuple[str, ...]]:
    """Return whether a whole sort is asked about, and otherwise the one thing of it."""
    keys = matching_keys(topic, sort, _KNOWN[sort])
    return len(keys) > 1, keys


def _ships(view: View, topic: str, _: Trial) -> Iterator[Struct]:
    every, keys = _asked(topic, "SHIPS")
    if every:
        yield from ship_table(view)
    elif keys:
        yield from _ship(view, KIND[keys[0]])


def _ship(view: View, kind: Kind) -> Iterator[Struct]:
    """Tell a type's figures, then what the reader's race and planets make of them, and its odds with those."""
    usual, race = figures_of(kind), view.race(view.who)
    attack, home_attack = (figures.attack(kind, race, OPEN_SPACE, view.options, home=home) for home in (False, True))
    defence, home_defence = (figures.defence(kind, race, OPEN_SPACE, view.options, home=home) for home in (False, True))
    flown = replace(usual, move=figures.move(kind, race), attack=attack, defence=defence, bays=figures.bays(kind, race))
    yield usual
    yield ShipExplained(race.key if flown != usual else "", flown, home_attack, home_defence)
    if attack:
        yield HitsExplained(attack, chances(attack=attack, most=_ACROSS))
    yield FallsExplained(defence, chances(defence=defence, most=_DOWN))


def _cards(view: View, topic: str, trial: Trial) -> Iterator[Struct]:
    every, keys = _asked(topic, "CARDS")
    if keys and not view.options.cards:
        yield NotPlayed("cards")
        return
    for card in CARDS:
        if card.key in keys:
            where = "hand" if card.key in view.hand else "discards" if card.key in view.discards else ""
            acts = acts_at(card.at, moving=card.moving)
            yield CardExplained(card.key, card.at, card.on, card.by, card.to, acts, where)
            if not every:
                yield from (LineExplained(LANGUAGE.line(order)) for order in _plays(view, card, acts, trial))


def _plays(view: View, card: Card, acts: Sequence[Act], trial: Trial) -> Iterator[Play | PlayWhen]:
    """Give a card as it may be played now: with all that it can be played on, and waiting; nothing if it cannot be."""
    played = _play(view, card, trial)
    if played is not None:
        yield played
    wants = any(wanted and not wanted.endswith("?") for wanted in (card.on, card.by, card.to))
    if acts and (played is not None or not wants):
        home = view.own_planets[0].place if view.own_planets else view.board.names[0]
        place = "" if acts[0] in ("attacked", "plays", "moves") else home
        waiting = PlayWhen(card=card.key, trigger=Trigger(acts[0], place=place))
        if played is not None and wants:
            needed = played.target if card.on and not card.on.endswith("?") else Target()
            with_ = played.other if card.by and not card.by.endswith("?") else Target()
            kept = played.goal if card.to and not card.to.endswith("?") else ""
            waiting = replace(waiting, target=needed, other=with_, goal=kept)
        yield waiting


def _play(view: View, card: Card, trial: Trial) -> Play | None:
    """Return the first line that names all that a card is played on and would not be in vain, None if none would."""
    own = [planet.place for planet in reversed(view.own_planets)]
    goals = (own or list(view.board.names[:1])) if card.to else [""]
    others, finds = _examples(view, card, card.by), trial(view).finds
    if not card.by or card.by.endswith("?"):
        others = [*others, Target()]
    for on, by, goal in product(_examples(view, card, card.on) if card.on else [Target()], others, goals):
        order = Play(card=card.key, target=on, other=by, goal=goal)
        if (on != by or not card.by) and finds(order):
            return order
    return None


def _examples(view: View, card: Card, wanted: str) -> list[Target]:
    """Return what a card that asks for something could be played on: own fleets and ships one by one."""
    match wanted.rstrip("?"):
        case "":
            return []
        case "own-fleet":
            return [Target(fleet=fleet.number) for fleet in view.own]
        case "own-ship":
            return [
                Target(kind=kind, fleet=fleet.number)
                for fleet in view.own
                for kind in dict.fromkeys(ship.kind for ship in fleet.ships or ())
                if KIND[kind].fighter or card.key not in _FOR_FIGHTERS
            ]
        case _:
            return [_example(view, wanted)]


def _example(view: View, wanted: str) -> Target:
    """Return something of others, or a place, that a card asks for, from what is on the map."""
    foes = [seat for seat in view.in_play if seat != view.who] or [seat for seat in view.seats if seat != view.who]
    theirs = next((fleet for fleet in view.fleets if fleet.seat in foes), None)
    place = {
        "own-planet": next((planet.place for planet in view.own_planets), ""),
        "enemy-planet": next((planet.place for planet in view.planets if planet.seat in foes), ""),
        "space": theirs.place if theirs else view.board.names[0],
    }
    match wanted.rstrip("?"):
        case "seat":
            return Target(seat=foes[0])
        case "enemy-fleet" | "enemy-ship" as what:
            number, seat = (theirs.number, theirs.seat) if theirs else (1, foes[0])
            return Target(kind="carrier" if what == "enemy-ship" else "", seat=seat, fleet=number)
        case kind:
            return Target(place=place.get(kind, ""))


def _races(view: View, topic: str, _: Trial) -> Iterator[Struct]:
    keys = _asked(topic, "RACES")[1]
    if keys and view.options.races == "none":
        yield NotPlayed("races")
    else:
        for key in keys:
            yield RaceExplained(RACE[key].key, tuple(seat for seat in view.seats if view.races.get(seat) == key))


def _terrain(view: View, topic: str, _: Trial) -> Iterator[Struct]:
    every, keys = _asked(topic, "TERRAIN")
    if every and not view.terrain:
        yield NotPlayed("terrain")
    for key in keys:
        places = tuple(place for place, kind in view.terrain if kind == key)
        if places or not every:
            spent = tuple(place for place in places if view.is_spent(place))
            yield TerrainExplained(key, places, spent, view.options.gate_cost, view.options.wonders == "each")


def _doctrine(view: View, topic: str, _: Trial) -> Iterator[Struct]:
    if _is_doctrine(topic):
        for kind in DOCTRINE:
            if kind is not PlayWhen or view.options.cards:
                yield DoctrineExplained(tag_of(kind))


def _odds(view: View, topic: str, _: Trial) -> Iterator[Struct]:
    if find(topic, {"ODDS": _ODDS}):
        yield OddsHeaded(_ACROSS)
        for dice in range(1, _DOWN + 1):
            yield OddsRow(dice, chances(attack=dice, most=_ACROSS))
        face = figures.planet_hit(view.race(view.who))
        yield BustersExplained(face, tuple(float(chance_to_destroy(count, face)) for count in range(1, _ACROSS + 1)))


_PARTS: Mapping[str, Callable[[View, str, Trial], Iterator[Struct]]] = {
    "ships": _ships,
    "cards": _cards,
    "races": _races,
    "terrain": _terrain,
    "doctrine": _doctrine,
    "odds": _odds,
}
