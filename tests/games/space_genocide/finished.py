"""The finished matches of Space Genocide: one for each ending, tempo and bot, and for the options that change most."""

from collections.abc import Sequence
from typing import Any

from moderator.testing.recorded import Entry, amended, voted

SMALL: dict[str, Any] = {"map_size": "small"}
SHORT = {**SMALL, "turn_limit": 3}
BARE = {**SMALL, "cards": False, "races": "none", "terrain": "none"}
HUNT = {"Red": "admiral", "Blue": "random"}
AMENDED: dict[int, Sequence[str]] = {
    2: ("PLACE 2 Cruiser IN 9 AT S16 FOR Red", "GIVE Redeploy FOR Red", "EXTEND 1h"),
    4: ("REPLACE Red WITH BOT admiral",),
    6: ("END we go on holiday",),
}
"""What a GM says in which turn of a match."""
ENTRIES: Sequence[Entry] = (
    Entry(name="homeworld-destroyed", seats=HUNT, options=SMALL, ends="Red last-standing"),
    Entry(name="last-of-three", seats={**HUNT, "Green": "random"}, options=SMALL, ends="Red last-standing"),
    Entry(name="four-admirals", seats=dict.fromkeys(("Red", "Blue", "Green", "Gold"), "admiral"),
          options={"map_size": "medium", "terrain": "rich", "turn_limit": 12}, ends="Red more-planets"),
    Entry(name="seat-by-seat", seats=HUNT, options={**SMALL, "tempo": "seats", "combat": "repeated"},
          ends="Red last-standing"),
    Entry(name="with-bursts", seats=HUNT, options={**SMALL, "bursts": True, "launches": "planet", "races": "drawn",
                                                   "deck_empty": "out", "eliminated": "remain"},
          ends="Red last-standing"),
    Entry(name="more-planets", seats={"Red": "random", "Blue": "admiral"}, options={**BARE, "turn_limit": 8},
          ends="Blue more-planets"),
    Entry(name="more-ships", seats={"Red": "random", "Blue": "random"}, options=SHORT, ends="Blue more-ships"),
    Entry(name="tie", seats={"Red": "random", "Blue": "random"}, options={**BARE, "turn_limit": 1},
          ends="Red and Blue tie"),
    Entry(name="amended", seats={"Red": "", "Blue": "", "Green": "random"}, options=SMALL,
          ends="nobody we go on holiday", people=amended("amended", ("Red", "Blue"), AMENDED)),
    Entry(name="drawn", seats={"Red": "", "Blue": ""}, options=SMALL, ends="nobody DRAW",
          people=voted("drawn", "DRAW", ("Red", "Blue"), 3)),
)  # fmt: skip
