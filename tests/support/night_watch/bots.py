"""Thieves made of rules."""

from moderator.core.dice import Stream, Why
from moderator.core.game import Bot, Imagine, Prompt
from tests.support.night_watch.orders import AnyOrder, Flee, Go, Seek
from tests.support.night_watch.view import View, next_to


class RandomBot:
    """Does anything that is allowed."""

    def order(
        self,
        view: View,
        prompt: Prompt,
        chance: Stream,
        imagine: Imagine[View, AnyOrder],  # noqa: ARG002 - a bot with a plan would look ahead
    ) -> tuple[AnyOrder, ...]:
        """Draw one order for a retreat, none to three for a night."""
        here = view.place[view.who]
        if prompt.phase == "retreat":
            return (Flee(goal=chance.pick(next_to(here), Why("flee"))),)
        order_set: list[AnyOrder] = []
        if chance.d(4, Why("whether-to-go")) > 1:
            order_set.append(Go(goal=chance.pick(next_to(here), Why("go"))))
        if chance.d(4, Why("whether-to-seek")) > 1:
            order_set.append(Seek(place=chance.pick((here, *next_to(here)), Why("seek"))))
        if chance.d(6, Why("whether-to-tell")) == 1:
            order_set.append(Flee(goal=chance.pick(next_to(here), Why("tell"))))
        return tuple(order_set)


class Prowler:
    """Goes on to the next street and seeks there."""

    def order(
        self, view: View, prompt: Prompt, chance: Stream, imagine: Imagine[View, AnyOrder]
    ) -> tuple[AnyOrder, ...]:
        """Return one order for a retreat, two for a night."""
        del chance, imagine
        goal = next_to(view.place[view.who])[0]
        return (Flee(goal=goal),) if prompt.phase == "retreat" else (Go(goal=goal), Seek(place=goal))


BOTS: dict[str, Bot[View, AnyOrder]] = {"random": RandomBot(), "prowler": Prowler()}
