"""What the demo's people have in mind and how far their matches are, as the moderator's database tells."""

from collections.abc import Mapping
from typing import Any

from sqlmodel import Session

from moderator.app.instance import Instance
from moderator.core.demo import Pact
from moderator.core.dice import Dice
from moderator.core.game import AnyGame, Event, Prompt
from moderator.core.seats import Seat
from moderator.demo.staged import Staged
from moderator.games.simulate import bot_orders
from moderator.service.matches import matches, order_requests, records
from moderator.store import match_queries
from moderator.store.statuses import MatchStatus, RecordKind
from moderator.store.tables import Record


class Thoughts:
    """Reads the database of an instance that a game is staged on."""

    def __init__(self, instance: Instance, staged: Staged) -> None:
        """Prepare to read an instance."""
        self._instance, self._game, self._script = instance, staged.game, staged.script

    def orders(self, match: str, seat: Seat) -> tuple[str, ...] | None:
        """Return the orders that a player is about to write, perhaps none; None if the seat is not asked.

        They are a bot's, chosen from what that seat sees alone.
        """
        with self._instance.store.read() as session:
            game, orders, view, _ = self._planned_orders(session, match, seat)
            return self._script.further(view, tuple(game.language.line(order) for order in orders)) if game else None

    def pact(self, match: str, one: Seat, other: Seat) -> Pact | None:
        """Return a joint attack for two players, if one has an attack in mind that the other can join."""
        with self._instance.store.read() as session:
            game, mine, _, _ = self._planned_orders(session, match, one)
            _, theirs, view, prompt = self._planned_orders(session, match, other)
            return self._script.pact(mine, theirs, view, prompt) if game is not None and prompt is not None else None

    def _planned_orders(
        self, session: Session, match: str, seat: Seat
    ) -> tuple[AnyGame | None, tuple[Any, ...], Any, Prompt | None]:
        """Return the game, and a seat's orders in mind, view and prompt; empty values if the seat is not asked."""
        row = matches.find(session, match)
        prompts: Mapping[Seat, Prompt] = order_requests.prompts(order_requests.current(session, row)) if row else {}
        if row is None or seat not in prompts:
            return None, (), None, None
        game = self._instance.ctx.game(row.game)
        state = records.position(game, row.state)
        chance = Dice.throwaway(f"{match}/{row.number}").secret.child("player", seat)
        orders = bot_orders(game, state, seat, prompts[seat], bot=self._script.thinker, chance=chance)
        return game, orders, game.view(state, seat), prompts[seat]

    def events_by_turn(self, match: str) -> list[tuple[Event, ...]]:
        """Return the events of a match, turn by turn."""
        with self._instance.store.read() as session:
            told = [records.body(self._game, record) for record in self._turns(session, match)]
        return [tuple(event for step in body.steps for event in step.events) for body in told]

    def turns_played(self, match: str) -> int | None:
        """Return how many turns a match took, None if it is not over."""
        with self._instance.store.read() as session:
            row = matches.find(session, match)
            over = row is not None and row.status is MatchStatus.OVER
            return len(self._turns(session, match)) if over else None

    @staticmethod
    def _turns(session: Session, match: str) -> list[Record]:
        row = matches.find(session, match)
        found = match_queries.records(session, row.id) if row is not None else ()
        return [record for record in found if record.kind is RecordKind.TURN]
