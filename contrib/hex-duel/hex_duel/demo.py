"""The demo of Hex Duel: two people hunt each other, and one of them a bot."""

from moderator.core.demo import Aside, DemoMatch, DemoScript

DEMO = DemoScript(
    seats=("North", "South"),
    table=DemoMatch(name="strait", every="48h", people=2, bots={}),
    duel=DemoMatch(name="bay", every="24h", people=1, bots={"South": "hunter"}, options={"hull": 2, "turns": 6}),
    whole=DemoMatch(name="strait", every="1m", people=2, bots={}),
    limit="turns",
    thinker="hunter",
    nowhere="Z9",
    word="Come out of the fog, captain!",
    asides={("ann", 1): Aside("Hello, first time for me. How do I shoot again?", ("HELP FIRE",))},
)
