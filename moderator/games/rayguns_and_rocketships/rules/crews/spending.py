"""What is left of the tokens is spent, use by use, down to KEEP (Rules: Action Tokens; BY-MAIL 5: Tokens)."""

from collections.abc import Callable, Mapping, Sequence

from moderator.core.seats import Seat
from moderator.games.rayguns_and_rocketships.board.adjacency import are_beside, is_beside_place
from moderator.games.rayguns_and_rocketships.board.deck import deck
from moderator.games.rayguns_and_rocketships.board.gunnery import succeeds
from moderator.games.rayguns_and_rocketships.events.crew import (
    BlastOut,
    CaptainHealed,
    FigureHealed,
    Found,
    HatchSearched,
)
from moderator.games.rayguns_and_rocketships.events.lines import Cause
from moderator.games.rayguns_and_rocketships.orders.phrases import Use
from moderator.games.rayguns_and_rocketships.orders.types import Heal, Search
from moderator.games.rayguns_and_rocketships.pieces import CAPTAIN, CREW, PRINCESS, Square
from moderator.games.rayguns_and_rocketships.rules import hands
from moderator.games.rayguns_and_rocketships.rules.crews import purse
from moderator.games.rayguns_and_rocketships.rules.crews.combat import odds, strike
from moderator.games.rayguns_and_rocketships.rules.crews.cores import cool
from moderator.games.rayguns_and_rocketships.rules.crews.preys import best
from moderator.games.rayguns_and_rocketships.rules.crews.walking import Mover, Movers, why_unable
from moderator.games.rayguns_and_rocketships.rules.damage import blasts_to_put_out, quench
from moderator.games.rayguns_and_rocketships.rules.table import Table
from moderator.games.rayguns_and_rocketships.tables import abilities_of

HATCH_HITS = 5
_WORTH_IT = 0.4
"""How likely an attack must be that a token is spent on."""


def spend(table: Table, seat: Seat, movers: Movers) -> None:
    """Spend what a seat has above KEEP."""
    for use in purse.spending_order(table, seat):
        if use in _USES:
            _USES[use](table, seat, movers)


def _stand(table: Table, seat: Seat, movers: Movers) -> None:
    """Let the wounded get up by themselves; their Blast stays (option ``ironwill``)."""
    del movers
    for figure in list(table.figures_of(seat)):
        if figure.wounded and purse.tokens_to_spend(table, seat) and table.pay(seat, 1):
            table.set_figure(figure.who, wounded=False, scarred=True)
            table.say(FigureHealed(seat=seat, figure=figure.name, healer=figure.name, paid=1))


def _attack(table: Table, seat: Seat, movers: Movers) -> None:
    """Buy attacks, once a figure, where they are likely to succeed."""
    for mover in movers.acting():
        found = best(table, mover.who) if mover.able and purse.tokens_to_spend(table, seat) else None
        if found and odds(table, mover.who, *found) >= _WORTH_IT and mover.buy("attack"):
            mover.attacks -= 1
            strike(table, mover.who, *found, paid=mover.paid())


# ---- fire ---------------------------------------------------------------------------------------------------


def _extinguish(table: Table, seat: Seat, movers: Movers) -> None:
    """Put Blasts out, in the order of EXTINGUISH, by who is beside them or can step there and back (setting 30)."""
    for square in blasts_to_put_out(table, seat) if seat in table.ships else ():
        for _ in range(table.ships[seat].blasts.count(square)):
            if not purse.tokens_to_spend(table, seat) or not _put_out(table, seat, square, movers):
                break


def _put_out(table: Table, seat: Seat, square: Square, movers: Movers) -> bool:
    aboard = [mover for mover in movers.acting() if mover.figure.ship == seat]
    for mover in aboard:
        if is_beside_place(mover.figure, seat, square):
            return _douse(table, mover, square)
    for near in deck(seat).near[square]:
        for mover in aboard:
            home, way = mover.figure.at, mover.way((near,)) if table.free(seat, near) else None
            if way and 2 * len(way) <= mover.spaces:
                mover.walk_to(way)
                _douse(table, mover, square)
                mover.walk_to((*reversed(way[:-1]), home))
                return True
    return False


def _douse(table: Table, mover: Mover, square: Square) -> bool:
    seat, name = mover.who
    table.pay(seat, 1)
    quench(table, seat, square)
    table.say(BlastOut(seat=seat, figure=name, where=deck(seat).name(square), paid=1))
    return True


# ---- healing ------------------------------------------------------------------------------------------------


def _heal(table: Table, seat: Seat, movers: Movers) -> None:
    """Heal the captain's abilities, and with ``ironwill`` crew, by who is beside them."""
    for name in _ailing(table, seat):
        healers = [mover.who[1] for mover in movers.acting() if _can_heal(table, seat, mover.who[1], name)]
        if healers and purse.tokens_to_spend(table, seat) and table.pay(seat, 1):
            _restore(table, seat, healers[0], name, paid=1)


def heal_free(table: Table, seat: Seat) -> None:
    """Let the princess heal somebody beside her for nothing, if she has not yet this Turn (Rules: Heal)."""
    key = (PRINCESS, seat, "")
    ailing = [name for name in _ailing(table, seat) if _can_heal(table, seat, PRINCESS, name)]
    if key not in table.used and ailing:
        table.used.add(key)
        _restore(table, seat, PRINCESS, ailing[0], paid=0)


def _ailing(table: Table, seat: Seat) -> list[str]:
    """Return abilities with a Blast and wounded crew, in the order of HEAL, else Captain first and crew last."""
    said = [name for line in table.orders(seat, Heal) for name in line.healed]
    side = table.sides[seat]
    names = [one.name for one in abilities_of(seat, side.captain).values() if one.name in side.hurt]
    crew = [one.name for one in table.figures_of(seat) if one.name in CREW and (one.wounded or one.scarred)]
    ailing = [*names, *crew] if (seat, CAPTAIN) in table.figures else crew
    return sorted(ailing, key=lambda name: said.index(name) if name in said else len(said))


def _can_heal(table: Table, seat: Seat, healer: str, name: str) -> bool:
    patient = table.figures[seat, name if name in CREW else CAPTAIN]
    return table.able((seat, healer)) and are_beside(table.figures[seat, healer], patient)


def _restore(table: Table, seat: Seat, healer: str, name: str, *, paid: int) -> None:
    if name in CREW:
        table.set_figure((seat, name), wounded=False, scarred=False)
        table.say(FigureHealed(seat=seat, figure=name, healer=healer, paid=paid))
    else:
        table.set_side(seat, hurt=tuple(one for one in table.sides[seat].hurt if one != name))
        table.say(CaptainHealed(seat=seat, healer=healer, ability=name, paid=paid))


# ---- the hatch ----------------------------------------------------------------------------------------------


def _search(table: Table, seat: Seat, movers: Movers) -> None:
    """Search the hatch as often as tokens are left and there is something to find."""
    mover = searcher(table, movers)
    while mover and purse.tokens_to_spend(table, seat) and _thing(table, seat, "") and search(table, mover, ""):
        pass


def searcher(table: Table, movers: Movers) -> Mover | None:
    """Return who is on the own hatch, if there is no Blast on it."""
    posts = table.manned(movers.seat, "HATCH") if movers.seat in table.ships else ()
    squares = [deck(movers.seat).posts[post] for post in posts]
    aboard = (mover for mover in movers.acting() if mover.figure.ship == movers.seat)
    return next((mover for mover in aboard if mover.figure.at in squares), None)


def _thing(table: Table, seat: Seat, find: str) -> str:
    """Return what can be found: a port for a raygun, else ``"STAR"``; empty for nothing."""
    port = hands.port_for(table, seat) if find in ("", "GUN") else ""
    cards = table.decks[seat]
    return port or ("STAR" if find in cards or (cards and find in ("", "STAR")) else "")


def search(table: Table, mover: Mover, find: str) -> bool:
    """Search the hatch for a token: a raygun, a Star card, or a certain one; False if there is nothing or no token."""
    (seat, name), thing = mover.who, _thing(table, mover.who[0], find)
    if not thing or not table.pay(seat, 1):
        return False
    throw = table.throw("hatch", f"{seat} {name}", seat)
    found = succeeds(throw, HATCH_HITS, 0, naturals=table.options.naturals)
    port = thing if found and thing != "STAR" else ""
    what: Found = "gun" if port else "star" if found else "nothing"
    table.say(HatchSearched(seat=seat, figure=name, throw=throw, number=HATCH_HITS, found=what, port=port))
    if port:
        hands.mount(table, seat, port)
    elif found:
        hands.choose(table, seat, find)
    return True


def follow(table: Table, line: Search, movers: Movers) -> None:
    """Carry out a SEARCH line: a figure that it names goes to the hatch, or who is there, and searches."""
    seat, plan = movers.seat, deck(movers.seat)
    hatches = [plan.posts[post] for post in plan.of_kind("HATCH")]
    for mover in movers.acting():
        if mover.who[1] in line.who and mover.figure.ship == seat and mover.figure.at not in hatches:
            mover.walk_to(mover.way(hatches) or ())
    found = searcher(table, movers)
    if found is None or (line.who and found.who[1] not in line.who):
        table.fail(seat, line, _unmanned(table, line, hatches, movers))
    elif not _thing(table, seat, line.find):
        missing: Cause = "no-card" if table.decks[seat] else "no-deck"
        table.fail(seat, line, "no-port" if line.find == "GUN" else missing)
    elif not search(table, found, line.find):
        table.fail(seat, line, "no-tokens", found.who[1])


def _unmanned(table: Table, line: Search, hatches: Sequence[Square], movers: Movers) -> Cause:
    """Return why nobody whom a SEARCH line means is at work on the hatch."""
    seat = movers.seat
    sent = [movers[name] for name in line.who if (seat, name) in table.figures]
    if seat not in table.ships:
        return "no-ship"
    if line.who and not sent:
        return "gone"
    if all(at in table.ships[seat].blasts for at in hatches):
        return "blasted"
    if sent and not any(mover.able for mover in sent):
        return why_unable(table, sent[0])
    return "taken" if line.who and not any(table.free(seat, at) for at in hatches) else "no-hatch"


_USES: Mapping[Use, Callable[[Table, Seat, Movers], None]] = {
    "cool": lambda table, _seat, _movers: cool(table),  # once more where tokens came since
    "stand": _stand,
    "attack": _attack,
    "extinguish": _extinguish,
    "heal": _heal,
    "search": _search,
}
