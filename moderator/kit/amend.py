"""What a GM may change: the options of every game, and what a game has rules for; how an amendment is refused."""

from collections.abc import Callable, Collection, Mapping, Sequence
from enum import StrEnum
from typing import Any, ClassVar, Generic, NoReturn, Protocol, TypeAlias, TypeVar

import msgspec

from moderator.core.errors import Fact, Problem, Stage
from moderator.core.game import Event, IllegalAmendment
from moderator.core.orders import Order
from moderator.kit.options import OptionFault, detail_of
from moderator.language.grammar.language import Language
from moderator.language.grammar.slots import Name, Slot

Chosen = TypeVar("Chosen", bound=msgspec.Struct)
A = TypeVar("A", bound=Order)


class Refuse(Protocol):
    """Refuses an amendment with a code and facts."""

    def __call__(self, code: StrEnum, **facts: Fact) -> NoReturn:
        """Raise IllegalAmendment."""
        ...


class SetOption(Order, frozen=True, kw_only=True):
    """Set an option that may change in mid-match."""

    syntax: ClassVar[tuple[str, ...]] = ("SET OPTION {key} {value}",)

    key: str
    value: str

    @property
    def option(self) -> str:
        """The key as the options spell it."""
        return self.key.lower().replace("-", "_")


class OptionSet(Event, frozen=True, kw_only=True):
    """The GM changed an option in mid-match."""

    key: str
    value: str


def option_slots(changeable: Sequence[str]) -> dict[str, Slot]:
    """Return the slots of ``SetOption``."""
    return {"key": Name("option", changeable[0]), "value": Name("value", "20")}


def refusal(index: int) -> Refuse:
    """Return the function that refuses the amendment at an index."""

    def refuse(code: StrEnum, **facts: Fact) -> NoReturn:
        raise IllegalAmendment(Problem(code=code, stage=Stage.ILLEGAL, order=index, facts=facts))

    return refuse


def with_option(
    options: Chosen, wish: SetOption, changeable: Sequence[str], refuse: Refuse
) -> tuple[Chosen, OptionSet]:
    """Return the options with one set, and the event of it; a value is read as in TOML, bare words as text."""
    if wish.option not in changeable:
        refuse(OptionFault.NO_SUCH_OPTION, key=wish.key, known=tuple(changeable))
    written = wish.value.lower()
    try:
        read: Any = msgspec.json.decode(written)
    except msgspec.DecodeError:
        read = written
    try:
        changed = msgspec.convert({**msgspec.to_builtins(options), wish.option: read}, type(options))
    except msgspec.ValidationError as error:
        refuse(OptionFault.BAD_OPTION, key=wish.option, detail=detail_of(error, wish.option))
    return changed, OptionSet(key=wish.option, value=written)


class Amendable(Protocol):
    """A position that amendments can change: its options, and a log of what happened."""

    options: Any

    def say(self, event: Event) -> None:
        """Record what happened."""
        ...


Rule: TypeAlias = Callable[[Any, Any, Refuse], None]
"""Carries an amendment out on a position, or refuses it."""


OptionCheck: TypeAlias = Callable[[Any, Any, str, Refuse], None]
"""(table, options, key, refuse): refuses the options with one set anew, if that cannot be meant."""


def _any_option(table: Amendable, options: Any, key: str, refuse: Refuse) -> None:  # noqa: ANN401 - the game's own
    del table, options, key, refuse


class Amendments(Generic[A]):
    """What a GM may change in a game: what there is a rule for, by kind of amendment, and all options not fixed."""

    def __init__(
        self,
        rules: Mapping[type[Any], Rule],
        slots: Mapping[str, Slot],
        options: type[msgspec.Struct],
        fixed: Collection[str],
        check: OptionCheck = _any_option,
    ) -> None:
        """Declare the rules, the slots of their amendments, the game's options, and how a changed option is checked."""
        self._rules, self._check = rules, check
        self._changeable = tuple(name for name in options.__struct_fields__ if name not in fixed)
        kinds: tuple[type[Any], ...] = (*rules, SetOption)
        self.language: Language[A] = Language(kinds, {**slots, **option_slots(self._changeable)})

    def carry_out(self, table: Amendable, amendments: Sequence[A], over: StrEnum | None = None) -> None:
        """Change a position, or raise IllegalAmendment; ``over`` says why nothing can be changed any more."""
        for index, amendment in enumerate(amendments):
            refuse = refusal(index)
            if over:
                refuse(over)
            if isinstance(amendment, SetOption):
                options, change = with_option(table.options, amendment, self._changeable, refuse)
                self._check(table, options, amendment.option, refuse)
                table.options = options
                table.say(change)
            else:
                self._rules[type(amendment)](table, amendment, refuse)


LastTurns: TypeAlias = Callable[[Any, Any], Mapping[str, int]]
"""(turn, options): the last turn that each option makes, of those that make one; the lowest ends the match."""


def ends_the_match(last_turns: LastTurns, timed: Collection[str], idle: StrEnum) -> OptionCheck:
    """Return a check of options that only say when a match ends: refused as ``idle`` where another ends it first."""

    def check(turn: Any, options: Any, key: str, refuse: Refuse) -> None:  # noqa: ANN401 - the rule set's own
        if key not in timed or getattr(turn.options, key) == getattr(options, key):
            return
        before, after = (last_turns(turn, each) for each in (turn.options, options))
        if min(before.values(), default=0) == min(after.values(), default=0):
            by = min(after, key=lambda name: after[name], default="")
            refuse(idle, key=key, by=by, value=after.get(by, 0))

    return check
