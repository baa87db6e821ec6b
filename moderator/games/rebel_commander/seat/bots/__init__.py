"""Players made of rules, for either side: all see a seat's view and nothing else."""

from collections.abc import Mapping

from moderator.core.game import Bot
from moderator.games.rebel_commander.orders.types import RebelOrder
from moderator.games.rebel_commander.seat.bots.doctrine import (
    GRAND_EMPIRE,
    GRAND_REBELS,
    VETERAN_EMPIRE,
    VETERAN_REBELS,
)
from moderator.games.rebel_commander.seat.bots.random_bot import RandomBot
from moderator.games.rebel_commander.seat.bots.recruit import RecruitBot
from moderator.games.rebel_commander.seat.bots.veteran import VeteranBot
from moderator.games.rebel_commander.seat.view import View

BOTS: Mapping[str, Bot[View, RebelOrder]] = {
    "random": RandomBot(),
    "recruit": RecruitBot(),
    "veteran": VeteranBot(VETERAN_REBELS, VETERAN_EMPIRE),
    "grand-moff": VeteranBot(GRAND_REBELS, GRAND_EMPIRE),
}
"""The bots by name."""
