"""What makes the cause of a failed line of Rayguns and Rocketships true."""

from collections.abc import Callable, Mapping
from typing import Any

from moderator.core.game import Event
from moderator.games.rayguns_and_rocketships.events import crew, flight, gunnery, lines, reveal
from moderator.games.rayguns_and_rocketships.pieces import SEATS
from tests.support.causes.told import Told


def is_true(failed: Any, told: Told, before: Any) -> bool:  # noqa: ANN401 - of its game
    """Tell whether what is gone fell, what holds somebody was played, what was met was met, and so on."""
    if not isinstance(failed, lines.LineFailed):
        return True
    proof = _TRUTHS.get(failed.cause)
    return proof is None or proof(failed, told, before.position)


def _fallen(failed: Any, told: Told, before: Any) -> bool:  # noqa: ANN401 - as above
    names = (failed.figure,) if failed.figure else getattr(failed.order, "who", ())
    fell = (crew.FigureDefeated, reveal.CrewGivenUp)
    gone = {event.figure for event in told if isinstance(event, fell) and event.seat == failed.seat}
    stood = {figure.name for figure in before.figures if figure.seat == failed.seat}
    return all(name in gone or name not in stood for name in names)


def _shipless(failed: Any, told: Told, before: Any) -> bool:  # noqa: ANN401 - as above
    lost = {event.seat for event in told if isinstance(event, gunnery.ShipDestroyed)}
    afloat = {ship.seat for ship in before.ships} - lost
    order = failed.order
    spot = getattr(order, "spot", None)
    about = {getattr(order, "seat", ""), getattr(order, "target", ""), spot.seat if spot else "", failed.seat}
    return any(seat in SEATS and seat not in afloat for seat in about) or not afloat - {failed.seat}


def _held(failed: Any, told: Told, _before: Any) -> bool:  # noqa: ANN401 - as above
    held = [event for event in told if isinstance(event, reveal.Frozen) and event.on == failed.seat]
    return any(failed.figure in event.figures for event in held)


def _met(failed: Any, told: Told, _before: Any) -> bool:  # noqa: ANN401 - as above
    met = (flight.VoidMet, flight.RockMet, flight.Collided)
    return any(isinstance(event, met) and event.seat == failed.seat for event in told)


def _burnt(_failed: Any, told: Told, before: Any) -> bool:  # noqa: ANN401 - as above
    return any(isinstance(event, gunnery.BlastPlaced) for event in told) or any(ship.blasts for ship in before.ships)


def _never_bore(failed: Any, told: Told, _before: Any) -> bool:  # noqa: ANN401 - as above
    fired = [event for event in told if isinstance(event, gunnery.BatteryFired) and not event.card]
    mine = {event.on for event in fired if event.seat == failed.seat}
    return failed.order.battery is not None or not mine & set(failed.order.targets)


def _unsearched(failed: Any, told: Told, _before: Any) -> bool:  # noqa: ANN401 - as above
    return not any(
        isinstance(event, crew.HatchSearched)
        and (event.seat, failed.turn) == (failed.seat, _turn_of(event, told))
        and event.figure in failed.order.who
        for event in told
    )


def _turn_of(event: Event, told: Told) -> int:
    cards = [one for one in told[: told.index(event)] if isinstance(one, reveal.CardRevealed)]
    return cards[-1].turn if cards else 0


def _down(failed: Any, told: Told, _before: Any) -> bool:  # noqa: ANN401 - as above
    return not any(
        isinstance(event, reveal.CardRevealed) and (event.seat, event.card) == (failed.seat, failed.order.card)
        for event in told
    )


def _ailing(failed: Any, told: Told, before: Any) -> bool:  # noqa: ANN401 - as above
    hurt = any(isinstance(event, crew.CaptainHurt) and event.seat == failed.seat for event in told)
    lies = any(figure.seat == failed.seat and figure.wounded for figure in before.figures)
    fell = any(isinstance(event, crew.FigureWounded) and event.seat == failed.seat for event in told)
    return hurt or lies or fell


_TRUTHS: Mapping[str, Callable[[Any, Told, Any], bool]] = {
    "gone": _fallen,
    "no-ship": _shipless,
    "frozen": _held,
    "stopped": _met,
    "blasted": _burnt,
    "no-bearing": _never_bore,
    "no-hatch": _unsearched,
    "not-up": _down,
    "wounded": _ailing,
}
"""By cause: whether it is true."""
