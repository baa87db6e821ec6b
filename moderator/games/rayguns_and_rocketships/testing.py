"""What the laws over games are told of Rayguns and Rocketships."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from moderator.core.seats import Observer, Who
from moderator.games.rayguns_and_rocketships.orders.phrases import Spot
from moderator.games.rayguns_and_rocketships.orders.types import Go, Helm
from moderator.games.rayguns_and_rocketships.rules.state import State
from moderator.games.rayguns_and_rocketships.seat.view import Secret, View
from moderator.kit.testing import Letters, Prompts, Scene, Table, Testing, at_once, from_turn


def _hidden(state: State, who: Who) -> Iterator[State]:
    """Change the Star cards in others' hands for those of their decks, all decks, and what others have in mind."""
    known = [seat for seat in state.seats if seat == who or who is Observer.GM]
    hands = {seat: state.secrets[seat].hand for seat in state.seats}
    decks = dict(state.decks)
    for seat in state.seats:
        count = min(len(hands[seat]), len(decks[seat]))
        if seat not in known and count:
            hands[seat], decks[seat] = (
                (*decks[seat][:count], *hands[seat][count:]),
                (*hands[seat][:count], *decks[seat][count:]),
            )
    other = Secret(
        program=("Forward", "Turn Port"), doctrine=(Helm(goal="away"),), tasks=(Go(who=("1",), spot=Spot("home")),)
    )
    yield replace(
        state,
        secrets={
            seat: secret if seat in known else replace(other, hand=hands[seat])
            for seat, secret in state.secrets.items()
        },
        decks=decks,
    )
    yield replace(state, decks={seat: cards[::-1] for seat, cards in state.decks.items()})


def _aimed(_view: View, states: Sequence[State]) -> Iterator[str]:
    """Aim cards that others may have."""
    for state in states:
        for secret in state.secrets.values():
            yield from (f"AIM {card} AT NEAREST" for card in secret.hand)


def _amended(view: View) -> str:
    return f"TOKENS 3 FOR {view.who}"


def _amid_round(prompts: Prompts) -> bool:
    """Tell whether a Round is half over: cards are programmed that are not turned up yet."""
    return all(prompt.phase == "turn" and prompt.turn > 1 for prompt in prompts.values())


_TWO = ("Rangers", "Zard")

TESTING: Testing[State, View] = Testing(
    tables={
        "two in fog": Table(2, {"rounds": 4}, hides=True),
        "four, turn by turn in fog": Table(
            4, {"tempo": "turns", "episode": "hot-cores", "rounds": 2}, hides=True, slow=True
        ),
        "three after the princess in fog": Table(
            3, {"episode": "princess", "rounds": 3, "ironwill": True}, hides=True, slow=True
        ),
        "options in fog": Table(
            2,
            {
                "episode": "secret-plans",
                "rounds": 3,
                "last_man": True,
                "sides": "drawn",
                "max_star_per_round": 3,
                "star_unmet": "discard",
                "void_blast": "nearest",
                "collision_push": "back",
                "captain_saves_gun": False,
                "fire_out": True,
                "panel_opens": False,
                "requirements": "station",
                "naturals": False,
                "eliminated": "last",
                "blast_supply": 30,
            },
            hides=True,
        ),
    },
    hidden=_hidden,
    aimed=_aimed,
    scenes={
        "beginning": Scene(_TWO, "Zard", at_once),
        "amid": Scene((*_TWO, "Blaarg"), "Rangers", _amid_round, {"tempo": "turns"}, thorough=True, slow=True),
        "unanswered": Scene(_TWO, "Zard", from_turn(2), answered=False),
    },
    amended=_amended,
    letters=Letters(
        options={"rounds": 3},
        seat="Rangers",
        other="Zard",
        said="FACE N\nTAKE Loop\nTAKE Loops\nPREVIEW\nMAP POSTER",
        silent="PASS",
        theirs=("SIDE B\nMOUNT P1", "TAKE War Cry\nPRESS TO Rangers: I have none"),
    ),
)
