"""Lines read as orders.

Reading is generous where that is safe: noise, case, spacing, punctuation, synonyms, shorthand, unambiguous beginnings
of words, and one typo in a word of orders that leaves one order only. It is never a guess: what needs another
correction is a problem that offers it.
"""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from moderator.core.errors import Fact, Problem, Stage
from moderator.core.language import Reading
from moderator.core.orders import O
from moderator.language.faults import LanguageFault, bad, missing
from moderator.language.grammar.forms import TOWARDS, Failure, Form, Gap, Match, Tokens, write
from moderator.language.grammar.lexicon import FILLER, HEDGES, STORY, TURNING, WISHES
from moderator.language.grammar.meant import Suggestions
from moderator.language.grammar.typos import Typo, glued_in, typos_in
from moderator.language.grammar.vocabulary import Refused
from moderator.language.grammar.words import Line, has_blank

_PAUSE = re.compile(r"[.!,:()\u2013\u2014-]")
_SEVERAL, _LISTED = 2, 10
_LONGEST_SLIPPED = 30
"""Words of a line that may be an order but for a typo; orders with several cards or conditions are long."""


class _Tail(NamedTuple):
    """A form that fits, and the words after it that say something."""

    form: Form
    match: Match
    left: tuple[int, ...]


def asks(text: str) -> bool:
    """Tell whether a line ends in a question mark."""
    return ("?" in text or "\uff1f" in text) and text.rstrip(" \t'\")").endswith(("?", "\uff1f"))


class Parser(Suggestions[O]):
    """Reads single lines as orders; made by its subclass ``Language``."""

    def parse(self, text: str) -> O | Problem:
        """Read one instruction without its label; a typo is not passed over, a doubt about a good order is dropped."""
        reading = self._lawfully(self._line(text))
        if reading.order is not None:
            return reading.order
        if reading.problem is None:
            raise AssertionError("a reading without order has a problem")
        return self._told(reading.problem)

    def read(self, text: str, *, hints: bool = True) -> Reading[O]:
        """Read one instruction without its label, with the doubt about it or the typo in it if there is one.

        ``hints=False`` spares the search for what was meant, for lines that nobody will be told about.
        """
        line = self._line(text)
        reading = self._reading(line, hints=False)
        if reading.order is None and hints:
            reading = self._in_other_words(line) or self._without_typo(line) or self._lawfully(line)
        return reading if reading.problem is None else replace(reading, problem=self._told(reading.problem))

    def _told(self, problem: Problem) -> Problem:
        """Return a problem in the language to write in."""
        if self._tongue is None:
            return problem
        facts = {name: self._told_fact(fact) for name, fact in problem.facts.items()}
        return replace(problem, hints=tuple(map(self._told_hint, problem.hints)), facts=facts)

    def _told_hint(self, hint: str) -> str:
        """Return a suggestion in the language to write in; free text in an order stays as it is."""
        order = None if has_blank(hint) else self.attempt(hint)
        return self.say(hint) if order is None else self.format(order)

    def _told_fact(self, fact: Fact) -> Fact:
        if isinstance(fact, str):
            return self.say(fact)
        return tuple(map(self.say, fact)) if isinstance(fact, tuple) else fact

    def _lawfully(self, line: Line) -> Reading[O]:
        """Read a line as it stands, with the suggestions that leave nothing out of it."""
        reading = self._reading(line, hints=True)
        return reading if reading.problem is None else Reading(reading.order, self.lawful(line.raw, reading.problem))

    def _reading(self, line: Line, *, hints: bool) -> Reading[O]:
        """Read a line as it stands."""
        counted = self._with_counts_first(line)
        tokens = self._tokens(counted)
        if tokens is None:
            order = self._bare_order(line)
            return Reading(order) if order is not None else Reading(None, self._unknown(counted, hints=hints))
        reading = self._read(tokens, hints=hints)
        if counted is line or reading.problem is None:
            return reading
        begin = reading.problem.column or 0
        fragment = line.raw[begin : begin + len(reading.problem.fragment)]
        return Reading(reading.order, replace(reading.problem, fragment=fragment))

    def _with_counts_first(self, line: Line) -> Line:
        """Return a line with the numbers that have a times sign as plain numbers before their units.

        What may also be a place is one where the line is an order so.
        """
        text = self._counts.plain(line.raw)
        turned = self._counts.loosely(text)
        if turned != text and not self._is_plain(self._line(text)):
            text = turned
        return line if text == line.raw else self._line(text)

    def _is_plain(self, line: Line) -> bool:
        """Tell whether a line is an order without any doubt, as it stands."""
        tokens = self._tokens(line)
        reading = None if tokens is None else self._read(tokens, hints=False)
        return reading is not None and reading.order is not None and reading.problem is None

    def _bare_order(self, line: Line) -> O | None:
        """Return the order of a line that holds nothing but what follows a verb that may always be left out."""
        for verb in self._bare if line.words and not asks(line.raw) else ():
            tokens = Tokens(line, [verb, *line.words], [0, *range(len(line.words))])
            for form in self._forms[verb]:
                got = form.match(tokens, self._lexicon.canon, self._noise) if len(form.rest) == 1 else None
                if isinstance(got, Match) and not self._telling_words(tokens.words, got.end):
                    return form.kind(**got.values)  # type: ignore[operator, no-any-return]
        return None

    def _nearly_bare(self, line: Line) -> tuple[str, ...]:
        """Return the lines that are probably meant by one of such orders with a word in it that is no value."""
        for verb in self._bare:
            tokens = self._tokens(self._line(f"{verb} {line.raw}"))
            problem = None if tokens is None else self._read(tokens, hints=True).problem
            if problem is not None and (problem.column or 0) > len(verb) + 1:
                return tuple(hint for hint in problem.hints if not has_blank(hint))
        return ()

    def _in_other_words(self, line: Line) -> Reading[O] | None:
        """Return the answer to a line that means orders and is none."""
        answer = self._orders_in_other_words(self._with_counts_first(line))
        if answer is None:
            return None
        problem = self._problem(LanguageFault.OTHER_WORDS, Tokens(line, line.words), (0, len(line.words)), answer.hints)
        problem = self.lawful(line.raw, replace(problem, together=answer.together))
        return Reading(None, problem) if problem.hints else None

    def _without_typo(self, line: Line) -> Reading[O] | None:
        """Return the only order that a line can be with one typo in a word of orders undone, with a note of it."""
        words = [word for word in line.words if word not in self._noise and word not in FILLER]
        if self._strict or not 0 < len(words) <= _LONGEST_SLIPPED:
            return None
        found: dict[O, Typo] = {}
        typos = typos_in(line, self._lexicon) if len(words) >= _SEVERAL else ()
        for typo in (*typos, *glued_in(line, self._lexicon)):
            order = self._plain_order(typo.text)
            if order is not None and self._is_spelt(type(order), typo.meant):
                found.setdefault(order, typo)
        if len(found) != 1:
            return None
        order, typo = found.popitem()
        if type(order).rash:
            return None
        facts: dict[str, Fact] = {"meant": typo.meant, "order": self.format(order)}
        tokens = Tokens(line, line.words)
        return Reading(
            order, self._problem(LanguageFault.READ_AS, tokens, (typo.at, typo.at + 1), (), facts, stage=Stage.NOTED)
        )

    def _is_spelt(self, kind: type[O], meant: str) -> bool:
        """Tell whether words without a typo are all of a kind of order, but for those that are places."""
        words = (self._lexicon.canon.get(word, word) for word in self._line(meant).words)
        return all(word in self._spelt[kind] or not word.isalpha() for word in words)

    def _plain_order(self, text: str) -> O | None:
        """Return the order that a line is without any doubt."""
        reading = self.read(text, hints=False)
        return reading.order if reading.problem is None else None

    def _read(self, tokens: Tokens, *, hints: bool) -> Reading[O]:
        """Read words from a verb on."""
        canon = self._lexicon.meanings_of(tokens.words, self._noise)
        words, verb = tokens.words, canon[tokens.words[0]]
        present = {canon.get(word, word) for word in words}
        for variant in filter(None, (tokens, self._origin_first(tokens))):
            for form in self._refusals_first[verb]:
                if form.needs <= present:
                    got = form.match(variant, canon, self._noise)
                    if isinstance(got, Match) and (
                        got.end == len(words) or not self._telling_words(variant.words, got.end)
                    ):
                        return self._order_of(form, got, variant)
        return self._nearest(self._forms[verb], tokens, canon, hints=hints)

    def _origin_first(self, tokens: Tokens) -> Tokens | None:
        """Return words with the place of origin put before the goal, None if it does not stand behind it."""
        words = tokens.words
        if "FROM" not in words or (back := words.index("FROM")) < _SEVERAL:
            return None
        goal = next((at for at in range(back - 1, 0, -1) if self._place_at(words[at:back]) == back - at), None)
        if goal is None:
            return None
        goal -= words[goal - 1] in TOWARDS
        end = back + 1 + self._place_at(words[back + 1 :])
        order = [*range(goal), *range(back, end), *range(goal, back), *range(end, len(words))]
        return Tokens(tokens.line, [words[at] for at in order], [tokens.origin(at) for at in order])

    def _nearest(self, forms: Sequence[Form], tokens: Tokens, canon: Mapping[str, str], *, hints: bool) -> Reading[O]:
        """Read a line that no form fits to the end by the form that comes furthest."""
        failures: list[tuple[Failure, Form]] = []
        tail: _Tail | None = None
        for form in forms:
            got = form.match(tokens, canon, self._noise)
            if isinstance(got, Match):
                left = self._telling_words(tokens.words, got.end)
                if tail is None or left[0] > tail.left[0]:
                    tail = _Tail(form, got, left)
            else:
                failures.append((got, form))
        plain = [failure for failure in failures if not isinstance(failure[1].kind, Refused)]
        failed = max(plain or failures, key=lambda failure: failure[0].at, default=None)
        if tail is None or (failed is not None and failed[0].at > tail.left[0]):
            unfinished = failed
        else:
            end = tail.match.end
            unfinished = next((one for one in failures if one[1].begins_part(one[0], tokens.words, canon, end)), None)
        if unfinished is not None:
            problem = self._failure_problem(*unfinished, tokens, hints=hints)
            return Reading(
                None, problem if tail is None else self._without_shorter_order(problem, unfinished[1], tail, tokens)
            )
        if tail is None:
            raise AssertionError("a verb has at least one form")
        if failed is not None and (near := self._nearly_filled(failed[0], tokens)):
            return Reading(None, replace(self._failure_problem(*failed, tokens, hints=False), hints=near))
        return self._with_tail(tail, tokens, canon, hints=hints)

    def _without_shorter_order(self, problem: Problem, form: Form, tail: _Tail, tokens: Tokens) -> Problem:
        """Take out of the suggestions the order that leaves out the part that was begun."""
        if isinstance(tail.form.kind, Refused):
            return problem
        shorter = self.format(tail.form.kind(**tail.match.values))  # type: ignore[operator]
        hints = tuple(hint for hint in problem.hints if hint != shorter)
        return replace(problem, hints=hints or self._made_of((form,), tokens.words) or (self._picture(form),))

    def attempt(self, text: str) -> O | None:
        """Read one instruction if it is one; the quick way for lines that mostly are not."""
        line = self._with_counts_first(self._line(text))
        tokens = self._tokens(line)
        return self._bare_order(line) if tokens is None else self._read(tokens, hints=False).order

    def _order_of(self, form: Form, match: Match, tokens: Tokens) -> Reading[O]:
        """Make the order of a form that fits to the end."""
        if isinstance(form.kind, Refused):
            return Reading(None, self._refusal_problem(form.kind, match, tokens))
        order: O = form.kind(**match.values)  # type: ignore[operator]
        if asks(tokens.line.raw) and form.kind not in self._askable and not form.open_ended:
            return Reading(
                None, self._problem(LanguageFault.QUESTION, tokens, (0, len(tokens.words)), (self.format(order),))
            )
        return Reading(order)

    def _refusal_problem(self, refused: Refused, match: Match, tokens: Tokens) -> Problem:
        """Answer a form that is understood and not admitted."""
        written = [write(elements, match.values, {}) for elements in refused.hints]
        orders = (hint if has_blank(hint) else self.attempt(hint) for hint in written)
        hints = tuple(order if isinstance(order, str) else self.format(order) for order in orders if order is not None)
        facts: dict[str, Fact] = {
            name: value if isinstance(value, int) else str(value) for name, value in match.values.items()
        }
        times = match.values.get(refused.refusal.times)
        again = isinstance(times, int) and 1 < times < _LISTED and len(hints) == 1
        hints *= times if isinstance(times, int) and again else 1
        problem = self._problem(refused.refusal.code, tokens, (0, len(tokens.words)), hints, facts)
        return replace(problem, together=again or refused.refusal.together)

    def _with_tail(self, tail: _Tail, tokens: Tokens, canon: Mapping[str, str], *, hints: bool) -> Reading[O]:
        """Read an order with words after it: chatter is noted, what could change its meaning makes it fall."""
        if isinstance(tail.form.kind, Refused):
            return Reading(None, self._refusal_problem(tail.form.kind, tail.match, tokens))
        order: O = tail.form.kind(**tail.match.values)  # type: ignore[operator]
        code, falls = self._fault_of_tail(tail, tokens, canon)
        if code is None:
            return Reading(order)
        span = (tail.left[0], tail.left[-1] + 1)
        if times := self.times(tokens.line.fragment(tokens.origin(span[0]), tokens.origin(span[1] - 1) + 1)):
            again = self._problem(LanguageFault.SEVERAL_ORDERS, tokens, span, (self.format(order),) * times)
            return Reading(None, replace(again, together=True))
        if not falls:
            return Reading(order, self._problem(code, tokens, span, stage=Stage.DOUBTFUL))
        turned = any(tokens.words[at] in TURNING for at in tail.left)
        offered = () if turned or not hints else self._without_losses(tokens.line, (self.format(order),))
        if not (turned or offered) and hints:
            offered = self._without_losses(tokens.line, self._repairs(tokens.words))
        several = (self._several(tokens.line) or self._orders_in_list(tokens.line)) if hints else ()
        if len(several) > 1 and code == LanguageFault.NOT_PLAIN:
            offered = tuple(hint for hint in several if not has_blank(hint)) or offered
        elif len(several) > 1 and code in (LanguageFault.SEVERAL_ORDERS, LanguageFault.EXTRA_WORDS):
            # Not read, whole as they may be: a comma or "and" also stands before an afterthought or a second choice.
            return Reading(
                None, replace(self._problem(LanguageFault.SEVERAL_ORDERS, tokens, span, several), together=True)
            )
        return Reading(None, self._problem(code, tokens, span, offered))

    def _fault_of_tail(
        self, tail: _Tail, tokens: Tokens, canon: Mapping[str, str]
    ) -> tuple[LanguageFault | None, bool]:
        """Return what is wrong with the words after an order (None: nothing), and whether it falls by it."""
        words = [tokens.words[at] for at in tail.left]
        runs_on = not _PAUSE.search(tokens.line.gap(tokens.origin(tail.match.end)))
        if any(word in HEDGES for word in words) or (runs_on and words[0] in STORY):
            return LanguageFault.NOT_PLAIN, True
        if any(canon.get(word) in self._lexicon.verbs for word in words):
            return LanguageFault.SEVERAL_ORDERS, True
        if asks(tokens.line.raw):
            return LanguageFault.QUESTION, True
        if not self._strict and all(word in FILLER for word in words):
            return None, False
        if tail.form.gapless:
            return LanguageFault.EXTRA_WORDS, True
        return LanguageFault.EXTRA_WORDS, self._strict or any(self._tells(tokens.words, at) for at in tail.left)

    def _failure_problem(self, failure: Failure, form: Form, tokens: Tokens, *, hints: bool) -> Problem:
        """Tell where the form that came furthest stopped, and what belongs there."""
        at, expected = failure
        facts: dict[str, Fact] = {"syntax": self._picture(form)}
        last = at + 1
        if isinstance(expected, Gap):
            noun = expected.slot.noun
            facts |= {"gap": expected.name, "example": expected.slot.example()}
            choices = tuple(map(str, expected.slot.values()))
            if 0 < len(choices) <= _LISTED:
                facts["choices"] = choices
            if at < len(tokens.words) and len(tokens.words[at]) == 1 and tokens.words[at].isalpha():
                last += at + 1 < len(tokens.words) and tokens.words[at + 1].isdecimal()
            code = missing(noun) if at >= len(tokens.words) else bad(noun)
        else:
            facts["expected"] = expected
            code = LanguageFault.INCOMPLETE if at >= len(tokens.words) else LanguageFault.UNKNOWN_WORD
        near = self._nearly_filled(failure, tokens) if hints and not self._strict else ()
        if hints and not near and not self._strict and (listed := self._orders_in_list(tokens.line)):
            span = (0, len(tokens.words))
            return replace(self._problem(LanguageFault.SEVERAL_ORDERS, tokens, span, listed), together=True)
        if near and isinstance(expected, Gap):
            last = max(last, at + self._nearly(expected.slot, tokens, at)[0])
        found = near or (self._without_losses(tokens.line, self._repairs(tokens.words)) if hints else ())
        if hints and not found and not isinstance(form.kind, Refused):
            found = self._without_losses(tokens.line, self._made_of((form,), tokens.words))
        return self._problem(code, tokens, (at, last), found or (self._picture(self._plainest(form, tokens)),), facts)

    def _plainest(self, form: Form, tokens: Tokens) -> Form:
        """Return the shortest form of the same order that has every word of it that was written."""
        written = form.needs & {self._lexicon.canon.get(word, word) for word in tokens.words}
        same = [each for each in self._forms[form.verb] if each.kind is form.kind and written <= each.needs]
        return min(same, key=lambda each: len(each.rest), default=form)

    def _refused_wish(self, line: Line) -> Problem | None:
        """Return the stated answer to a line that says first that somebody wants it ("we attack F7")."""
        wished = next((at for at, word in enumerate(line.words) if word not in WISHES), 0)
        tokens = self._tokens(line.behind(wished)) if wished else None
        problem = None if tokens is None else self._read(tokens, hints=True).problem
        return problem if problem is not None and problem.code in self._refusals else None

    def _unknown(self, line: Line, *, hints: bool) -> Problem:
        """Tell that a line begins with nothing that is an order."""
        tokens = Tokens(line, line.words)
        if not line.words:
            return self._problem(LanguageFault.EMPTY, tokens, (0, 0))
        if hints and (refused := self._refused_wish(line)) is not None:
            return refused
        first = self._first(line.words)
        begins = self._lexicon.canon.get(line.words[first]) in self._lexicon.verbs
        whole = self._probable_order(line, first if begins else None) if hints else None
        if hints and whole is None and (listed := self._orders_in_list(line)):
            return replace(
                self._problem(LanguageFault.SEVERAL_ORDERS, tokens, (0, len(line.words)), listed), together=True
            )
        found: tuple[str, ...] = (self.format(whole),) if whole is not None else ()
        if whole is None and hints:
            found = self._nearly_bare(line) or self._without_losses(line, self._repairs(line.words))
        foreign = self._foreign_verb(line.words)
        if foreign is not None:
            meant: dict[str, Fact] = {"meant": self._foreign[line.words[foreign]]}
            return self._problem(LanguageFault.FOREIGN_ORDER, tokens, (foreign, foreign + 1), found, meant)
        if begins:
            return self._problem(LanguageFault.NOT_PLAIN, tokens, (0, first + 1), found)
        verbs = tuple(dict.fromkeys(form.verb for form in self._plain))
        facts: dict[str, Fact] = {"verbs": verbs} if not found and len(verbs) <= _LISTED else {}
        return self._problem(LanguageFault.UNKNOWN_ORDER, tokens, (first, first + 1), found, facts)
