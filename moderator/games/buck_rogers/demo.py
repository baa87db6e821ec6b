"""The demo of Buck Rogers."""

from moderator.core.demo import Aside, DemoMatch, DemoScript, Show
from moderator.games.solar_system.events.battle import who_meets

DEMO = DemoScript(
    seats=("Blue", "Red", "Purple"),
    table=DemoMatch(name="titan", every="48h", bots={"Green": "captain"}, options={"seduce_reach": 1}),
    duel=DemoMatch(
        name="ceres", every="24h", people=1, bots={"Red": "captain"}, options={"year": 3, "seduce_reach": 1}
    ),
    whole=DemoMatch(name="titan", every="1m", bots={"Green": "captain"}, options={"seduce_reach": 1}),
    limit="year",
    thinker="captain",
    turns=4,
    most=7,
    shows=(Show("a battle, round by round", who_meets),),
    nowhere="Saturn",
    word="Dear neighbours, look at who holds most of Earth. It is not me!",
    asides={
        ("ann", 1): Aside("Hello, first time for me. How do I send ships again?", ("HELP MOVE",)),
        ("ben", 5): Aside("my printer is hungry", ("MAP POSTER",)),
    },
)
