"""Corrections by a GM that one seat cannot see: two for each game that has any, each hidden from the same seat."""

from collections.abc import Callable, Mapping

from tests.support.twin_letters import Stage

Edits = tuple[tuple[str, ...], tuple[str, ...]]


def _night_watch(stage: Stage) -> Edits:
    other = stage.scene.others[0]
    return (f"HEARTEN {other} 5",), (f"HEARTEN {other} 6",)


def _rebel_commander(stage: Stage) -> Edits:
    """Place troops where the seat sees nothing."""
    seen = stage.game.view(stage.state, stage.scene.who).stacks
    stack = next(stack for stack in stage.state.stacks if stack not in seen)
    return (f"PLACE 1 TROOPS {stack.place} FOR {stack.seat}",), (f"PLACE 2 TROOPS {stack.place} FOR {stack.seat}",)


def _space_genocide(stage: Stage) -> Edits:
    """Change ships of a fleet that the seat never saw into, as many as before, so that the pile is as large."""
    who, state = stage.scene.who, stage.state
    seen = {(fleet.seat, fleet.number): fleet for fleet in stage.game.view(state, who).fleets}
    fleet = next(one for one in state.fleets if one.seat != who and seen[one.seat, one.number].ships is None)
    gone = fleet.ships[0].kind

    def lines(kind: str) -> tuple[str, ...]:
        where = f"IN {fleet.number} AT {fleet.place} FOR {fleet.seat}"
        return f"PLACE 1 {kind} {where}", f"REMOVE 1 {gone} FROM {fleet.number} FOR {fleet.seat}"

    first, second = [kind for kind in ("monitor", "carrier", "scout") if kind != gone][:2]
    return lines(first), lines(second)


def _buck_rogers_revised(stage: Stage) -> Edits:
    """Let two others change a card each: nobody has more or fewer than before."""
    hands = {seat: stage.state.side(seat).hand for seat in stage.scene.others if stage.state.side(seat).hand}
    (one, mine), (other, theirs) = list(hands.items())[:2]
    swap = (f"GIVE {theirs[0]} TO {one}", f"GIVE {mine[0]} TO {other}")
    return swap, (f"GIVE {theirs[-1]} TO {one}", f"GIVE {mine[-1]} TO {other}")


HIDDEN_EDITS: Mapping[str, tuple[str, Callable[[Stage], Edits]]] = {
    "night-watch": ("night-watch: amid", _night_watch),
    "rebel-commander": ("rebel-commander: amid", _rebel_commander),
    "space-genocide": ("space-genocide: amid", _space_genocide),
    "buck-rogers-revised": ("buck-rogers-revised: amid", _buck_rogers_revised),
}
"""By game a scene and two corrections there."""

NOTHING_HIDDEN = ("hex-duel", "buck-rogers", "rayguns-and-rocketships")
"""The games in which a GM can change nothing that some seat does not see."""
