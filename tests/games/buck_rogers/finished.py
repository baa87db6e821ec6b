"""The finished matches of Buck Rogers: one for each ending, tempo and bot, and for the options that change most."""

from collections.abc import Sequence
from typing import Any

from moderator.testing.recorded import Entry, amended, said, voted

FOUR = dict.fromkeys(("Blue", "Red", "Purple", "Green"), "captain")
TWO = {"Blue": "captain", "Red": "captain"}
HUNT: dict[str, str] = {"Blue": "random", "Red": "captain"}
EVERYTHING: dict[str, Any] = {
    "gennies_by_home": True,
    "slingshot": True,
    "hopping": True,
    "walk_after_drop": True,
    "factory_defence": True,
    "free_factories": True,
    "factories_in_space": True,
    "conversion": "fast",
    "subversion": True,
    "one_far_zone": True,
    "pick": True,
    "build_anywhere": True,
    "year": 4,
}
AMENDED: dict[int, Sequence[str]] = {
    1: ("PLACE 3 FIGHTERS CERES FOR Blue", "CONTROL CERES FOR Blue", "EXTEND 1h"),
    3: ("REPLACE Blue WITH BOT captain",),
    4: ("END we go on holiday",),
}
"""What a GM says in which turn of a match."""
ENTRIES: Sequence[Entry] = (
    Entry(name="zones", seats=TWO, options={}, ends="Red zones"),
    Entry(name="year", seats=FOUR, options={}, ends="Purple year"),
    Entry(name="warlord", seats={"Blue": "warlord", "Red": "captain", "Purple": "random"}, options={"year": 4},
          ends="Blue year"),
    Entry(name="last-leader", seats=HUNT, options={"ruleset": "basic", "win_zones": 42, "year": 0},
          ends="Red last-leader"),
    Entry(name="systems", seats=HUNT, options={"scenario": "display"}, ends="Red systems"),
    Entry(name="leaders", seats=HUNT, options={"scenario": "leaders", "ruleset": "basic"}, ends="Red leaders"),
    Entry(name="turn-limit", seats={"Blue": "random", "Red": "random"}, options={"year": 0, "turn_limit": 3},
          ends="Blue turn-limit"),
    Entry(name="at-home", seats=FOUR, options={"scenario": "home", "tempo": "phases", "year": 5}, ends="Blue year"),
    Entry(name="seat-by-seat", seats={"Blue": "random", "Red": "captain", "Purple": "captain"},
          options={"tempo": "seats", "year": 3}, ends="Red year"),
    Entry(name="everything", seats={"Blue": "random", "Red": "captain", "Green": "random", "Brown": "random"},
          options=EVERYTHING, ends="Red year"),
    Entry(name="conceded", seats={"Blue": "captain", "Red": ""}, options={}, ends="Blue conceded",
          people=said("conceded", "Red", "YIELD", 2)),
    Entry(name="amended", seats={"Blue": "", "Red": "", "Green": "random", "Yellow": "random"}, options={},
          ends="nobody we go on holiday", people=amended("amended", ("Blue", "Red"), AMENDED)),
    Entry(name="drawn", seats={"Blue": "", "Red": ""}, options={}, ends="nobody DRAW",
          people=voted("drawn", "DRAW", ("Blue", "Red"), 2)),
)  # fmt: skip
