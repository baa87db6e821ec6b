"""Cards that show what is hidden, to the seat that plays them alone."""

from collections.abc import Mapping

from moderator.core.seats import Seat
from moderator.games.space_genocide.board.units import Squadron
from moderator.games.space_genocide.events.cards import DeckLooked, FleetScanned, HandLooked
from moderator.games.space_genocide.events.transport import PlanetScouted
from moderator.games.space_genocide.rules import deck
from moderator.games.space_genocide.rules.cards.finding import (
    Effect,
    enemy_fleet,
    far_from_home,
    is_at,
    on_own_turn,
    opponent,
    played_on,
    seen,
)
from moderator.games.space_genocide.rules.moments import Moment, Playing
from moderator.games.space_genocide.rules.turn import Turn
from moderator.games.space_genocide.seat.view import DeckSeen, HandSeen

_CARDS_AHEAD = 7


def _planet(turn: Turn, playing: Playing, _: Moment) -> int | None:
    """Return the enemy planet that is to be probed; if none is named, one that is not yet known."""
    seat, target = playing.seat, playing.order.target
    enemies = [
        at
        for at in sorted(turn.planets)
        if turn.planets[at].seat not in ("", seat)
        and target.seat in ("", turn.planets[at].seat)
        and is_at(turn, target, at)
        and (target.place or at not in turn.memory[seat].worlds)
    ]
    return min(enemies, key=lambda at: far_from_home(turn, seat, at), default=None)


def _probe(turn: Turn, playing: Playing, _: Moment, at: int) -> None:
    """Look at a planet's counter."""
    planet = turn.planets[at]
    if planet.world is None:
        raise AssertionError("a planet that is somebody's has a world")
    turn.show_world(at, (playing.seat,))
    turn.say(
        PlanetScouted(
            seat=playing.seat,
            place=turn.name(at),
            owner=planet.seat,
            world=planet.world,
            card=playing.card,
            seen_by=(playing.seat,),
        )
    )


def _fleet(turn: Turn, playing: Playing, _: Moment) -> Squadron | None:
    """Return the enemy fleet that is to be scanned; if none is named, one not seen this turn, or for longest."""
    named = playing.order.target.fleet

    def is_news(squadron: Squadron) -> bool:
        return bool(named) or seen(turn, playing.seat, squadron)[1] < turn.turn

    return enemy_fleet(turn, playing, is_news, weigh=lambda one: -seen(turn, playing.seat, one)[1])


def _scan(turn: Turn, playing: Playing, _: Moment, squadron: Squadron) -> None:
    """Look at a mat."""
    turn.show_fleet(squadron, (playing.seat,))
    turn.say(
        FleetScanned(
            seat=playing.seat,
            owner=squadron.seat,
            fleet=squadron.number,
            place=turn.name(squadron.at),
            ships=squadron.ships,
            card=playing.card,
            seen_by=(playing.seat,),
        )
    )


def holds_cards(turn: Turn, playing: Playing, _: Moment) -> Seat | None:
    """Return the opponent whose hand is meant, if there is anything in it."""
    return opponent(turn, playing, lambda seat: bool(turn.hands[seat]))


def _spy(turn: Turn, playing: Playing, _: Moment, owner: Seat) -> None:
    """Look at a hand."""
    cards = tuple(sorted(turn.hands[owner]))
    turn.memory[playing.seat].hands[owner] = HandSeen(owner, cards, turn.turn)
    turn.say(HandLooked(seat=playing.seat, owner=owner, cards=cards, card=playing.card, seen_by=(playing.seat,)))


def has_deck(turn: Turn, _playing: Playing, _: Moment) -> bool:
    """Tell whether there are cards to be drawn or looked at."""
    return not deck.is_out(turn)


def _analyse(turn: Turn, playing: Playing, _: Moment) -> None:
    """Look at the next cards of the deck, of a new one if it is used up."""
    deck.refill(turn)
    cards = tuple(turn.deck[:_CARDS_AHEAD])
    turn.memory[playing.seat].deck = DeckSeen(cards, turn.turn)
    turn.say(DeckLooked(seat=playing.seat, cards=cards, card=playing.card, seen_by=(playing.seat,)))


EFFECTS: Mapping[str, Effect] = {
    "long-range-probe": on_own_turn(played_on(_planet, _probe)),
    "scanners": on_own_turn(played_on(_fleet, _scan)),
    "spies": on_own_turn(played_on(holds_cards, _spy)),
    "data-analysis": on_own_turn(Effect(has_deck, _analyse)),
}
