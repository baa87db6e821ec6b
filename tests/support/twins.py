"""Positions and matches that look the same to somebody and are not: what is hidden, changed; and orders aimed at it."""

import hashlib
import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from hex_duel import board as duel
from hex_duel.rules import State as DuelState
from hex_duel.rules import lift
from msgspec import to_builtins
from msgspec.structs import replace
from sqlmodel import Session, select

from moderator.core import codec
from moderator.core.dice import Throw
from moderator.core.game import AnyGame, Event, Prompt
from moderator.core.seats import Observer, Seat, Who
from moderator.games.buck_rogers.rules import fog as buck_fog
from moderator.games.buck_rogers.rules.state import State as BuckState
from moderator.games.buck_rogers.seat.view import View as BuckView
from moderator.games.buck_rogers_revised.rules.state import State as RevisedState
from moderator.games.buck_rogers_revised.seat.view import View as RevisedView
from moderator.games.rayguns_and_rocketships.orders.phrases import Spot
from moderator.games.rayguns_and_rocketships.orders.types import Go, Helm
from moderator.games.rayguns_and_rocketships.rules.state import State as RayState
from moderator.games.rayguns_and_rocketships.seat.view import Secret as RaySecret
from moderator.games.rebel_commander.options import Muster
from moderator.games.rebel_commander.rules import fog
from moderator.games.rebel_commander.rules.sight import RANGE
from moderator.games.rebel_commander.rules.state import State as RebelState
from moderator.games.rebel_commander.seat.view import View as RebelView
from moderator.games.rebel_commander.tables import board_of
from moderator.games.solar_system.orders.phrases import Leg, Units
from moderator.games.solar_system.orders.types import Move, SetStance, Truce
from moderator.games.solar_system.pieces import Kind
from moderator.games.solar_system.seat.view import Course
from moderator.games.space_genocide.pieces import Ship, World
from moderator.games.space_genocide.rules import fog as genocide_fog
from moderator.games.space_genocide.rules.state import State as GenocideState
from moderator.games.space_genocide.seat.view import View as GenocideView
from moderator.service.context import MatchPlan
from moderator.service.matches import asking, records
from moderator.store.tables import Asking, Match, Record, Sheet
from tests.support.night_watch.state import State as NightState
from tests.support.night_watch.view import STREETS, next_to


def night_watch(state: NightState, who: Who) -> Iterator[NightState]:
    """Put every other thief one street further, and give it more courage."""
    others = [seat for seat in state.standing if seat != who]
    yield replace(state, place={**state.place, **{seat: next_to(state.place[seat])[-1] for seat in others}})
    yield replace(state, place={**state.place, **dict.fromkeys(others, STREETS[0])})
    yield replace(state, courage={**state.courage, **{seat: state.courage[seat] + 1 for seat in others}})
    if state.beaten and who not in state.beaten and not state.options.loud:
        yield replace(state, beaten=tuple(others[::-1][: len(state.beaten)]))


def hex_duel(state: DuelState, who: Who) -> Iterator[DuelState]:
    """Put unseen ships elsewhere, and change their captains' cards for those of the deck."""
    view = lift(state, who)
    away = [at for at in duel.SEA.names if all(duel.steps_between(at, seen) > 1 for seen in view.place.values())]
    hidden = [seat for seat in state.seats if seat not in view.place]
    yield replace(state, place={**state.place, **dict.fromkeys(hidden, away[0])})
    yield replace(state, place={**state.place, **dict.fromkeys(hidden, away[-1])})
    yield replace(state, deck=state.deck[::-1])
    for seat in [seat for seat in state.seats if seat not in view.held][:1]:
        count = min(len(state.hands[seat]), len(state.deck))
        hand, deck = state.hands[seat], state.deck
        changed = {**state.hands, seat: (*deck[:count], *hand[count:])}
        yield replace(state, hands=changed, deck=(*hand[:count], *deck[count:]))


def rebel_commander(state: RebelState, who: Who) -> Iterator[RebelState]:
    """Change the weights of the sequence, and under fog move enemy stacks about out of sight, now and at the start."""
    yield replace(state, enthusiasm=tuple(reversed([weight + 7 for weight in state.enthusiasm])))
    view = fog.lift(state, who)
    if view.sight is not None and state.options.start:
        start = state.options.start
        begun = {
            seat: places if seat in view.options.start else {"J0": Muster(troops=3)} for seat, places in start.items()
        }
        yield replace(state, options=replace(state.options, start=begun))
    if view.sight is None or len(view.stacks) == len(state.stacks):
        return
    board = board_of(state.options)
    names, index = board.names, board.index
    taken = {stack.place for stack in state.stacks}
    free = [name for name in names if name not in view.sight and name not in taken]
    sight = [index[seen] for seen in view.sight]
    free.sort(key=lambda name: min((board.distance(index[name], seen) for seen in sight), default=0))
    hidden = [stack for stack in state.stacks if stack not in view.stacks]
    for stack in hidden[:2]:
        if free:
            moved = replace(stack, place=free[0])
            stacks = [moved if other == stack else other for other in state.stacks]
            order = {name: at for at, name in enumerate(names)}
            yield replace(
                state, stacks=tuple(sorted(stacks, key=lambda s: (order[s.place], state.seats.index(s.seat))))
            )


def space_genocide(state: GenocideState, who: Who) -> Iterator[GenocideState]:
    """Change mats, type counters, hands, doctrine and the deck, as far as they are not known."""
    if state.outcome:
        return
    view = genocide_fog.lift(state, who)
    mats = tuple(
        replace(fleet, ships=(Ship("carrier"), Ship("monitor")), course=(fleet.place,))
        if (seen := view.fleet(fleet.seat, fleet.number)) is None or (seen.ships is None and not seen.seen)
        else fleet
        for fleet in state.fleets
    )
    yield replace(state, fleets=mats)
    turned = {World.METAL: World.POPULATION, World.POPULATION: World.METAL}
    hidden = {planet.place for planet in view.planets if planet.seat and planet.world is None}
    yield replace(
        state,
        planets=tuple(
            replace(planet, world=turned[planet.world]) if planet.place in hidden and planet.world in turned else planet
            for planet in state.planets
        ),
    )
    yield replace(state, doctrine={seat: state.doctrine[seat] if seat == who else () for seat in state.seats})
    open_hands = {hand.seat for hand in view.seen_hands}
    others = [seat for seat in state.seats if seat not in open_hands and seat != who and state.hands[seat]]
    if others and view.seen_deck is None and len(state.deck) >= len(state.hands[others[0]]):
        held = state.hands[others[0]]
        deck = (*held, *state.deck[: -len(held)])
        yield replace(state, deck=deck, hands={**state.hands, others[0]: state.deck[-len(held) :]})
    yield replace(state, deck=state.deck[::-1] if view.seen_deck is None else state.deck, pile=state.pile[::-1])


def _other_minds(state: BuckState | RevisedState, who: Who) -> tuple[Any, ...]:
    """Return what is kept of each seat, with something else in the minds of others."""
    fighter = Course("Blue", Move(units=Units(((Kind.FIGHTER, 1),)), origin="Bach", way=(Leg("to", "Near Mars"),)))
    other = (SetStance(stance="attack"), Truce(seats=state.seats[:1]))
    return tuple(
        side if seat == who else replace(side, doctrine=other, courses=(fighter,))
        for seat, side in zip(state.seats, state.sides, strict=True)
    )


def buck_rogers(state: BuckState, who: Who) -> Iterator[BuckState]:
    """Change what others have in mind, and their numbers in the turn order as far as they are not known."""
    if state.outcome:
        return
    yield replace(state, sides=_other_minds(state, who))
    known = dict(buck_fog.lift(state, who).numbers)
    hidden = [colour for colour in state.order if colour not in known]
    turned = iter(hidden[::-1])
    yield replace(state, order=tuple(colour if colour in known else next(turned) for colour in state.order))


def buck_rogers_revised(state: RevisedState, who: Who) -> Iterator[RevisedState]:
    """Change what others have in mind, their hands for cards of the deck, and the deck."""
    if state.outcome:
        return
    yield replace(state, sides=_other_minds(state, who))
    yield replace(state, deck=state.deck[::-1])
    deck, sides = list(state.deck), []
    for seat, side in zip(state.seats, state.sides, strict=True):
        count = 0 if who in (seat, Observer.GM) else min(len(deck), len(side.hand))
        sides.append(replace(side, hand=(*deck[:count], *side.hand[count:])))
        deck = [*deck[count:], *side.hand[:count]]
    yield replace(state, sides=tuple(sides), deck=tuple(deck))


def rayguns(state: RayState, who: Who) -> Iterator[RayState]:
    """Change the Star cards in others' hands for those of their decks, all decks, and what others have in mind."""
    known = [seat for seat in state.seats if seat == who or who is Observer.GM]
    hands = {seat: state.secrets[seat].hand for seat in state.seats}
    decks = dict(state.decks)
    for seat in state.seats:
        count = min(len(hands[seat]), len(decks[seat]))
        if seat not in known and count:
            hands[seat], decks[seat] = (
                (*decks[seat][:count], *hands[seat][count:]),
                (*hands[seat][:count], *decks[seat][count:]),
            )
    other = RaySecret(
        program=("Forward", "Turn Port"), doctrine=(Helm(goal="away"),), tasks=(Go(who=("1",), spot=Spot("home")),)
    )
    yield replace(
        state,
        secrets={
            seat: secret if seat in known else replace(other, hand=hands[seat])
            for seat, secret in state.secrets.items()
        },
        decks=decks,
    )
    yield replace(state, decks={seat: cards[::-1] for seat, cards in state.decks.items()})


HIDDEN: dict[str, Callable[[Any, Who], Iterator[Any]]] = {
    "hex-duel": hex_duel,
    "night-watch": night_watch,
    "rebel-commander": rebel_commander,
    "space-genocide": space_genocide,
    "buck-rogers": buck_rogers,
    "buck-rogers-revised": buck_rogers_revised,
    "rayguns-and-rocketships": rayguns,
}
"""By game: positions that somebody cannot tell from the given one."""


def _rebel_aims(view: RebelView, states: Sequence[RebelState]) -> Iterator[str]:
    """Send Speeders where there is an enemy out of sight, and attack."""
    board, sight = board_of(view.options), view.sight or board_of(view.options).names
    moved = {stack.place for one in states for stack in one.stacks if any(stack not in each.stacks for each in states)}
    foes = sorted(moved - {*sight})
    speeders = [stack.place for stack in view.stacks if stack.seat == view.who and stack.speeders]
    ways = (
        (origin, by, goal)
        for goal, origin, by in itertools.product(foes, speeders, sight)
        if max(board.distance(board.index[by], board.index[end]) for end in (origin, goal)) <= RANGE
    )
    for origin, by, goal in itertools.islice(ways, 1):
        yield from (f"MOVE SPEEDERS {origin} {by}", f"MOVE SPEEDERS {by} {goal}", f"ATTACK {goal}")


def _genocide_aims(view: GenocideView, _states: Sequence[GenocideState]) -> Iterator[str]:
    """Send each fleet to the nearest whose mat was never seen."""
    board = view.board
    foes = [fleet.place for fleet in view.fleets if fleet.ships is None]
    for fleet in view.own if foes else ():
        at = board.index[fleet.place]
        yield f"MOVE {fleet.number} {min(foes, key=lambda place: board.distance(at, board.index[place]))}"


def _buck_aims(view: BuckView | RevisedView, _states: Sequence[BuckState]) -> Iterator[str]:
    """Send ships into the orbits where others have units, with whom they may have a truce or not."""
    for stack in view.position.stacks:
        if stack.colour not in view.own and stack.fighters:
            own = next((one for one in view.position.stacks if one.colour in view.own and one.fighters), None)
            if own is not None and own.zone != stack.zone:
                yield f"MOVE 1 FIGHTER {own.zone} TO {stack.zone}"
            return


def _revised_aims(view: RevisedView, states: Sequence[RevisedState]) -> Iterator[str]:
    """Play cards that others may have, bid, and send ships where others stand."""
    cards = sorted({card for state in states for side in state.sides for card in side.hand} - {*view.hand})
    yield from (f"PLAY {card}" for card in cards[:4])
    yield "BID 1"
    yield from _buck_aims(view, ())


AIMED: dict[str, Callable[[Any, Sequence[Any]], Iterator[str]]] = {
    "hex-duel": lambda _, states: (f"FIRE {place}" for state in states for place in state.place.values()),
    "night-watch": lambda _, states: (f"SEEK {place}" for state in states for place in state.place.values()),
    "rebel-commander": _rebel_aims,
    "space-genocide": _genocide_aims,
    "buck-rogers": _buck_aims,
    "buck-rogers-revised": _revised_aims,
    "rayguns-and-rocketships": lambda _, states: (
        f"AIM {card} AT NEAREST" for state in states for secret in state.secrets.values() for card in secret.hand
    ),
}
"""By game: what a seat that sees a view could order so that it comes upon what twins hide from it."""


# ---- whole matches ----------------------------------------------------------------------------------------


def otherwise(game: AnyGame, state: Any, who: Who) -> Any:  # noqa: ANN401 - the game's own
    """Return a position in which all that somebody may not know of this one is otherwise."""
    for number in itertools.count():
        found = next(itertools.islice(HIDDEN[game.info.key](state, who), number, None), None)
        if found is None:
            return state
        state = found
    raise AssertionError("there is an end to it")


def hide(session: Session, game: AnyGame, who: Who) -> None:
    """Make everything in the one match that there is otherwise that somebody may not know."""
    match = session.exec(select(Match)).one()
    for record in session.exec(select(Record)):
        record.position = codec.pack(otherwise(game, records.position(game, record.position), who))
        record.body = codec.pack(_other_body(records.body(game, record), who))
        session.add(record)
        if record.number == match.number:
            match.state = record.position
    match.settings = codec.encode(_other_plan(game, match, who)).decode()
    session.add(match)
    for asked in session.exec(select(Asking)):
        asked.secret_seed = hashlib.sha256(asked.secret_seed).digest()
        session.add(asked)
    swapped = _ask_others(session, match, game.pending(records.position(game, match.state)))
    for sheet in session.exec(select(Sheet)):
        if sheet.seat != who:
            sheet.orders, sheet.salt, sheet.receipt = asking.pack_orders(()), b"other", "f" * 32
            sheet.seat = swapped.get(sheet.seat, sheet.seat) if sheet.asking == match.asking else sheet.seat
            session.add(sheet)


def _other_plan(game: AnyGame, match: Match, who: Who) -> MatchPlan:
    """Return the plan of a match as it would be with the options of its position, so far as they are others'."""
    plan, played = asking.plan_of(match.settings), to_builtins(game.options(records.position(game, match.state)))
    own = {name: {who: part[who]} for name, part in plan.options.items() if isinstance(part, dict) and who in part}
    return replace(plan, options={**plan.options, **{name: {**played[name], **part} for name, part in own.items()}})


def _ask_others(session: Session, match: Match, prompts: Mapping[Seat, Prompt]) -> dict[Seat, Seat]:
    """Ask whom the position asks now, under seeds of its own; return who stands for whom that was asked in secret."""
    opened = asking.current(session, match)
    assert opened is not None
    before = asking.prompts(opened)
    swapped = zip(
        (seat for seat in before if seat not in prompts), (s for s in prompts if s not in before), strict=True
    )
    opened.open_seed = hashlib.sha256(opened.open_seed).digest()
    opened.prompts = codec.pack(dict(prompts))
    session.add(opened)
    return dict(swapped)


def _other_body(body: records.AnyBody, who: Who) -> records.AnyBody:
    """Return what a record holds, with other orders of others, other secret throws, and other things unseen."""
    rulings = tuple(
        records.Ruled(
            ruling.number,
            {seat: orders if seat == who else () for seat, orders in ruling.orders.items()},
            ruling.silent,
            (*(event for event in ruling.events if event.known_to(who)), *_unseen(ruling, who)),
            tuple(_other_throw(throw, who) for throw in ruling.throws),
        )
        for ruling in body.rulings
    )
    standing = {seat: orders for seat, orders in body.standing.items() if seat == who}
    return replace(body, rulings=rulings, standing=standing)


def _unseen(ruling: records.Ruled[Any, Any], who: Who) -> Iterator[Event]:
    """Give events that others alone have witnessed."""
    others = tuple(seat for seat in ruling.orders if seat != who)
    yield from (replace(event, seen_by=others) for event in ruling.events[:3])


def _other_throw(throw: Throw, who: Who) -> Throw:
    """Return a throw as it might have come out as well, if somebody has not seen it, and a draw by other weights."""
    if throw.draw:
        order = throw.draw.order if throw.draw.known_to(who) else throw.draw.order[::-1]
        throw = replace(throw, draw=replace(throw.draw, order=order, weights=tuple(w + 1 for w in throw.draw.weights)))
    return throw if throw.stream == "open" else replace(throw, value=throw.value % throw.sides + 1)
