"""The finished matches of the revised rules: one for each ending, length, tempo and bot, and for most options."""

from collections.abc import Sequence
from typing import Any

from moderator.testing.recorded import Entry, amended, said, voted

FOUR = dict.fromkeys(("Blue", "Red", "Purple", "Green"), "captain")
EIGHT = dict.fromkeys(("Blue", "Red", "Purple", "Green", "Brown", "Yellow", "Gray", "Black"), "captain")
TWO = {"Blue": "captain", "Red": "captain"}
HUNT = {"Blue": "random", "Red": "captain"}
ALONE: dict[str, Any] = {"colours": 1}
EVERYTHING: dict[str, Any] = {
    "optional_leaders": True,
    "first_turn_disable": False,
    "first_strike_holds": False,
    "strike_once": True,
    "space_combat": "always",
    "trade": "all",
    "hand": 4,
    "hand_limit": 3,
    "start_stack": 0,
    "mulligan": False,
    "pass_card": False,
    "sun_links": ["Me0"],
    "end_turn": 4,
}
AMENDED: dict[int, Sequence[str]] = {
    1: ("PLACE 3 FIGHTERS CERES FOR Blue", "CONTROL CERES FOR Blue", "EXTEND 1h"),
    2: ("SET OPTION hand_limit 2",),
    3: ("REPLACE Blue WITH BOT captain",),
    4: ("END we go on holiday",),
}
"""What a GM says in which turn of a match."""
ENTRIES: Sequence[Entry] = (
    Entry(name="census", seats=HUNT, options={**ALONE, "win_territories": 20, "win_planets": 2, "end_turn": 0},
          ends="Red census"),
    Entry(name="end", seats=FOUR, options={}, ends="Green end"),
    Entry(name="last-leader", seats=TWO, options={**ALONE, "win_territories": 42, "end_turn": 0},
          ends="Blue last-leader"),
    Entry(name="turn-limit", seats={"Blue": "random", "Red": "random"},
          options={**ALONE, "end_turn": 0, "turn_limit": 3}, ends="Blue turn-limit"),
    Entry(name="warlord", seats={"Blue": "warlord", "Red": "captain", "Purple": "random"},
          options={**ALONE, "end_turn": 4}, ends="Blue end"),
    Entry(name="countdown", seats=FOUR, options={"length": "countdown"}, ends="Red census"),
    Entry(name="super", seats=HUNT, options={**ALONE, "length": "super"}, ends="Red census"),
    Entry(name="ultimate", seats=HUNT, options={**ALONE, "length": "ultimate"}, ends="Red census"),
    Entry(name="three-colours", seats=TWO, options={"end_turn": 4}, ends="Blue end"),
    Entry(name="by-phases", seats=FOUR, options={"tempo": "phases", "end_turn": 4}, ends="Green end"),
    Entry(name="seat-by-seat", seats={"Blue": "random", "Red": "captain", "Purple": "captain"},
          options={"tempo": "seats", "end_turn": 3}, ends="Red end"),
    Entry(name="neutral", seats=FOUR, options={"neutral": True, "end_turn": 4}, ends="Blue end"),
    Entry(name="eight", seats=EIGHT, options={"optional_leaders": True, "end_turn": 5}, ends="Gray end"),
    Entry(name="everything", seats={"Blue": "random", "Red": "captain", "Green": "random", "Brown": "captain"},
          options=EVERYTHING, ends="Red end"),
    Entry(name="conceded", seats={"Blue": "captain", "Red": ""}, options={}, ends="Blue conceded",
          people=said("conceded", "Red", "YIELD", 2)),
    Entry(name="amended", seats={"Blue": "", "Red": "", "Green": "random", "Yellow": "random"}, options={},
          ends="nobody we go on holiday", people=amended("amended", ("Blue", "Red"), AMENDED)),
    Entry(name="drawn", seats={"Blue": "", "Red": ""}, options=ALONE, ends="nobody DRAW",
          people=voted("drawn", "DRAW", ("Blue", "Red"), 2)),
)  # fmt: skip
