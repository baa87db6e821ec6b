"""Players made of rules, for either side: all see a seat's view and nothing else."""

from collections.abc import Mapping

from moderator.core.game import Bot
from moderator.games.rebel_commander.orders.types import RebelOrder
from moderator.games.rebel_commander.seat.bots.doctrine import GRAND, VETERAN
from moderator.games.rebel_commander.seat.bots.random_bot import RandomBot
from moderator.games.rebel_commander.seat.bots.recruit import RecruitBot
from moderator.games.rebel_commander.seat.bots.veteran import VeteranBot
from moderator.games.rebel_commander.seat.view import View

BOTS: Mapping[str, Bot[View, RebelOrder]] = {
    "random": RandomBot(),
    "recruit": RecruitBot(),
    "veteran": VeteranBot(VETERAN),
    "grand-moff": VeteranBot(GRAND),
}
"""The bots by name."""
