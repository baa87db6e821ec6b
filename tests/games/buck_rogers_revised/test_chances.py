"""The odds that previews tell: worked out by hand, against battles that were fought, and as players read them."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import count
from math import sqrt
from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace

from moderator.core.dice import Dice
from moderator.core.seats import Seat
from moderator.core.sequence import play
from moderator.games.buck_rogers_revised import GAME
from moderator.games.buck_rogers_revised.orders.types import RevisedOrder, standing
from moderator.games.buck_rogers_revised.rules import suppose
from moderator.games.buck_rogers_revised.rules.combat import chances, plans, rounds
from moderator.games.buck_rogers_revised.rules.play import MOVEMENT
from moderator.games.buck_rogers_revised.rules.state import SeatState, State
from moderator.games.buck_rogers_revised.rules.turn import Turn
from moderator.games.buck_rogers_revised.seat.preview import preview
from moderator.games.buck_rogers_revised.seat.view import View
from moderator.games.solar_system.board.zones import NUMBER
from moderator.games.solar_system.rules.rehearse import rehearsing
from tests.games.buck_rogers_revised.tables import state_of
from tests.games.buck_rogers_revised.test_examples import table_of
from tests.games.buck_rogers_revised.test_rivals import Drawn, order_set, position
from tests.games.buck_rogers_revised.test_scenarios import orders_of
from tests.games.buck_rogers_revised.test_words import speaking
from tests.support.cases import every_case

SEATS = ("Blue", "Red")
FOUGHT = 400
SIGMAS, LEFT_OUT = 4.5, 0.005


def on_the_table(state: State, orders: Mapping[Seat, Sequence[RevisedOrder]], dice: str) -> Turn:
    """Return a turn whose movement is over."""
    turn = Turn(state, orders, Dice.throwaway(dice), rounds.passing_round)
    play(MOVEMENT, turn)
    return turn


def one(zone: str, units: str, *lines: str, options: Mapping[str, Any] | None = None, **more: Any) -> State:  # noqa: ANN401
    """Return a zone with units of both, in which Blue is at home and Red has told its doctrine."""
    sides = {"Red": SeatState(standing((), orders_of(lines)))}
    held = {"Tolstoi": "Blue"} | more.pop("held", {})
    return state_of(
        SEATS, {"colours": 1, **(options or {})}, {zone: units}, held=held, phase="moves", sides=sides, **more
    )


def odds(state: State, zone: str, seat: Seat = "Red") -> chances.Odds | None:
    """Return what is reckoned."""
    return chances.odds(Turn(state, {}, Dice.throwaway("odds")), NUMBER[zone], seat)


def fought(
    state: State, orders: Mapping[Seat, Sequence[RevisedOrder]], zone: str, seats: Sequence[Seat]
) -> list[float]:
    """Return how often a battle ended with the first seat left, the second, nobody, both."""
    ends: Counter[tuple[bool, bool]] = Counter()
    for number in range(FOUGHT):
        one = rounds.Fought(on_the_table(state, orders, f"fought {number}"), NUMBER[zone])
        if not one.zone.is_territory:
            plans.engage(one)
        if one.fighting:
            one.fight()
        ends[one.fights(seats[0]), one.fights(seats[1])] += 1
    return [ends[end] / FOUGHT for end in ((True, False), (False, True), (False, False), (True, True))]


@every_case(
    ("zone", "state", "by_hand"),
    [
        ("Tolstoi", one("Tolstoi", "Red T, Blue T"), (1 / 3, 1 / 3, 1 / 3, 0)),
        ("Tolstoi", one("Tolstoi", "Red F"), (0.64 / 0.84, 0.04 / 0.84, 0.16 / 0.84, 0)),
        # a Gennie strikes first once; in round 1 the Trooper is left to fire alone
        (
            "Tolstoi",
            one("Tolstoi", "Red T, Blue G"),
            (0.12 + 0.28 * 0.12 / 0.72, 0.6 + 0.28 * 0.42 / 0.72, 0.28 * 0.18 / 0.72, 0),
        ),
        # a Factory in Fighting covers the Trooper beside it
        ("Tolstoi", one("Tolstoi", "Red T, Blue T Y"), (0.2 / 0.7, 0.3 / 0.7, 0.2 / 0.7, 0)),
        # Troopers put down by Transport are hit at 5 in round 1, and hit at 7
        (
            "Tolstoi",
            one("Tolstoi", "Red T, Blue T", dropped=state_of(SEATS, {}, {"Tolstoi": "Red T"}).position.stacks[:1]),
            (0.16 + 0.24 / 3, 0.36 + 0.24 / 3, 0.24 + 0.24 / 3, 0),
        ),
        # who leaves after round 1 stands in Retreating in round 2: fired at, silent, and then gone
        ("Near Mars", one("Near Mars", "Red F, Blue F", "RETREAT ALL WHEN ROUND 2"), (0.25, 0.5, 0.25, 0)),
        # one holds its fire, the other is too weak to begin: both stay
        ("Near Mars", one("Near Mars", "Red 2X, Blue X", "STANCE HOLD"), (0, 0, 0, 1)),
    ],
)
def test_small_battles_come_out_as_by_hand(zone: str, state: State, by_hand: Sequence[float]) -> None:
    """Every throw counted on paper."""
    assert odds(state, zone) == pytest.approx(by_hand)


@every_case(
    ("units", "lines", "leaders"),
    [
        ("Red 5T 3F, Blue 4T 2F 2G Y", (), {}),
        ("Red 2T, Blue T Y", ("TARGET FACTORY",), {}),
        ("Red 2T Y, Blue T", ("TARGET FACTORY",), {}),
        ("Red 2T, Blue T", (), {"Prince Tallen": "Tolstoi Red"}),
        ("Red 2T", (), {}),
    ],
)
def test_what_is_too_large_or_too_rare_is_not_reckoned(
    units: str, lines: Sequence[str], leaders: Mapping[str, str]
) -> None:
    """Nor what is no battle."""
    held = {"Tolstoi": "Red"} if "Blue" not in units else {}
    assert odds(one("Tolstoi", units, *lines, leaders=leaders, held=held), "Tolstoi") is None


def always(state: State) -> Callable[[View], State]:
    """Suppose the same position of whatever is seen."""

    def suppose(view: View) -> State:
        del view
        return state

    return suppose


@every_case(
    ("zone", "units", "lines", "said"),
    [
        ("Tolstoi", "Red T, Blue T", (), "you 33 %, they 33 %, nobody 33 %."),
        ("Near Mars", "Red 2X, Blue X", ("STANCE HOLD",), "you 0 %, they 0 %, nobody 0 %, both 100 %."),
        ("Tolstoi", "Red 5T 3F, Blue 4T 2F 2G Y", (), "strength 14 against 14."),
    ],
)
def test_a_preview_tells_them_by_what_its_reader_knows(zone: str, units: str, lines: Sequence[str], said: str) -> None:
    """By the doctrine on its order set, whatever is supposed of the enemy's."""
    state = one(zone, units)
    secret = orders_of(["RETREAT ALL WHEN ROUND 1", "STANCE ATTACK", "TARGET FACTORY, TROOPER", "LINE ALL COMMANDO"])
    sides = {"Red": state.side("Red"), "Blue": SeatState(standing((), secret))}
    other = replace(state, sides=tuple(sides[seat] for seat in state.seats))
    view, prompt = GAME.view(state, "Red"), GAME.pending(state)["Red"]
    for supposed in (state, other):
        told = preview(
            view, prompt, orders_of(lines), rehearsing(always(supposed), Turn, suppose.before, odds=suppose.odds)
        )
        (fight,) = next(part.facts for part in told.sections if part.key == "foreseen-battles")
        assert speaking().say(fight).replace("\u00a0", " ").endswith(said)


def test_the_other_side_reads_the_same_odds() -> None:
    """Turned around."""
    state = one("Tolstoi", "Red 3T F, Blue 2T G Y")
    mine, theirs = odds(state, "Tolstoi"), odds(state, "Tolstoi", "Blue")
    assert mine is not None
    assert theirs == pytest.approx((mine[1], mine[0], *mine[2:]))
    assert sum(mine) == pytest.approx(1)


class Tried(NamedTuple):
    """A drawn battle: where, between whom, what they are told, and the odds."""

    zone: str
    seats: list[Seat]
    state: State
    orders: dict[Seat, Sequence[RevisedOrder]]
    odds: chances.Odds


def tried(name: str) -> Tried | None:
    """Draw a battle of two, with Leaders, lines, retreats, KilSats and landings; None if it is not reckoned."""
    drawn = Drawn(name).battle()
    drawn["sides"] = [side for side in drawn["sides"] if side["seat"] != "Purple"]
    zone = drawn["zone"]
    lines: dict[Seat, Sequence[RevisedOrder]] = {}
    for side in drawn["sides"]:
        side["units"] = {kind: min(2, number) for kind, number in side["units"].items()}
        lines[side["seat"]] = orders_of([line.replace("ROUND 50", "LOSSES 50") for line in order_set(side, zone)])
    state = table_of(position(drawn))
    told = chances.odds(on_the_table(state, lines, "odds"), NUMBER[zone], next(iter(lines)))
    return told and Tried(zone, list(lines), state, lines, told)


def test_as_many_battles_end_so_as_the_odds_say() -> None:
    """One is fought again and again."""
    assert_fought_as_told(0)


@pytest.mark.proof
@every_case("name", range(1, 30))
def test_as_many_of_many_battles_end_so_as_the_odds_say(name: int) -> None:
    """Each is fought again and again."""
    assert_fought_as_told(name)


def assert_fought_as_told(name: int) -> None:
    """Fail where a battle ends more or less often in a way than its odds say."""
    one = next(filter(None, (tried(f"odds {name} {number}") for number in count())))
    for often, chance in zip(fought(one.state, one.orders, one.zone, one.seats), one.odds, strict=True):
        assert abs(often - chance) <= SIGMAS * sqrt(chance * (1 - chance) / FOUGHT) + LEFT_OUT
