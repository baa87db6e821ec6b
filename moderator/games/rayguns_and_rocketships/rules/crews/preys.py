"""Whom a figure may attack, in what order and with what weapon (Rules: Crew Combat; BY-MAIL 5: Weapon; STRIKE)."""

from collections.abc import Iterator
from typing import Literal, TypeAlias

from msgspec import Struct

from moderator.core.seats import Seat
from moderator.games.rayguns_and_rocketships.board.adjacency import is_beside_place
from moderator.games.rayguns_and_rocketships.board.compass import distance, is_line_clear
from moderator.games.rayguns_and_rocketships.board.deck import deck
from moderator.games.rayguns_and_rocketships.orders.phrases import Weapon
from moderator.games.rayguns_and_rocketships.orders.types import Board, Strike
from moderator.games.rayguns_and_rocketships.pieces import CAPTAIN, PRINCESS, Figure, Who
from moderator.games.rayguns_and_rocketships.rules.crews.agenda import task_of
from moderator.games.rayguns_and_rocketships.rules.table import Table

PreyKind: TypeAlias = Literal["CAPTAIN", "CREW", "PRINCESS", "GUN", "WARBOT", "CORE"]
_USUAL: tuple[PreyKind, ...] = ("WARBOT", "GUN", "CREW", "CAPTAIN", "PRINCESS")
_RANGE = 2
_NEARLY = 2
"""Blasts with which a captain goes first."""


class Prey(Struct, frozen=True):
    """What can be attacked: a figure, a raygun (``"GUN P3"``), a warbot or core (its key), and where it is."""

    kind: PreyKind
    seat: Seat
    name: str
    ship: Seat
    at: str
    manned: bool = False

    @property
    def who(self) -> Who:
        """Whose figure it is, and its name."""
        return self.seat, self.name

    @property
    def is_figure(self) -> bool:
        """Whether it is a figure: it can dodge, and fall to a sword."""
        return self.kind in (CAPTAIN, "CREW", PRINCESS)


def preys(table: Table, who: Who, ship: Seat | None = None) -> list[Prey]:
    """Return all that a figure may attack where it is (or aboard ``ship``), in reach or not, the first first.

    What its BOARD line is for goes first, then as STRIKE lists, then as usual: a captain with two Blasts, warbots,
    guns (unmanned first), crew, captain, princess. Cores are attacked only where a line says so.
    """
    task, seat = task_of(table, who), who[0]
    words = [task.prey] if isinstance(task, Board) and task.prey else []
    words += [word for line in _lines(table, who) for word in line.preys]

    def rank(prey: Prey) -> tuple[int, bool, int, bool]:
        listed = next((at for at, word in enumerate(words) if _is_meant(word, prey)), len(words))
        dying = prey.kind == CAPTAIN and len(table.sides[prey.seat].hurt) == _NEARLY
        usual = _USUAL.index(prey.kind) if prey.kind in _USUAL else len(_USUAL)
        return listed, not dying, usual, prey.manned

    ship = table.figures[who].ship if ship is None else ship
    found = (*_figures(table, seat, ship), *_things(table, seat, ship))
    return sorted((prey for prey in found if prey.kind != "CORE" or rank(prey)[0] < len(words)), key=rank)


def _lines(table: Table, who: Who) -> list[Strike]:
    return [line for line in table.orders(who[0], Strike) if not line.who or who[1] in line.who]


def _is_meant(word: str, prey: Prey) -> bool:
    return word in (prey.kind, prey.name)


def _figures(table: Table, seat: Seat, ship: Seat) -> Iterator[Prey]:
    """Give the enemies aboard a ship, or in space; with ``fire_out`` those in space are seen from aboard, too."""
    kinds: dict[str, PreyKind] = {CAPTAIN: "CAPTAIN", PRINCESS: "PRINCESS"}
    seen = {ship, ""} if table.options.fire_out else {ship}
    if not any(figure.seat != seat and figure.ship in seen for figure in table.figures.values()):
        return  # mostly nobody is
    for figure in table.figures_of(*table.seats):
        if figure.seat != seat and figure.ship in seen:
            yield Prey(kinds.get(figure.name, "CREW"), figure.seat, figure.name, figure.ship, figure.at)


def _things(table: Table, seat: Seat, ship: Seat) -> Iterator[Prey]:
    """Give the rayguns, warbots and cores of an enemy ship."""
    if ship in ("", seat):
        return
    plan = deck(ship)
    for port in table.ships[ship].guns:
        yield Prey("GUN", ship, f"GUN {port}", ship, plan.square(port), bool(table.manner(ship, f"GUN {port}")))
    for token in table.tokens_aboard(ship).values():
        if token.kind == "core" or (token.kind == "warbot" and token.installed):
            yield Prey("CORE" if token.kind == "core" else "WARBOT", ship, token.key, ship, token.at)


def weapon_for(table: Table, who: Who, prey: Prey) -> Weapon | None:
    """Return the weapon with which a figure attacks something from where it stands; None out of reach.

    The pistol, unless the target's owner has a token to dodge with: then the sword, beside it. STRIKE … BY decides.
    """
    figure = table.figures[who]
    near = prey.is_figure and is_beside_place(figure, prey.ship, prey.at)
    far = _sees(table, figure, prey)
    said = next((line.weapon for line in _lines(table, who) if line.weapon), None) if prey.is_figure else "pistol"
    if said or not (near and far):
        fits: list[Weapon] = ["sword"] if near else []
        fits += ["pistol"] if far else []
        return next((one for one in fits if said in (None, one)), None)
    return "sword" if table.sides[prey.seat].actions else "pistol"


def _sees(table: Table, figure: Figure, prey: Prey) -> bool:
    """Tell whether a pistol shot goes to a prey: two squares aboard; two nodes in space, past no rock."""
    if figure.ship and figure.ship == prey.ship:
        return figure.at == prey.at or deck(figure.ship).sees(figure.at, prey.at)
    at = figure.at
    if figure.ship:
        if prey.ship or not deck(figure.ship).name(at).startswith("AIRLOCK") or at in table.ships[figure.ship].blasts:
            return False
        at = table.ships[figure.ship].at
    return distance(at, prey.at) <= _RANGE and is_line_clear(at, prey.at, table.rocks.__contains__)


def best(table: Table, who: Who) -> tuple[Prey, Weapon] | None:
    """Return what a figure attacks from where it stands, and with what; None where nothing is in reach."""
    found = ((prey, weapon_for(table, who, prey)) for prey in preys(table, who))
    return next(((prey, weapon) for prey, weapon in found if weapon), None)
