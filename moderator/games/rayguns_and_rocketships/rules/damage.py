"""Blasts on ships, wrecked rayguns and warbots, destroyed ships (Rules: Rocketship Damage, Destroying Rayguns)."""

from collections.abc import Iterator

from moderator.core.seats import Seat
from moderator.games.rayguns_and_rocketships.board.deck import deck, names_square
from moderator.games.rayguns_and_rocketships.board.gunnery import guns_bearing_on, wreckable
from moderator.games.rayguns_and_rocketships.events.gunnery import (
    BlastLost,
    BlastPlaced,
    GunSaved,
    GunWrecked,
    ShipDestroyed,
    Source,
)
from moderator.games.rayguns_and_rocketships.events.tokens import WarbotDestroyed
from moderator.games.rayguns_and_rocketships.orders.types import Blast, Extinguish, Save, Wreck
from moderator.games.rayguns_and_rocketships.pieces import CAPTAIN, Figure, Square
from moderator.games.rayguns_and_rocketships.rules.crews import cores, evacuation, harm
from moderator.games.rayguns_and_rocketships.rules.points import score
from moderator.games.rayguns_and_rocketships.rules.table import Table
from moderator.games.rayguns_and_rocketships.tables import ships, star_map

PLACES = ("CORE", "COCKPIT", "ENGINE", "PANEL", "HATCH", "AIRLOCK", "GUN", "DECK")
"""Where Blasts go unless BLAST says otherwise, the first first; EXTINGUISH goes by the same."""
_GUN_POINTS, _SHIP_POINTS = 1, 3


# ---- Blasts -------------------------------------------------------------------------------------------------


def blast(table: Table, ship: Seat, by: Seat, source: Source, *, count: int = 1, placer: Seat = "") -> None:
    """Put Blasts on a ship where ``placer`` likes, who is ``by`` unless that is nobody; the last one destroys it.

    A core may be chosen whatever else there is: it turns red, and no marker is placed (BY-MAIL 6).
    """
    for _ in range(count):
        if ship not in table.ships:
            return
        square = next(_wanted(table, ship, placer or by), "")
        token = table.tokens_aboard(ship).get(square)
        if token and token.kind == "core" and not token.red:
            cores.redden(table, token.key, by)
        elif square and not _used_up(table):
            blast_on(table, ship, square, by, source)
        else:
            table.say(BlastLost(seat=ship, source=source))


def blast_on(table: Table, ship: Seat, square: Square, by: Seat, source: Source) -> None:
    """Put a Blast on a square, whatever is there."""
    blasts = tuple(sorted((*table.ships[ship].blasts, square)))
    table.set_ship(ship, blasts=blasts)
    table.say(BlastPlaced(seat=ship, where=deck(ship).name(square), source=source, by=by))
    if len(blasts) >= ships().blasts:
        _destroy(table, ship, by)


def blasts_to_put_out(table: Table, ship: Seat) -> list[Square]:
    """Return the squares with Blasts in the order in which they are put out: as EXTINGUISH says, then as they go."""
    plan, blasts = deck(ship), table.ships[ship].blasts
    said = (place for line in table.orders(ship, Extinguish) for place in line.places)
    found = (at for place in (*said, *PLACES) for at in blasts if names_square(place, plan.name(at)))
    return list(dict.fromkeys(found))


def quench(table: Table, ship: Seat, square: Square) -> None:
    """Take a Blast off a square."""
    blasts = list(table.ships[ship].blasts)
    blasts.remove(square)
    table.set_ship(ship, blasts=tuple(blasts))


def _wanted(table: Table, ship: Seat, placer: Seat) -> Iterator[Square]:
    """Give the squares that a placer may choose, the first first; on the own ship where they do least harm."""
    plan, blasts = deck(ship), table.ships[ship].blasts
    anywhere = table.may(placer, "blast-occupied")
    free = [s for s in plan.squares if (s not in blasts if anywhere else table.takes_blast(ship, s))]
    cores = {t.at: t for t in table.tokens_aboard(ship).values() if t.kind == "core" and not t.red}
    lines = table.orders(placer, Blast) if placer not in ("", ship) else []
    usual = reversed(PLACES) if placer == ship else PLACES
    for place in (*(name for line in lines for name in line.places), *usual):
        if place == "CORE":
            yield from (square for square in plan.squares if square in cores)
        yield from (square for square in free if names_square(place, plan.name(square)))
    aboard = table.aboard(ship)
    yield from (square for square in plan.posts.values() if square not in blasts and square not in aboard)


def _used_up(table: Table) -> bool:
    """Tell whether all Blast markers of the box are on the table (option ``blast_supply``)."""
    placed = sum(len(ship.blasts) for ship in table.ships.values())
    placed += sum(len(side.hurt) for side in table.sides.values())
    return 0 < table.options.blast_supply <= placed


def _destroy(table: Table, ship: Seat, by: Seat) -> None:
    """Take a ship off the table, once its figures have left it; its rayguns go to the spares (setting 31)."""
    at = table.ships[ship].at
    table.say(ShipDestroyed(seat=ship, at=at, by=by))
    table.spares += len(table.ships[ship].guns)
    evacuation.evacuate(table, ship, at, by)
    del table.ships[ship]
    score(table, by, _SHIP_POINTS, "ship", ship)


# ---- rayguns and warbots ------------------------------------------------------------------------------------


def wreck_gun(table: Table, ship: Seat, port: str, by: Seat, figure: str = "") -> None:
    """Destroy a raygun; ``figure`` did it from inside."""
    table.set_ship(ship, guns=tuple(gun for gun in table.ships[ship].guns if gun != port))
    table.spares += 1
    table.say(GunWrecked(seat=ship, port=port, by=by, figure=figure))
    score(table, by, _GUN_POINTS, "gun", ship)


def wreck_warbot(table: Table, key: str, by: Seat) -> None:
    """Destroy a warbot at its post."""
    token = table.tokens.pop(key)
    table.say(WarbotDestroyed(seat=token.ship, token=key, post=deck(token.ship).name(token.at), by=by))
    score(table, by, star_map().token["warbot"].victory, "warbot", token.ship)


def wreck_guns(table: Table, ship: Seat, hits: int, by: Seat) -> None:
    """Destroy as many rayguns and warbots as a battery hit, by its owner's WRECK; who mans one may be lost instead."""
    chosen = tuple(dict.fromkeys(_ranked(table, ship, by)))[:hits]
    for target in chosen:
        if target in table.tokens:
            wreck_warbot(table, target, by)
        elif not _saved(table, ship, target, by):
            wreck_gun(table, ship, target, by)


def _ranked(table: Table, ship: Seat, by: Seat) -> Iterator[str]:
    """Give what can be wrecked, the first first: as WRECK says, then warbots, rayguns that bear, the rest."""
    targets = wreckable(table, ship)
    guns = [target for target in targets if target not in table.tokens]
    manned = [gun for gun in guns if table.manner(ship, f"GUN {gun}")]
    guns = [gun for gun in guns if gun not in manned] + manned
    threats = {gun.port for gun in guns_bearing_on(table, ship, by)}
    kinds = {
        "WARBOTS": [target for target in targets if target in table.tokens],
        "MANNED": manned,
        "UNMANNED": [gun for gun in guns if gun not in manned],
        "BEARING": [gun for gun in guns if gun in threats],
    }
    lines = table.orders(by, Wreck) if by else []
    for name in (*(name for line in lines for name in line.guns), "WARBOTS", "BEARING"):
        yield from kinds.get(name, [name] if name in guns else [])
    yield from guns


def _saved(table: Table, ship: Seat, port: str, by: Seat) -> bool:
    """Tell whether who mans a raygun took the hit for it, by the owner's SAVE (setting 17)."""
    manner = table.manner(ship, f"GUN {port}")
    if not isinstance(manner, Figure):
        return False
    both = manner.name == CAPTAIN and not table.options.captain_saves_gun
    saved = not both and any(line.saved == "guns" for line in table.orders(ship, Save)[:1])
    if saved:
        table.say(GunSaved(seat=ship, port=port, figure=manner.name, by=by))
    if saved or both:
        harm.hurt(table, manner.who, "raygun", by)
    return saved
