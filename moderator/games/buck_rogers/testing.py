"""What the laws over games are told of Buck Rogers."""

from collections.abc import Iterator

from msgspec.structs import replace

from moderator.core.seats import Who
from moderator.games.buck_rogers.rules import fog
from moderator.games.buck_rogers.rules.state import State
from moderator.games.buck_rogers.seat.view import View
from moderator.games.solar_system.testing import GAP_VALUES, aimed, other_minds
from moderator.kit.testing import Letters, Scene, Table, Testing, at_once, from_turn, without


def _hidden(state: State, who: Who) -> Iterator[State]:
    """Change what others have in mind, and their numbers in the turn order as far as they are not known."""
    if state.outcome:
        return
    yield replace(state, sides=other_minds(state, who))
    known = dict(fog.view_for(state, who).numbers)
    hidden = [colour for colour in state.order if colour not in known]
    turned = iter(hidden[::-1])
    yield replace(state, order=tuple(colour if colour in known else next(turned) for colour in state.order))


def _amended(view: View) -> str:
    return f"CONTROL {view.position.held[0][0]} FOR {view.who}"


_YEAR = {"year": 5}
_TWO, _THREE = ("Blue", "Red"), ("Blue", "Red", "Purple")

TESTING: Testing[State, View] = Testing(
    tables={
        "four in fog": Table(4, {"turn_limit": 1}, hides=True),
        "two, basic": Table(2, {"ruleset": "basic", "year": 2, "placement": "free"}, slow=True),
        "three, seat after seat in fog": Table(3, {"tempo": "seats", "turn_limit": 1}, hides=True, slow=True),
        "phases and options in fog": Table(
            4,
            {
                "tempo": "phases",
                "turn_limit": 2,
                "order_known": False,
                "gennies_by_home": True,
                "asteroid_gennies_hit": True,
                "slingshot": True,
                "hopping": True,
                "conversion": "fast",
                "subversion": True,
                "one_far_zone": True,
                "free_factories": True,
                "factories_in_space": True,
                "factory_defence": True,
                "majority_control": True,
                "leaderless": True,
                "pick": True,
            },
            hides=True,
            slow=True,
        ),
        "six at home in fog": Table(6, {"scenario": "home", "year": 2}, hides=True, slow=True),
    },
    hidden=_hidden,
    aimed=aimed,
    gap_values=GAP_VALUES,
    scenes={
        "beginning": Scene(_TWO, "Blue", at_once, _YEAR),
        "amid": Scene(_THREE, "Blue", from_turn(2), _YEAR, thorough=True, slow=True),
        "others are asked": Scene(_THREE, "Blue", without("Blue"), {**_YEAR, "tempo": "seats"}, slow=True),
        "unanswered": Scene(_TWO, "Blue", from_turn(2), _YEAR, answered=False),
    },
    amended=_amended,
    letters=Letters(
        options={"year": 3},
        seat="Red",
        other="Blue",
        said="STANCE HOLD\nMOVE 1 FIGHTER BACH TO HIELO\nMOV 1 FIGHTER BACH TO HIELO\nPREVIEW\nMAP POSTER",
        silent="PASS",
        theirs=("STANCE ATTACK AGAINST Red", "TRUCE Red\nPRESS TO Red: I shall not attack"),
    ),
)
