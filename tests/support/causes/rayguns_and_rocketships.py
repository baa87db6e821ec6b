"""What a seat of Rayguns and Rocketships can find of the causes of its failed lines."""

from typing import Any

from moderator.games.rayguns_and_rocketships.events import crew, flight, gunnery, reveal
from tests.support.causes.told import Told, names


def is_true(failed: Any, told: Told, before: Any) -> bool:  # noqa: ANN401 - of its game
    """Tell nothing: see ``can_be_found``."""
    del failed, told, before
    return True


def can_be_found(failed: Any, told: Told, before: Any) -> bool:  # noqa: ANN401 - as above
    """Tell whether what is said to have befallen a figure or a ship was told, or was so before."""
    figure, cause = getattr(failed, "figure", ""), getattr(failed, "cause", "")
    if cause == "stopped":
        met = (flight.Collided, flight.RockMet, flight.VoidMet)
        return any(isinstance(event, met) for event in told)
    if cause == "frozen":
        return any(isinstance(event, reveal.Frozen) for event in told)
    if cause == "gone" and figure:
        out = (crew.FigureDefeated, gunnery.ShipDestroyed, reveal.CrewGivenUp, reveal.CrewReturned, gunnery.Evacuated)
        return not names(before, figure) or any(isinstance(event, out) for event in told)
    if cause == "wounded" and figure:
        hurt = any(isinstance(event, crew.FigureWounded) and names(event, figure) for event in told)
        return hurt or names(before, figure)
    return True
