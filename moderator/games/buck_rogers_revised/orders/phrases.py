"""What orders of the revised rules speak of besides what both rule sets share."""

from typing import Literal, TypeAlias

Redraw: TypeAlias = Literal["yes", "no", "scattered"]
"""Whether to draw six new cards; ``scattered``: if no two of those in hand are neighbours."""

Purchase: TypeAlias = Literal["trooper", "fighter", "transport", "factory", "battler"]
"""What the Black Market has: of Factories and Battlers the half."""

Topic: TypeAlias = Literal[
    "stance",
    "truce",
    "targets",
    "passers",
    "retreats",
    "lines",
    "points",
    "scorches",
    "bombs",
    "powers",
    "leaders",
    "wishes",
    "builds",
    "upgrades",
    "market",
    "rally",
    "discards",
    "concession",
    "all",
]
"""The kinds of doctrine."""
