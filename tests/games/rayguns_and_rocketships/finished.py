"""The finished matches of Rayguns and Rocketships: one for each ending, episode and bot, and for the options."""

from collections.abc import Sequence
from typing import Any

from moderator.testing.recorded import Entry, amended, voted

FOUR = dict.fromkeys(("Rangers", "Pirates", "Zard", "Blaarg"), "cadet")
TWO = {"Rangers": "cadet", "Zard": "cadet"}
VARIANTS: dict[str, Any] = {
    "ironwill": True,
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
    "sides": "drawn",
}
AMENDED: dict[int, Sequence[str]] = {
    1: ("SHIP E5 SE FOR Rangers", "POINTS 3 FOR Zard", "BLASTS HATCH FOR Zard", "EXTEND 1h"),
    2: ("REPLACE Rangers WITH BOT cadet",),
    3: ("END we go on holiday",),
}
"""What a GM says in which turn of a match."""
ENTRIES: Sequence[Entry] = (
    Entry(name="target", seats=FOUR, options={}, ends="Blaarg target"),
    Entry(name="ace", seats={"Rangers": "ace", "Pirates": "cadet"}, options={}, ends="Rangers target"),
    Entry(name="random", seats={"Pirates": "random", "Blaarg": "random"}, options={}, ends="Blaarg target"),
    Entry(name="turns", seats={"Pirates": "cadet", "Zard": "cadet", "Blaarg": "random"}, options={"tempo": "turns"},
          ends="Pirates target"),
    Entry(name="variants", seats={"Rangers": "random", "Pirates": "cadet", "Blaarg": "cadet"}, options=VARIANTS,
          ends="Pirates target"),
    Entry(name="last-man", seats={"Rangers": "cadet", "Pirates": "cadet"}, options={"last_man": True, "board": "small"},
          ends="Rangers last-seat"),
    Entry(name="idle", seats={"Rangers": "random", "Zard": "random"}, options={"idle_rounds": 1, "board": "large"},
          ends="Zard idle"),
    Entry(name="shattered-moon", seats=FOUR, options={"episode": "shattered-moon", "rounds": 3}, ends="Pirates rounds"),
    Entry(name="scrap-run", seats=FOUR, options={"episode": "scrap-run"}, ends="Pirates target"),
    Entry(name="hot-cores", seats=TWO, options={"episode": "hot-cores"}, ends="Rangers target"),
    Entry(name="princess", seats=TWO, options={"episode": "princess", "target": 40}, ends="Rangers rounds"),
    Entry(name="secret-plans", seats=FOUR, options={"episode": "secret-plans", "target": 40, "rounds": 5},
          ends="Pirates rounds"),
    Entry(name="amended", seats={"Rangers": "", "Zard": ""}, options={}, ends="nobody we go on holiday",
          people=amended("amended", ("Rangers", "Zard"), AMENDED)),
    Entry(name="drawn", seats={"Rangers": "", "Zard": ""}, options={}, ends="nobody DRAW",
          people=voted("drawn", "DRAW", ("Rangers", "Zard"), 2)),
)  # fmt: skip
