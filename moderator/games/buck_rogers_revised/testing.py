"""What the laws over games are told of the revised Buck Rogers."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from moderator.core.seats import Observer, Seat, Who
from moderator.games.buck_rogers_revised.rules.state import State
from moderator.games.buck_rogers_revised.seat.view import View
from moderator.games.solar_system import testing as board
from moderator.kit.testing import Letters, Lines, Scene, Table, Testing, at_once, from_turn, without


def _hidden(state: State, who: Who) -> Iterator[State]:
    """Change what others have in mind, their hands for cards of the deck, and the deck."""
    if state.outcome:
        return
    yield replace(state, sides=board.other_minds(state, who))
    yield replace(state, deck=state.deck[::-1])
    deck, sides = list(state.deck), []
    for seat, side in zip(state.seats, state.sides, strict=True):
        count = 0 if who in (seat, Observer.GM) else min(len(deck), len(side.hand))
        sides.append(replace(side, hand=(*deck[:count], *side.hand[count:])))
        deck = [*deck[count:], *side.hand[:count]]
    yield replace(state, sides=tuple(sides), deck=tuple(deck))


def _aimed(view: View, states: Sequence[State]) -> Iterator[str]:
    """Play cards that others may have, bid, and send ships where others stand."""
    cards = sorted({card for state in states for side in state.sides for card in side.hand} - {*view.hand})
    yield from (f"PLAY {card}" for card in cards[:4])
    yield "BID 1"
    yield from board.aimed(view, ())


def _amended(view: View) -> str:
    return f"CONTROL Bach FOR {view.who}"


def _hidden_edits(state: State, _view: View, others: Sequence[Seat]) -> tuple[Lines, Lines]:
    """Let two others change a card each: nobody has more or fewer than before."""
    hands = {seat: state.side(seat).hand for seat in others if state.side(seat).hand}
    (one, mine), (other, theirs) = list(hands.items())[:2]
    swap = (f"GIVE {theirs[0]} TO {one}", f"GIVE {mine[0]} TO {other}")
    return swap, (f"GIVE {theirs[-1]} TO {one}", f"GIVE {mine[-1]} TO {other}")


_TWO, _THREE = ("Blue", "Red"), ("Blue", "Red", "Purple")

TESTING: Testing[State, View] = Testing(
    tables={
        "four in fog": Table(4, {"turn_limit": 1}, hides=True),
        "two in fog": Table(2, {"end_turn": 2, "colours": 1, "trade": "all", "hand_limit": 1}, hides=True, slow=True),
        "three, seat after seat in fog": Table(3, {"tempo": "seats", "turn_limit": 1}, hides=True, slow=True),
        "six, counting down in fog": Table(
            6,
            {
                "length": "countdown",
                "turn_limit": 2,
                "strike_once": True,
                "first_strike_holds": False,
                "space_combat": "always",
                "pass_through": False,
                "slingshot": False,
                "first_turn_disable": False,
            },
            hides=True,
            slow=True,
        ),
        "eight with Saturn in fog": Table(8, {"optional_leaders": True, "turn_limit": 1}, hides=True, slow=True),
        "neutral, by phases in fog": Table(
            4,
            {"tempo": "phases", "turn_limit": 2, "neutral": True, "neutral_command": "uninvolved", "mulligan": False},
            hides=True,
            slow=True,
        ),
    },
    hidden=_hidden,
    aimed=_aimed,
    gap_values={
        **board.GAP_VALUES,
        "units": (*board.GAP_VALUES["units"], "RED 2 TROOPERS, 1 GENNIE", "BLUE ALL EXCEPT 1 FIGHTER"),
        "way": (*board.GAP_VALUES["way"], "VIA Near Mars LAND 2 GENNIES ON Bach"),
    },
    scenes={
        "beginning": Scene(_TWO, "Blue", at_once),
        "amid": Scene((*_THREE, "Green"), "Blue", from_turn(2), {"end_turn": 2}, thorough=True, slow=True),
        "others are asked": Scene(_THREE, "Blue", without("Blue"), {"end_turn": 3, "tempo": "seats"}, slow=True),
        "unanswered": Scene(_TWO, "Blue", from_turn(2), {"colours": 1}, answered=False),
    },
    amended=_amended,
    hidden_edits=_hidden_edits,
    letters=Letters(
        options={"end_turn": 2},
        seat="Red",
        other="Blue",
        said="STANCE HOLD\nMULLIGAN NO\nGIVE Nowhere\nPREVIEW\nMAP POSTER",
        silent="PASS",
        theirs=("STANCE ATTACK AGAINST Red\nLEADER HUER", "TRUCE Red\nPRESS TO Red: I shall not attack"),
    ),
)
