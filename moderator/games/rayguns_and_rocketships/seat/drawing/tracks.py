"""The ways of ships in the last Round, Turn by Turn, as the events tell them."""

from collections.abc import Iterable

from moderator.core.game import Event
from moderator.core.seats import Seat
from moderator.games.rayguns_and_rocketships.board.compass import place_ahead, turn_heading
from moderator.games.rayguns_and_rocketships.board.steps import TURN, WAY
from moderator.games.rayguns_and_rocketships.events.flight import Collided, ShipMoved
from moderator.games.rayguns_and_rocketships.events.reveal import CardRevealed, Shifted
from moderator.games.rayguns_and_rocketships.pieces import Node

Track = list[tuple[int, list[Node]]]
"""Each Turn in which a ship moved, with the node from which and those that it entered."""


def tracks(told: Iterable[Event]) -> dict[Seat, Track]:
    """Return the ways of all ships that moved."""
    ways: dict[Seat, Track] = {}
    turn = 1
    for event in told:
        if isinstance(event, CardRevealed):
            turn = event.turn
        elif isinstance(event, ShipMoved):
            if event.path and event.seat not in ways:
                ways[event.seat] = [(turn, [_origin(event)])]
            _enter(ways, event.seat, turn, event.path or (event.at,))
        elif isinstance(event, Shifted):
            _enter(ways, event.on, turn, event.path)
        elif isinstance(event, Collided):
            _enter(ways, event.seat, turn, (event.at,))
            won = event.moved and event.result == "won"
            _enter(ways, event.on, turn, (event.at, event.pushed) if won else (event.pushed,))
    return {seat: track for seat, track in ways.items() if any(len(way) > 1 for _, way in track)}


def _enter(ways: dict[Seat, Track], seat: Seat, turn: int, path: Iterable[Node]) -> None:
    for node in path:
        track = ways.setdefault(seat, [(turn, [node])])
        if track[-1][0] != turn:
            track.append((turn, [track[-1][1][-1]]))
        if track[-1][1][-1] != node:
            track[-1][1].append(node)


def _origin(event: ShipMoved) -> Node:
    """Return the node that a ship left by its first step, reckoned back from where it heads now."""
    heading = turn_heading(event.heading, -sum(TURN.get(step, 0) for step in event.steps))
    for step in event.steps:
        if step in WAY:
            return place_ahead(event.path[0], turn_heading(heading, WAY[step] + 4)) or event.path[0]
        heading = turn_heading(heading, TURN[step])
    return event.path[0]
