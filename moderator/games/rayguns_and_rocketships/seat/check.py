"""Legality of a letter, judged on what its author knows (BY-MAIL 3).

Illegal is what cannot be whatever happens: a card that is not in the hand, a post that the ship lacks, a figure that is
gone. Doubtful is what would not work as things stand: a requirement that is not met, a course into void or rock.
Neither other ships nor dice are looked at, so that nothing is told of what is hidden.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

from msgspec.structs import replace

from moderator.core.errors import Fact, Problem, Stage
from moderator.core.game import Prompt
from moderator.core.seats import Seat
from moderator.games.rayguns_and_rocketships.board.arcs import side_of
from moderator.games.rayguns_and_rocketships.board.deck import deck
from moderator.games.rayguns_and_rocketships.board.helm import CARDS, card_fault, playable_cards
from moderator.games.rayguns_and_rocketships.board.stations import put_on_posts
from moderator.games.rayguns_and_rocketships.faults import RayFault
from moderator.games.rayguns_and_rocketships.orders import types as order_types
from moderator.games.rayguns_and_rocketships.orders.language import LANGUAGE
from moderator.games.rayguns_and_rocketships.orders.phrases import Spot
from moderator.games.rayguns_and_rocketships.orders.types import (
    DOCTRINE,
    Aim,
    Board,
    ChooseSide,
    Collect,
    Fire,
    Go,
    Heal,
    Mount,
    Program,
    ProgramTurn,
    RayOrder,
    Search,
    Station,
    Steer,
    Take,
    UseAbility,
    programmed,
)
from moderator.games.rayguns_and_rocketships.orders.vocabulary import PORT_NAMES
from moderator.games.rayguns_and_rocketships.pieces import CREW, SEATS
from moderator.games.rayguns_and_rocketships.seat.forecast import foresee, programme
from moderator.games.rayguns_and_rocketships.seat.view import View
from moderator.games.rayguns_and_rocketships.tables import (
    abilities_of,
    captain_of,
    cards_of,
    ships,
    star_map,
    stars_of,
)
from moderator.language.grammar.suggest import nearest

_ONE_OF_A_KIND = (
    ChooseSide,
    order_types.Face,
    Take,
    Mount,
    Steer,
    order_types.Reorient,
    order_types.Save,
    order_types.Dodge,
    order_types.Spend,
    order_types.Keep,
)
"""Of these lines one counts in a Turn."""
_AIMED = ("shift", "shot", "jump", "freeze", "tokens")
"""Effects that AIM says something of."""
_NO_ENTRY = {"void": RayFault.OFF_THE_MAP, "rock": RayFault.INTO_ROCK}
"""What is wrong with a node, by what a ship meets there."""
_KINDS = ("COCKPIT", "PANEL", "ENGINE", "HATCH", "AIRLOCK", "GUN", "DECK", "CORE")


def check(view: View, prompt: Prompt, orders: Sequence[RayOrder]) -> tuple[Problem, ...]:
    """Complain about a letter."""
    if view.who not in view.seats:
        return ()
    order_set = _OrderSet(view, prompt, orders)
    return tuple(problem for index, order in enumerate(orders) for problem in order_set.judge(index, order))


class _OrderSet:
    """A letter under judgement."""

    def __init__(self, view: View, prompt: Prompt, orders: Sequence[RayOrder]) -> None:
        self.view, self.prompt, self.orders = view, prompt, orders
        self.who, self.field, self.plan = view.who, view.field, deck(view.who)
        self.others = tuple(seat for seat in view.seats if seat != view.who)
        self.seen: set[tuple[type[RayOrder], int]] = set()
        self.set_up = view.fresh_field()
        self.stations = put_on_posts(self.set_up, view.who, orders)

    def judge(self, index: int, order: RayOrder) -> Iterator[Problem]:
        """Complain about a line."""
        if not self.prompt.admits(type(order)):
            meant = tuple(map(LANGUAGE.format, self._now(order)))
            yield replace(_problem(RayFault.WRONG_PHASE, "", meant, phase=self.prompt.phase), order=index)
            return
        found = [
            *self._again(order),
            *self._seats(order),
            *self._figures(order),
            *self._places(order),
            *self._stars(order),
        ]
        judge: Callable[[_OrderSet, Any], Iterator[Problem]] | None = _JUDGES.get(type(order))
        if judge is not None:
            found += judge(self, order)
        yield from (replace(problem, order=index) for problem in found)

    def _now(self, order: RayOrder) -> Iterator[RayOrder]:
        """Give the line that does now what another does in another phase."""
        if isinstance(order, Station) and self.view.round:
            yield Go(who=(order.figure,), spot=Spot("aboard", order.post))
        elif isinstance(order, Take) and self.prompt.phase == "round" and order.card in self.view.hand:
            yield programme(self.view, [order.card], self.orders)
        elif isinstance(order, Take) and self.view.round:
            yield from self._searching(Search(find=order.card))
        elif isinstance(order, Program) and self.prompt.phase == "setup":
            yield from (Take(card=card) for card in order.cards if card in stars_of(self.who))

    # ---- of any line --------------------------------------------------------------------------------------

    def _again(self, order: RayOrder) -> Iterator[Problem]:
        """Doubt a second line of which only one can count."""
        if isinstance(order, _ONE_OF_A_KIND):
            turns = {(type(order), turn) for turn in order_types.turns_of(order) or (0,)}
            if turns & self.seen:
                yield _warning(RayFault.REPLACED)
            self.seen |= turns

    def _seats(self, order: RayOrder) -> Iterator[Problem]:
        """Complain about seats that are not in the match, or the author's own."""
        spot = getattr(order, "spot", None)
        names = {getattr(order, name, "") for name in ("seat", "target", "on")} | {*getattr(order, "targets", ())}
        for seat in SEATS:
            if seat in names and seat == self.who:
                yield _problem(RayFault.OWN_SEAT, seat, seat=seat, known=self.others)
            elif (seat in names or (spot and spot.seat == seat)) and seat not in self.view.seats:
                yield _problem(RayFault.NO_SUCH_SEAT_HERE, seat, seat=seat, known=self.others)

    def _figures(self, order: RayOrder) -> Iterator[Problem]:
        """Complain about figures that are gone: a task falls, doctrine may be of use again."""
        there = [figure.name for figure in self.view.crew(self.who)]
        named = (order.figure,) if isinstance(order, Station) else getattr(order, "who", ())
        gone = [name for name in named if name not in there]
        if gone:
            found = _problem(RayFault.FIGURE_GONE, gone[0], figure=gone[0], known=tuple(there))
            yield replace(found, stage=Stage.DOUBTFUL) if isinstance(order, DOCTRINE) else found

    def _places(self, order: RayOrder) -> Iterator[Problem]:
        """Complain about posts that no ship has at which a line can be aimed, and about nodes that are none."""
        for place, seats in self._posts(order):
            yield from self._post(place, seats)
        spot = getattr(order, "spot", None)
        node = spot.name if spot and spot.kind == "node" else getattr(order, "node", "")
        if node and (code := _NO_ENTRY.get(self.field.sky().obstacle(node))):
            nodes = self.field.stars.nodes
            yield _problem(code, node, node=node, turn=0, known=(nodes[0], nodes[-1]))

    def _posts(self, order: RayOrder) -> Iterator[tuple[str, tuple[Seat, ...]]]:
        """Give the posts that a line names, each with the ships of which one must have it."""
        own, others = (self.who,), self.others
        spot = getattr(order, "spot", None)
        if spot and spot.kind == "aboard":
            yield spot.name, (spot.seat or self.who,)
        for place in getattr(order, "places", ()):
            yield place, others if isinstance(order, order_types.Blast) else own
        for port in (*getattr(order, "ports", ()), *getattr(order, "guns", ())):
            if port in PORT_NAMES:
                yield f"GUN {port}", others if isinstance(order, order_types.Wreck) else own
        for prey in (*getattr(order, "preys", ()), getattr(order, "prey", "")):
            if prey.startswith("GUN "):
                yield prey, (order.seat,) if isinstance(order, Board) else others

    def _post(self, place: str, seats: Sequence[Seat]) -> Iterator[Problem]:
        known = tuple(dict.fromkeys(post for seat in seats if seat in self.view.seats for post in deck(seat).posts))
        if known and place not in _KINDS and not any(deck(seat).square(place) for seat in seats):
            named = tuple(seat for seat in seats if seat != self.who)
            yield _problem(RayFault.NO_SUCH_POST, place, post=place, ships=named, known=_like(place, known))

    def _stars(self, order: RayOrder) -> Iterator[Problem]:
        """Complain about a card of which there is none, or which is no Star card."""
        known = stars_of(self.who)
        for card in {getattr(order, "card", ""), getattr(order, "find", "")} - {"", "GUN", "STAR", *known}:
            code = RayFault.NOT_A_STAR_CARD if card in cards_of(self.who) else RayFault.NOT_YOUR_CARD
            yield _problem(code, card, card=card, known=known)

    # ---- set-up -------------------------------------------------------------------------------------------

    def side(self, _order: ChooseSide) -> Iterator[Problem]:
        """Judge whether there is a choice."""
        if self.view.options.sides == "drawn":
            yield _problem(RayFault.SIDES_DRAWN)

    def station(self, order: Station) -> Iterator[Problem]:
        """Judge whether a post is there, and still free behind the lines above."""
        _, fault = next(self.stations)
        if fault is RayFault.NO_SUCH_POST:
            known = _like(order.post, self.plan.posts)
            yield _problem(fault, order.post, post=order.post, ships=(), known=known)
        elif fault is RayFault.POST_TAKEN:
            other = self.set_up.aboard(self.who)[self.plan.posts[order.post]]
            if other.seat == self.who and other.name != order.figure:
                yield _problem(fault, order.post, post=order.post, figure=other.name)

    def mount(self, order: Mount) -> Iterator[Problem]:
        """Judge whether there are as many rayguns as ports are named."""
        most = ships().rayguns
        if self.view.phase == "setup" and len(set(order.ports)) > most:
            yield _problem(RayFault.TOO_MANY_GUNS, order.ports[most], most=most)

    # ---- cards --------------------------------------------------------------------------------------------

    def program(self, order: Program) -> Iterator[Problem]:
        """Judge a programme: cards of the hand, each once, three of them; then where they lead as things stand."""
        lines = [line for line in self.orders if isinstance(line, Program)]
        at = next(at for at, line in enumerate(lines) if line is order)
        above, whole = programmed(lines[:at]), programmed(lines)
        if programmed(lines[: at + 1]) == above:
            yield self._too_late(order)
            return
        if isinstance(order, ProgramTurn) and len(order.turns) != len(order.cards):
            yield _problem(RayFault.CARDS_AND_TURNS)
            return
        named = [*filter(None, above), *order.cards]
        last = order is lines[-1]
        wrong = self._unplayable(named, len(named) - len(order.cards))
        if wrong is None and last and len(named) < CARDS:
            wrong = _warning(RayFault.TOO_FEW_CARDS, count=len(named), most=CARDS)
        if wrong:
            alone = len(lines) == 1 and not isinstance(order, ProgramTurn)
            yield replace(wrong, hints=tuple(self._mended(order)) if alone else ())
        if last and (wrong is None or not wrong.falls):
            yield from self._course(whole)

    def _unplayable(self, cards: Sequence[str], start: int) -> Problem | None:
        """Complain about the cards of a programme from a certain one on; ``RayFault`` has the gravest fault first."""
        found: dict[RayFault | None, str] = {}
        for at in range(start, len(cards)):
            found.setdefault(card_fault(self.field, self.who, self.view.own.hand, cards[:at], cards[at]), cards[at])
        fault = next((code for code in RayFault if code in found), None)
        if fault is None:
            return None
        most = CARDS if fault is RayFault.TOO_MANY_CARDS else self.view.options.max_star_per_round
        return _problem(fault, found[fault], card=found[fault], known=self.view.hand, most=most)

    def _too_late(self, order: Program) -> Problem:
        """Complain about cards for which the lines above leave no Turn; a lone turn is what the crew can do as well."""
        side = order.cards[0].removeprefix("Turn ").lower() if len(order.cards) == 1 else ""
        if side in ("port", "starboard"):
            steer = Steer(moves=(side,), turns=order_types.turns_of(order))  # type: ignore[arg-type]
            return _problem(RayFault.TOO_MANY_CARDS, order.cards[0], (LANGUAGE.format(steer),), most=CARDS)
        return _warning(RayFault.REPLACED)

    def _mended(self, order: Program) -> Iterator[str]:
        """Yield the programme filled up by the helmsman, if every card of it can be played."""
        named = tuple(dict.fromkeys(order.cards))
        if playable_cards(self.field, self.who, self.view.own.hand, named) == named:
            yield LANGUAGE.format(programme(self.view, named, self.orders))

    def _course(self, cards: Sequence[str]) -> Iterator[Problem]:
        """Doubt Star cards whose requirement is not met, and cards whose own moves lead off the map or into rock."""
        for name in cards:
            if name in stars_of(self.who) and (lacks := self.field.lacks(self.who, name)):
                yield _warning(RayFault.UNMET, name, card=name, lacks=lacks)
        for turn in foresee(self.view, cards, self.orders):
            if code := _NO_ENTRY.get(turn.met):
                yield _warning(code, turn.card, node=turn.goal, turn=turn.turn, card=turn.card)

    def aim(self, order: Aim) -> Iterator[Problem]:
        """Doubt a Star card that is not aimed at all, or not programmed."""
        if order.card not in stars_of(self.who):
            return
        cards = [card for line in self.orders if isinstance(line, Program) for card in line.cards]
        if cards_of(self.who)[order.card].effect not in _AIMED:
            yield _warning(RayFault.NO_AIM, order.card, card=order.card)
        elif order.card not in (*cards, *self.view.own.program, *self.view.side(self.who).shown):
            yield _warning(RayFault.NOT_PROGRAMMED, order.card, card=order.card)

    # ---- ships and crews ----------------------------------------------------------------------------------

    def fire(self, order: Fire) -> Iterator[Problem]:
        """Judge whether the ship has a turret."""
        if order.battery == "centre" and not any(side_of(port) == "O" for port in self.plan.ports):
            yield _problem(RayFault.NO_TURRET, "CENTRE")

    def task(self, order: Go | Board) -> Iterator[Problem]:
        """Doubt a way to a ship that is gone."""
        seat = order.seat if isinstance(order, Board) else order.spot.seat
        if seat in self.view.seats and seat not in self.field.ships:
            yield _warning(RayFault.NO_WAY, seat, seat=seat)

    def search(self, order: Search) -> Iterator[Problem]:
        """Doubt a search by nobody."""
        if not order.who and not self.field.manned(self.who, "HATCH"):
            yield replace(_warning(RayFault.NO_HATCH), hints=tuple(map(LANGUAGE.format, self._searching(order))))

    def _searching(self, order: Search) -> Iterator[Search]:
        """Give the line with the crew member of the highest number aboard, who mostly begins on the hatch."""
        crew = [figure.name for figure in self.view.crew(self.who) if figure.name in CREW and figure.ship == self.who]
        if crew:
            yield replace(order, who=(crew[-1],))

    def collect(self, order: Collect) -> Iterator[Problem]:
        """Judge whether there is such a thing, and whether it can be put to work where it is to go."""
        if not any(token.kind == order.thing for token in self.view.position.tokens):
            others = dict.fromkeys(one.kind for one in self.view.position.tokens if not star_map().token[one.kind].rock)
            yield _problem(RayFault.NO_SUCH_TOKEN, thing=order.thing, known=tuple(map(str.upper, others)))
            return
        posts = tuple(kind.upper() for kind in star_map().token[order.thing].posts)
        if order.place and order.place.split()[0] not in posts:
            yield _problem(RayFault.NO_SUCH_POST, order.place, post=order.place, thing=order.thing, known=posts)
        elif order.place:
            yield from self._post(order.place, (self.who,))

    def ability(self, order: UseAbility) -> Iterator[Problem]:
        """Judge whether the captain has an ability, and doubt one that is off."""
        yield from self._abilities((order.ability,))
        if order.ability in self.view.side(self.who).hurt:
            yield _warning(RayFault.ABILITY_OFF, order.ability, ability=order.ability)

    def heal(self, order: Heal) -> Iterator[Problem]:
        """Judge abilities to heal."""
        yield from self._abilities(name for name in order.healed if name not in CREW)

    def _abilities(self, names: Iterable[str]) -> Iterator[Problem]:
        """Complain about abilities of others, and doubt those of the side that lies down: doctrine may be older."""
        a, b = abilities_of(self.who, "A"), abilities_of(self.who, "B")
        known = tuple(abilities_of(self.who, self.view.side(self.who).captain) or a | b)
        for name in names:
            if name not in known:
                stage = Stage.DOUBTFUL if name in a | b else Stage.ILLEGAL
                captain = captain_of(self.who).name
                found = _problem(RayFault.NOT_YOUR_ABILITY, name, ability=name, captain=captain, known=known)
                yield replace(found, stage=stage)


def _problem(code: RayFault, fragment: str = "", hints: tuple[str, ...] = (), **facts: Fact) -> Problem:
    return Problem(code=code, stage=Stage.ILLEGAL, facts=facts, fragment=fragment, hints=hints)


def _warning(code: RayFault, fragment: str = "", **facts: Fact) -> Problem:
    return Problem(code=code, stage=Stage.DOUBTFUL, facts=facts, fragment=fragment)


def _like(post: str, posts: Collection[str]) -> tuple[str, ...]:
    """Return the posts of a ship that are most like one that it lacks."""
    same = [one for one in posts if one.split()[0] == post.split(maxsplit=1)[0]]
    return tuple(same or islice((*nearest(post, tuple(posts)), *posts), 6))


_JUDGES: dict[type[RayOrder], Callable[[_OrderSet, Any], Iterator[Problem]]] = {
    ChooseSide: _OrderSet.side,
    Station: _OrderSet.station,
    Mount: _OrderSet.mount,
    Program: _OrderSet.program,
    ProgramTurn: _OrderSet.program,
    Aim: _OrderSet.aim,
    Fire: _OrderSet.fire,
    Go: _OrderSet.task,
    Board: _OrderSet.task,
    Search: _OrderSet.search,
    Collect: _OrderSet.collect,
    UseAbility: _OrderSet.ability,
    Heal: _OrderSet.heal,
}
