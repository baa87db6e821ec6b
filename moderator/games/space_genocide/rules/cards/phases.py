"""Cards that take phases away or let them be played again."""

from collections.abc import Mapping

from moderator.games.space_genocide.events.cards import PhaseAltered
from moderator.games.space_genocide.rules.cards.finding import Effect, is_at, on_own_turn
from moderator.games.space_genocide.rules.moments import Moment, Playing
from moderator.games.space_genocide.rules.turn import Turn


def _is_under_way(turn: Turn, playing: Playing, _: Moment) -> bool:
    """Tell whether a seat has fleets that would go on."""
    return any(squadron.course and not squadron.jammed for squadron in turn.own(playing.seat))


def _push(turn: Turn, playing: Playing, _: Moment) -> None:
    """Let a seat's fleets go on once more."""
    turn.pushes.append(playing.seat)
    turn.say(PhaseAltered(card=playing.card, phase="transport", again=True, seat=playing.seat))


def _is_war(turn: Turn, _playing: Playing, _: Moment) -> bool:
    """Tell whether there is a phase left to be skipped."""
    return not {"engagement", "destruction"} <= turn.skipped


def _make_peace(turn: Turn, playing: Playing, _: Moment) -> None:
    """Skip the Engagement and the Mass Destruction Phase of this turn, for everybody."""
    turn.skipped |= {"engagement", "destruction"}
    turn.say(PhaseAltered(card=playing.card, phase="engagement", again=False, seat=playing.seat))
    turn.say(PhaseAltered(card=playing.card, phase="destruction", again=False, seat=playing.seat))


def _is_undecided(turn: Turn, playing: Playing, moment: Moment) -> bool:
    """Tell whether opposing fleets are left at a hex, a fleet of the seat's own among them unless the hex is named."""
    target = playing.order.target
    seats = {squadron.seat for squadron in turn.fleets_at(moment.at)}
    return len(seats) > 1 and is_at(turn, target, moment.at) and bool(target.place or playing.seat in seats)


def _press(turn: Turn, playing: Playing, moment: Moment) -> None:
    """Let a hex be fought over once more."""
    turn.pressed.append(moment.at)
    turn.say(
        PhaseAltered(card=playing.card, phase="engagement", again=True, seat=playing.seat, place=turn.name(moment.at))
    )


EFFECTS: Mapping[str, Effect] = {
    "strategic-push": on_own_turn(Effect(_is_under_way, _push)),
    "diplomacy": on_own_turn(Effect(_is_war, _make_peace)),
    "press-offensive": on_own_turn(Effect(_is_undecided, _press)),
}
