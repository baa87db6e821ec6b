"""What stands under the beginning of a battle in a report, though elsewhere the same stands by itself."""

from collections.abc import Mapping

from moderator.core.game import Event
from moderator.games.space_genocide.events import battle, cards


class RoundUnder(battle.EngagementBegun, frozen=True, kw_only=True, tag="engagement-begun"):
    """A later round of a battle."""

    nested = True


class CardUnder(cards.CardPlayed, frozen=True, kw_only=True, tag="card-played"):
    """A card that was played in a battle."""

    nested = True


class BoostUnder(cards.ShipsBoosted, frozen=True, kw_only=True, tag="ships-boosted"):
    """What a card changed in a battle."""

    nested = True


class TakenUnder(battle.ShipTaken, frozen=True, kw_only=True, tag="ship-taken"):
    """A ship that changed sides in a battle."""

    nested = True


class NegationUnder(cards.AttackNegated, frozen=True, kw_only=True, tag="attack-negated"):
    """Attacks that a card undid."""

    nested = True


class RepeatUnder(cards.RollRepeated, frozen=True, kw_only=True, tag="roll-repeated"):
    """Dice of a battle that a card had thrown again."""

    nested = True


_UNDER: Mapping[type[Event], type[Event]] = {
    battle.EngagementBegun: RoundUnder,
    cards.CardPlayed: CardUnder,
    cards.ShipsBoosted: BoostUnder,
    cards.AttackNegated: NegationUnder,
    cards.RollRepeated: RepeatUnder,
    battle.ShipTaken: TakenUnder,
}


def under(event: Event) -> Event:
    """Return an event of a battle as a fact that stands under the battle's beginning."""
    kind = _UNDER.get(type(event))
    return event if kind is None else kind(**{name: getattr(event, name) for name in event.__struct_fields__})
