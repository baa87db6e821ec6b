"""The finished matches of Rebel Commander: one for each ending, edition and bot."""

from collections.abc import Sequence
from typing import Any

from moderator.testing.recorded import Entry, amended, voted

SKIRMISH: dict[str, Any] = {"edition": "skirmish"}
LAST = {**SKIRMISH, "win_fraction": 1.0, "max_turns": 99}
SHORT = {**SKIRMISH, "time_out": "count", "max_turns": 3}
PLANET: dict[str, Any] = {"edition": "planet"}
AMENDED: dict[int, Sequence[str]] = {
    2: ("PLACE 2 TROOPS B1 FOR Red", "SET ENTHUSIASM Red 120", "EXTEND 1h"),
    4: ("REPLACE Red WITH BOT recruit",),
    7: ("END we go on holiday",),
}
"""What a GM says in which turn of a match."""
ENTRIES: Sequence[Entry] = (
    Entry(name="skirmish-conquered-by-rebels", seats={"Red": "veteran", "Empire": "random"}, options=SKIRMISH,
          ends="Red conquest"),
    Entry(name="skirmish-conquered-by-empire", seats={"Red": "random", "Blue": "recruit", "Empire": "grand-moff"},
          options=SKIRMISH, ends="Empire conquest"),
    Entry(name="skirmish-empire-annihilated", seats={"Red": "veteran", "Empire": "random"}, options=LAST,
          ends="Red annihilation"),
    Entry(name="skirmish-rebels-annihilated", seats={"Red": "random", "Empire": "veteran"}, options=LAST,
          ends="Empire annihilation"),
    Entry(name="skirmish-rebels-hold-more", seats={"Red": "recruit", "Empire": "random"}, options=SHORT,
          ends="Red more-locations"),
    Entry(name="skirmish-empire-holds-more", seats={"Red": "random", "Empire": "recruit"}, options=SHORT,
          ends="Empire more-locations"),
    Entry(name="skirmish-rebels-have-more", seats={"Red": "random", "Empire": "random"}, options=SHORT,
          ends="Red more-units"),
    Entry(name="skirmish-empire-has-more", seats={"Red": "random", "Empire": "random"}, options=SHORT,
          ends="Empire more-units"),
    Entry(name="skirmish-tie", seats={"Red": "random", "Empire": "random"}, options=SHORT, ends="Empire tie"),
    Entry(name="planet-conquered-by-rebels", seats={"Red": "veteran", "Blue": "veteran", "Empire": "random"},
          options=PLANET, ends="Red and Blue conquest"),
    Entry(name="planet-conquered-by-empire", seats={"Red": "random", "Blue": "random", "Empire": "grand-moff"},
          options={**PLANET, "imperial_orders": "factions", "max_turns": 60}, ends="Empire conquest"),
    Entry(name="fog-counted", seats={"Red": "grand-moff", "Blue": "recruit", "Green": "veteran",
                                       "Empire": "veteran"},
          options={**PLANET, "fog": True, "occupy": "troops", "time_out": "count", "max_turns": 12},
          ends="Red and Blue and Green more-locations"),
    Entry(name="planet-held", seats={"Red": "recruit", "Blue": "recruit", "Green": "veteran", "Empire": "grand-moff"},
          options=PLANET, ends="Empire time-out"),
    Entry(name="amended", seats={"Red": "", "Blue": "random", "Empire": ""}, options=PLANET,
          ends="nobody we go on holiday", people=amended("amended", ("Red", "Empire"), AMENDED)),
    Entry(name="drawn", seats={"Red": "", "Empire": ""}, options=SKIRMISH, ends="nobody DRAW",
          people=voted("drawn", "DRAW", ("Red", "Empire"), 5)),
    Entry(name="conceded", seats={"Red": "", "Empire": "recruit"}, options=PLANET, ends="nobody CONCEDE",
          people=voted("conceded", "CONCEDE", ("Red",), 4)),
)  # fmt: skip
