"""Defeat and victory, and the end of the match."""

from msgspec.structs import replace

from moderator.core.game import Outcome, Resolution
from moderator.core.seats import Seat
from moderator.games.space_genocide.events.cards import CardsDiscarded
from moderator.games.space_genocide.events.ending import BooksOpened, MatchWon, SeatFallen
from moderator.games.space_genocide.pieces import RESOURCES, Fleet, Planet, World
from moderator.games.space_genocide.rules.state import State
from moderator.games.space_genocide.rules.turn import Turn
from moderator.games.space_genocide.seat.view import TurnNote


def check(turn: Turn) -> None:
    """Let seats fall that have lost what they must not lose, all at once; end the match with the last one standing."""
    fallen = [(seat, cause) for seat in turn.in_play if (cause := _cause(turn, seat)) is not None]
    for seat, cause in fallen:
        turn.say(SeatFallen(seat=seat, cause=cause))
    for seat, _ in fallen:
        turn.fallen.append(seat)
        _remove(turn, seat)
    standing = turn.in_play
    if len(standing) <= 1:
        together = [seat for seat, _ in fallen]
        first = standing or tuple(together)
        earlier = [seat for seat in turn.fallen if seat not in first]
        turn.won = ((first, *_ranks(earlier, together)), "last-standing" if standing else "nobody-left")


def _ranks(fallen: list[Seat], together: list[Seat]) -> tuple[tuple[Seat, ...], ...]:
    """Return those who fell by rank, the last first; who fell together shares a rank."""
    last = tuple(seat for seat in fallen if seat in together)
    before = [(seat,) for seat in reversed(fallen) if seat not in together]
    return (last, *before) if last else tuple(before)


def _cause(turn: Turn, seat: Seat) -> World | None:
    """Return what a seat has lost that it must not, None if it has it all."""
    own = turn.worlds(seat)
    if not turn.race(seat).homeless and not any(planet.world is World.HOMEWORLD for planet in own):
        return World.HOMEWORLD
    counted = {planet.world for planet in own if turn.options.neutral_worlds_count or not planet.neutral}
    return next((world for world in RESOURCES if world not in counted), None)


def _remove(turn: Turn, seat: Seat) -> None:
    """Take what a fallen seat had off the table, if the options have it so; its cards are discarded for all to see."""
    if turn.hands[seat]:
        cards = tuple(turn.hands[seat])
        turn.hands[seat].clear()
        turn.discards += cards
        for memory in turn.memory.values():
            memory.hands.pop(seat, None)
        turn.say(CardsDiscarded(seat=seat, cards=cards))
    turn.doctrine[seat] = ()
    if turn.options.eliminated == "remain":
        return
    own = turn.own(seat)
    for squadron in own:
        for craft in squadron.crafts:
            turn.return_ship(craft)
        squadron.crafts.clear()
    turn.clear(own)
    for at in [at for at, planet in turn.planets.items() if planet.seat == seat]:
        del turn.planets[at]


def count(turn: Turn) -> None:
    """End the match at the turn limit: more planets, then more ships."""
    limit = turn.options.turn_limit
    last = [seat for seat in turn.sequence if seat in turn.in_play][-1:]
    if not limit or turn.turn < limit or (turn.active and turn.active not in last):
        return
    figures = {seat: (len(turn.worlds(seat)), turn.ship_count(seat)) for seat in turn.in_play}
    ranks = tuple(
        tuple(seat for seat in turn.in_play if figures[seat] == value)
        for value in sorted(set(figures.values()), reverse=True)
    )
    reason = "tie" if len(ranks[0]) > 1 else "more-ships"
    if len(ranks[0]) == 1 and (len(ranks) == 1 or figures[ranks[0][0]][0] > figures[ranks[1][0]][0]):
        reason = "more-planets"
    turn.won = ((*ranks, *((seat,) for seat in reversed(turn.fallen))), reason)


def note(turn: Turn, number: int) -> TurnNote:
    """Return the line in the history of a turn, with what was lost as the next one began."""
    return TurnNote(
        number,
        tuple(len(turn.worlds(seat)) for seat in turn.seats),
        tuple(turn.losses[seat] for seat in turn.seats),
        tuple(turn.name(at) for at in turn.battles),
        tuple(turn.name(at) for at in turn.razed),
    )


def outcome(turn: Turn) -> Outcome | None:
    """Return how the match ended, None if it goes on."""
    if turn.won is None:
        return None
    ranking, reason = turn.won
    return Outcome(ranking[0], ranking, reason)


def announce(turn: Turn, planets: tuple[Planet, ...], fleets: tuple[Fleet, ...], history: tuple[TurnNote, ...]) -> None:
    """Say who won and open the books."""
    ended = outcome(turn)
    if ended is None:
        return
    turn.say(MatchWon(winners=ended.winners, ranking=ended.ranking, reason=ended.reason, turn=turn.turn))
    hands = {seat: tuple(turn.hands[seat]) for seat in turn.seats}
    turn.say(BooksOpened(planets=planets, fleets=fleets, hands=hands, history=history))


def opened(state: State, outcome: Outcome) -> Resolution[State]:
    """Open the books of a match that its GM ended."""
    books = BooksOpened(planets=state.planets, fleets=state.fleets, hands=state.hands, history=state.history)
    return Resolution(replace(state, outcome=outcome), (books,))
