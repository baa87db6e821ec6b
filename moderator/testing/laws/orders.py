"""Laws about what bots, examples and silence order: all of it is legal."""

from typing import Any

from msgspec.structs import replace

from moderator.core.codec import decode, encode
from moderator.core.dice import Dice
from moderator.core.orders import Order
from moderator.games.simulate import bot_orders
from moderator.language.grammar.labels import read_label
from moderator.service.matches import letterhead
from moderator.testing.subjects import TableSubject

_BOTS = 6
"""In so many turns bots are asked: at a table that is not slow for one seat each time."""
_EXAMPLES = 5


def bots_order_what_is_legal(table: TableSubject) -> None:
    """No order of a bot is refused, whatever the bot is asked."""
    game, chance = table.game, Dice.throwaway(f"bots/{table.name}").secret
    for n, moment in enumerate(table.moments(_BOTS)):
        asked = list(moment.prompts.items())
        for seat, prompt in asked if table.slow else asked[n % len(asked) :][:1]:  # seats in turn
            for bot in game.bots:
                order_set = bot_orders(
                    game, moment.before, seat, prompt, bot=bot, chance=chance.child(bot, seat, str(n))
                )
                fallen = [p for p in game.check(game.view(moment.before, seat), prompt, order_set) if p.falls]
                lines = [game.language.line(order) for order in order_set]
                table.require(not fallen, f"the bot {bot} ordered {lines}, of which are refused: {fallen}", seat)
                numbered = all(order.number in prompt.numbers for order in order_set if prompt.numbers)
                table.require(numbered, f"the bot {bot} numbered {lines} otherwise than {prompt.numbers}", seat)


def examples_could_be_sent(table: TableSubject) -> None:
    """Examples are orders that could be sent as they are; the same view has the same ones."""
    game, shown = table.game, 0
    for moment in table.moments(_EXAMPLES):
        for seat, prompt in moment.prompts.items():
            view = game.view(moment.before, seat)
            lines = letterhead.examples(game, view, seat, prompt)
            same: Any = decode(encode(view), game.view_type)
            table.same(letterhead.examples(game, same, seat, prompt), lines, "the examples of the same view", seat)
            read = [(label.label, game.language.parse(label.rest)) for label in map(read_label, lines)]
            orders = [replace(order, number=label) for label, order in read if isinstance(order, Order)]
            table.require(len(orders) == len(lines), f"not all examples can be read: {lines}", seat)
            table.require(letterhead.is_sound(game, view, prompt, orders), f"some examples are doubtful: {lines}", seat)
            shown += len(lines)
    table.require(shown, "nobody was ever shown an example")


def silence_is_legal(table: TableSubject) -> None:
    """What silence means is legal."""
    game = table.game
    for moment in table.moments():
        for seat, prompt in moment.prompts.items():
            view = game.view(moment.before, seat)
            fallen = [p for p in game.check(view, prompt, game.default(view, prompt, ())) if p.falls]
            table.require(not fallen, f"the default orders are refused: {fallen}", seat)
