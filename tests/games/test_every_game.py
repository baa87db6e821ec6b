"""The laws that every game obeys, tried on matches of random bots and on a small game with secrets."""

import os
import random
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO
from math import ceil, floor
from pathlib import Path
from types import GenericAlias
from typing import Any, NamedTuple, Union

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import Struct
from msgspec.structs import replace
from PIL import Image, ImageChops

from moderator.core.codec import decode, encode
from moderator.core.dice import Dice, Why
from moderator.core.errors import Problem
from moderator.core.game import AnyGame, Chapter, Drawing, Event, Part, Prompt
from moderator.core.language import Language
from moderator.core.orders import Order
from moderator.core.referee import Ruling
from moderator.core.seats import Observer, Seat, Who
from moderator.core.svg import Box
from moderator.games.simulate import Lineup, bot_sheet, play
from moderator.language.grammar.labels import read_label
from moderator.rendering.parts import place
from moderator.rendering.plates import plate
from moderator.rendering.raster import Press, scale
from moderator.service.matches import letterhead
from tests.support.forms import lines_of
from tests.support.law_tables import ALL_GAMES, LONG, TABLES, fingerprint, played
from tests.support.twins import HIDDEN

every_table = pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.proof] if name in LONG else []) for name in TABLES]
)
every_game = pytest.mark.parametrize("key", ALL_GAMES)

ROOT = Path(__file__).parents[2]
CHART_COLUMNS = 60
_AROUND, _FAINT = 12, 24
"""How far around a part ink is looked for, in user units, and how dark it must be to be missed."""
_FILLED = 5
"""How often the gaps of each form are filled anew."""
_NAMED = 11
"""Of so many names that HELP knows, each pair of twins is asked about one."""


class Moment(NamedTuple):
    """One ruling of a match that was played, with what it started from."""

    game: AnyGame
    before: Any
    prompts: Mapping[Seat, Prompt]
    ruling: Ruling
    dice: Dice


def moments(name: str) -> Iterator[Moment]:
    """Go through the rulings of a table's match, each with the dice that it was ruled by."""
    game: AnyGame = TABLES[name].game
    for number, asked in enumerate(played(name).asked):
        before = asked.before
        for ruling in asked.rulings:
            dice = Dice.throwaway(f"laws/{name}/{number}").for_ruling(ruling.number)
            yield Moment(game, before, game.pending(before), ruling, dice)
            before = ruling.state


def some(name: str, count: int) -> list[Moment]:
    """Return at most so many moments, spread over the match."""
    found = list(moments(name))
    return found[:: ceil(len(found) / count)]


def tuple_of(kinds: Sequence[type[Struct]]) -> Any:  # noqa: ANN401 - a type made at run time is Any
    """Return the type of a tuple of such tagged kinds, for reading."""
    return GenericAlias(tuple, (Union[tuple(kinds)], ...))  # noqa: UP007 - made at run time


def everybody(game: AnyGame, state: Any) -> tuple[Who, ...]:  # noqa: ANN401 - the game's own
    """Return all who may look at a position."""
    return (Observer.PUBLIC, Observer.GM, *game.view(state, Observer.GM).seats)


def told(game: AnyGame, state: Any, events: Sequence[Event], who: Who) -> tuple[bytes, bytes]:  # noqa: ANN401 - as above
    """Return what somebody is shown after a ruling in data: view and report."""
    view = game.view(state, who)
    return encode(view), encode(game.report(view, [event for event in events if event.known_to(who)]))


def pictured(game: AnyGame, state: Any, who: Who) -> tuple[str, ...]:  # noqa: ANN401 - as above
    """Return what somebody is shown of a position in pictures: chart and drawings."""
    view = game.view(state, who)
    return game.chart(view), *(drawing.svg for drawing in (*game.draw(view), *further(game, view)))


def further(game: AnyGame, view: Any) -> list[Drawing]:  # noqa: ANN401 - as above
    """Return what is drawn of a position beside its maps: for souvenirs, posters and their markers."""
    posters = [poster for blank in (False, True) if (poster := game.poster(view, blank=blank))]
    walls = [
        each for poster in posters for each in (poster.board, poster.legend, *(it.drawing for it in poster.markers))
    ]
    return [drawing for drawing in (game.course(view), game.miniature(view), *walls) if drawing]


def witnessed(events: Sequence[Event], who: Who) -> bytes:
    """Return what somebody may know of a ruling, without who else knows it."""
    return encode([replace(event, seen_by=None) for event in events if event.known_to(who)])


# ---- the same again ---------------------------------------------------------------------------------------


@every_table
def test_a_match_played_again_is_the_same_match(name: str) -> None:
    """The same sheets and dice lead to the same positions, events and throws."""
    again = play(TABLES[name], f"laws/{name}", most=60)
    assert fingerprint(again) == fingerprint(played(name))


@every_table
def test_each_ruling_replays_from_what_was_recorded_of_it(name: str) -> None:
    """Position, sheets and dice through JSON and back give the same ruling, and play goes on the same from there."""
    for moment in moments(name):
        game, ruling = moment.game, moment.ruling
        before: Any = decode(encode(moment.before), game.state_type)
        orders: Any = decode(encode(ruling.orders), GenericAlias(dict, (str, tuple_of(game.language.orders))))
        assert before == moment.before
        assert orders == ruling.orders
        again = game.resolve(before, orders, moment.dice)
        assert encode(again.state) == encode(ruling.state)
        assert encode(again.events) == encode(ruling.events)
        assert tuple(moment.dice.log) == ruling.throws


@every_table
def test_events_and_views_go_through_json_unchanged(name: str) -> None:
    """What is stored of events and shown of positions reads back as it was."""
    for moment in some(name, 8):
        game, ruling = moment.game, moment.ruling
        assert decode(encode(ruling.events), tuple_of(game.events)) == ruling.events
        for who in everybody(game, ruling.state):
            view = game.view(ruling.state, who)
            assert decode(encode(view), game.view_type) == view


@pytest.mark.proof
def test_matches_are_the_same_in_processes_that_hash_otherwise() -> None:
    """Nothing that is ruled depends on the order of a set."""
    command = [sys.executable, "-m", "tests.support.law_tables"]
    runs = [
        subprocess.Popen(  # noqa: S603 - ourselves
            command, cwd=ROOT, env={**os.environ, "PYTHONHASHSEED": seed}, stdout=subprocess.PIPE, text=True
        )
        for seed in ("1", "2")
    ]
    first, second = (run.communicate()[0] for run in runs)
    assert [run.returncode for run in runs] == [0, 0]
    assert first == second
    assert len(first.splitlines()) == len(TABLES)


# ---- ruling -----------------------------------------------------------------------------------------------


@every_table
def test_resolving_leaves_what_it_is_given_alone(name: str) -> None:
    """Neither the position nor the sheets are changed by a ruling."""
    for moment in some(name, 8):
        before, orders = encode(moment.before), encode(moment.ruling.orders)
        moment.game.resolve(moment.before, moment.ruling.orders, moment.dice)
        assert (encode(moment.before), encode(moment.ruling.orders)) == (before, orders)


@every_table
def test_somebody_is_asked_until_there_is_an_outcome(name: str) -> None:
    """``pending`` is empty exactly when ``outcome`` is there, and only seats of the match are asked."""
    match = played(name)
    game: AnyGame = TABLES[name].game
    for state in (match.start, *(ruling.state for ruling in match.rulings)):
        pending = game.pending(state)
        assert (not pending) == (game.outcome(state) is not None)
        assert set(pending) <= set(TABLES[name].seats)


@every_table
def test_only_who_is_in_play_is_asked(name: str) -> None:
    """A seat that is out is asked nothing, whoever else is; at the beginning nobody is out."""
    game: AnyGame = TABLES[name].game
    if game.playing is not None:
        assert set(game.playing(played(name).start)) == set(game.view(played(name).start, Observer.GM).seats)
        for moment in moments(name):
            assert set(moment.prompts) <= set(game.playing(moment.before))


@every_table
def test_an_outcome_ranks_every_seat_once(name: str) -> None:
    """Winners are seats of the match, and the ranking names each seat exactly once."""
    outcome = played(name).outcome
    assert outcome is not None
    ranked = [seat for rank in outcome.ranking for seat in rank]
    assert sorted(ranked) == sorted(TABLES[name].seats)
    assert set(outcome.winners) <= set(ranked)
    assert outcome.reason


@pytest.mark.parametrize("number", [0, *(pytest.param(number, marks=pytest.mark.proof) for number in (1, 2))])
@every_game
def test_random_play_ends_within_the_stated_number_of_rulings(key: str, number: int) -> None:
    """With default options and the fewest seats, bots that do anything at all come to an end."""
    game = ALL_GAMES[key]
    seats = [spec.name for spec in game.info.seats if not spec.optional]
    seats += [spec.name for spec in game.info.seats if spec.optional][: max(0, 2 - len(seats))]
    match = play(Lineup(game=game, bots=dict.fromkeys(seats, "random")), f"limit/{number}")
    assert match.outcome is not None
    assert len(match.rulings) <= game.info.limit


@every_table
def test_any_orders_are_borne_in_any_phase(name: str) -> None:
    """Sheets of other seats, other turns and other phases, too many orders or none: a ruling comes out of all."""
    chance = Dice.throwaway(f"nonsense/{name}").secret
    heap = [order for moment in moments(name) for sheet in moment.ruling.orders.values() for order in sheet]
    for n, moment in enumerate(some(name, 12)):
        game = moment.game
        sheets = {
            seat: [chance.pick(heap, Why("pick", seats=(seat,), n=100 * n + m)) for m in range(3 * (n % 4))]
            for seat in TABLES[name].seats
        }
        for orders in (sheets, {}, {**sheets, "Nobody": heap[:3]}):
            after = game.resolve(moment.before, orders, Dice.throwaway(f"nonsense/{n}"))
            assert decode(encode(after.state), game.state_type) == after.state
            assert (not game.pending(after.state)) == (game.outcome(after.state) is not None)


# ---- sheets -----------------------------------------------------------------------------------------------


@every_table
def test_what_bots_order_is_legal(name: str) -> None:
    """No line of any bot falls in the check, whatever it is asked."""
    chance = Dice.throwaway(f"bots/{name}").secret
    for n, moment in enumerate(some(name, 6)):
        game = moment.game
        for seat, prompt in moment.prompts.items():
            for bot in game.bots:
                sheet = bot_sheet(game, moment.before, seat, prompt, bot=bot, chance=chance.child(bot, seat, str(n)))
                view = game.view(moment.before, seat)
                assert [p for p in game.check(view, prompt, sheet) if p.falls] == []
                assert all(order.number in prompt.numbers for order in sheet if prompt.numbers)


@every_table
def test_examples_are_what_could_be_sent_and_depend_on_the_view_alone(name: str) -> None:
    """Every seat is shown some; nothing in them is doubted, and the same view has the same ones again."""
    shown = 0
    for moment in some(name, 5):
        game = moment.game
        for seat, prompt in moment.prompts.items():
            view = game.view(moment.before, seat)
            lines = letterhead.examples(game, view, seat, prompt)
            same: Any = decode(encode(view), game.view_type)
            assert letterhead.examples(game, same, seat, prompt) == lines
            read = [(label.label, game.language.parse(label.rest)) for label in map(read_label, lines)]
            orders = [replace(order, number=label) for label, order in read if isinstance(order, Order)]
            assert len(orders) == len(lines)
            assert letterhead.sound(game, view, prompt, orders), lines
            shown += len(lines)
    assert shown


@every_table
def test_what_silence_means_is_legal(name: str) -> None:
    """Defaults pass the check too."""
    for moment in moments(name):
        game = moment.game
        for seat, prompt in moment.prompts.items():
            view = game.view(moment.before, seat)
            orders = game.default(view, prompt, ())
            assert [p for p in game.check(view, prompt, orders) if p.falls] == []


@every_table
def test_what_is_written_reads_back(name: str) -> None:
    """Every order in its canonical words is read as that order."""
    game: AnyGame = TABLES[name].game
    orders = {order for moment in moments(name) for sheet in moment.ruling.orders.values() for order in sheet}
    assert orders
    for order in orders:
        assert game.language.parse(game.language.format(order)) == replace(order, number="")


@every_table
def test_a_polite_word_behind_an_order_changes_nothing(name: str) -> None:
    """Forums refuse a post of one short word, and "PASS PLEASE" is long enough."""
    language: Language[Any] = TABLES[name].game.language
    orders = [order for moment in moments(name) for sheet in moment.ruling.orders.values() for order in sheet]
    for text in {*map(language.format, orders), *(form for form in language.syntax().values() if form.isalpha())}:
        for polite in (f"{text} PLEASE", f"{text}, please!"):
            assert language.parse(polite) == language.parse(text)


@every_game
@settings(max_examples=60)
@given(data=st.data())
def test_rubbish_is_read_calmly(key: str, data: st.DataObject) -> None:
    """Any text is an order or a problem, in the players' language and in the GM's."""
    game = ALL_GAMES[key]
    for language in (game.language, game.gm):
        words = sorted(set(re.findall(r"\w+", " ".join(language.syntax().values())))) or ["x"]
        nearly = st.lists(st.sampled_from([*words, "C4", "4", "-", ";", "\x00", "é", "ORDER", "99999999"]), max_size=9)
        text = data.draw(st.one_of(st.text(max_size=60), nearly.map(" ".join)))
        read = language.parse(text)
        assert isinstance(read, Order | Problem)
        assert isinstance(language.looks_like(text), bool)


# ---- what is written and read -----------------------------------------------------------------------------


def written(key: str, seed: str) -> Iterator[str]:
    """Give lines of every form of every order of a game, with all kinds of optional parts and values."""
    dice = random.Random(seed)  # noqa: S311 - the same lines every time
    language: Any = ALL_GAMES[key].language
    for picture in language.pictures():
        for _ in range(_FILLED):
            yield from lines_of(key, language, picture, dice)


@every_game
def test_what_a_form_prints_is_the_same_order_when_it_is_sent_back(key: str) -> None:
    """Every form of every order type, each optional part kept or left out, whatever fills the gaps."""
    language = ALL_GAMES[key].language
    read = [order for line in written(key, "forms") if (order := language.read(line).order) is not None]
    assert {type(order) for order in read} == set(language.orders)
    for order in read:
        again = language.read(language.format(order))
        assert (again.order, again.problem) == (replace(order, number=""), None)
        assert language.format(again.order) == language.format(order)


@every_game
def test_an_odd_line_that_is_read_is_the_same_order_when_it_is_sent_back(key: str) -> None:
    """Words are left out, said twice and moved about; whatever is still read is written as what it is read from."""
    language, dice = ALL_GAMES[key].language, random.Random("odd")  # noqa: S311 - as above
    for line in written(key, "odd"):
        words = line.lower().split()
        at, other = dice.randrange(len(words)), dice.randrange(len(words) + 1)
        for odd in (words[:at] + words[at + 1 :], [*words[:other], words[at], *words[other:]], sorted(words)):
            order = language.read(" ".join(odd), hints=False).order
            if order is not None:
                assert language.read(language.format(order)).order == order, odd


# ---- secrets ----------------------------------------------------------------------------------------------


def twins(name: str) -> Iterator[tuple[Moment, Who, Any, Mapping[Seat, Sequence[Any]]]]:
    """Go through pairs: a moment and a watcher, and the same with hidden facts or another's orders changed.

    Hidden facts are changed in two ways: to a position supposed from the watcher's view, and by the game's own
    ``HIDDEN`` where it has one. Orders are changed to what another random bot would give.
    """
    for n, moment in enumerate(some(name, 6)):
        game, orders = moment.game, moment.ruling.orders
        for who in everybody(game, moment.before):
            if who is Observer.GM:
                continue
            yield moment, who, game.suppose(game.view(moment.before, who)), orders
            for twin in HIDDEN.get(game.info.key, lambda *_: ())(moment.before, who):
                yield moment, who, twin, orders
            for seat, prompt in moment.prompts.items():
                if seat != who:
                    chance = Dice.throwaway(f"twin/{n}").secret.child(seat)
                    sheet = bot_sheet(game, moment.before, seat, prompt, bot="random", chance=chance)
                    yield moment, who, moment.before, {**orders, seat: sheet}


@every_table
def test_a_supposed_position_fits_the_view_that_it_was_made_from(name: str) -> None:
    """What a seat imagines looks to it exactly like what it sees."""
    for moment in some(name, 8):
        for who in everybody(moment.game, moment.before):
            view = moment.game.view(moment.before, who)
            assert moment.game.view(moment.game.suppose(view), who) == view


@every_table
def test_who_witnessed_the_same_is_shown_the_same(name: str) -> None:
    """Hidden facts and others' hidden orders show in nothing that a seat gets but through events that it witnesses.

    Every twin begins with the same view. If the events that the watcher may know come out alike, so must be
    view, report, chart and map, to the last byte.
    """
    compared = 0
    drawn: set[tuple[int, Who]] = set()
    for moment, who, state, orders in twins(name):
        game, ruling = moment.game, moment.ruling
        assert encode(game.view(state, who)) == encode(game.view(moment.before, who))
        twin = game.resolve(state, orders, moment.dice.for_ruling(ruling.number))
        if witnessed(twin.events, who) != witnessed(ruling.events, who):
            continue
        assert told(game, twin.state, twin.events, who) == told(game, ruling.state, ruling.events, who)
        differ = encode(twin.state) != encode(ruling.state)
        compared += differ
        if differ and (id(ruling), who) not in drawn:
            drawn.add((id(ruling), who))
            assert pictured(game, twin.state, who) == pictured(game, ruling.state, who)
    if TABLES[name].game.info.key == "night-watch" or "fog" in name:
        assert compared > 0, "no pair of twins differed in what is hidden: this law was not tried"


# ---- looking back -----------------------------------------------------------------------------------------


@every_table
def test_every_match_can_be_remembered(name: str) -> None:
    """A caption for each board or none, and if anybody is honoured, everybody is; the same each time."""
    game: AnyGame = TABLES[name].game
    match = played(name)
    chapters = [Chapter(0, game.view(match.start, Observer.GM), ())]
    chapters += [Chapter(n, game.view(each.state, Observer.GM), each.events) for n, each in enumerate(match.rulings, 1)]
    for told in (chapters[:1], chapters[:3], chapters):
        memories = game.remember(told)
        assert len(memories.captions) in {0, len(told)}
        assert {fact.seat for fact in memories.honours} in (set(), set(TABLES[name].seats))
        assert encode(game.remember(told)) == encode(memories)


# ---- looking ahead ----------------------------------------------------------------------------------------


@every_table
def test_any_sheet_can_be_looked_ahead_at(name: str) -> None:
    """Sheets that were played, what silence means, and heaps of anybody's orders: all are foretold in known facts."""
    heap = [order for moment in moments(name) for sheet in moment.ruling.orders.values() for order in sheet]
    for n, moment in enumerate(some(name, 12)):
        game = moment.game
        for seat, prompt in moment.prompts.items():
            view = game.view(moment.before, seat)
            silence = game.default(view, prompt, ())
            for orders in (moment.ruling.orders.get(seat, ()), silence, heap[n * 7 :][:9], ()):
                report = game.preview(view, prompt, orders)
                for section in report.sections:
                    assert section.facts
                    assert decode(encode(section.facts), tuple_of(game.foretold)) == section.facts


def choices(game: AnyGame) -> Iterator[dict[str, Any]]:
    """Give the usual options, then those with one thing otherwise, for all that is a choice of words or a switch."""
    yield {}
    for field in msgspec.inspect.type_info(game.info.options).fields:  # type: ignore[attr-defined]
        match field.type:
            case msgspec.inspect.LiteralType(values=values):
                yield from ({field.encode_name: value} for value in values if value != field.default)
            case msgspec.inspect.BoolType():
                yield {field.encode_name: not field.default}


@every_game
def test_every_topic_is_explained_in_known_facts(key: str) -> None:
    """Each word that HELP knows of the game, and each name below it, however spelt and whatever the options."""
    game = ALL_GAMES[key]
    seats = [spec.name for spec in game.info.seats]
    for options in choices(game):
        view = game.view(game.setup(seats, options, Dice.throwaway(f"topics/{key}")).state, seats[0])
        for word in (*game.topics, *(name for names in game.topics.values() for name in names)):
            told = game.explain(view, word)
            assert told.sections, (options, word)
            if options:
                continue
            assert encode(told) == encode(game.explain(view, f" {word.capitalize()}."))
            for section in told.sections:
                assert decode(encode(section.facts), tuple_of(game.foretold)) == section.facts
        for rubbish in ("", "...", "zzyzx"):
            assert game.explain(view, rubbish).sections == ()


@every_table
def test_looking_ahead_tells_no_more_than_the_view(name: str) -> None:
    """Whatever is hidden, and whatever others order, the same sheet is foretold alike to the last byte."""
    compared = 0
    for moment, who, state, _ in twins(name):
        prompt = moment.prompts.get(str(who))
        if prompt is not None:
            game = moment.game
            orders = moment.ruling.orders.get(str(who), ())
            mine, theirs = (game.preview(game.view(each, who), prompt, orders) for each in (moment.before, state))
            assert encode(mine) == encode(theirs)
            compared += encode(state) != encode(moment.before)
    if TABLES[name].game.info.key == "night-watch" or "fog" in name:
        assert compared > 0, "no pair of twins differed in what is hidden: this law was not tried"


@every_table
def test_explaining_tells_no_more_than_the_view(name: str) -> None:
    """Whatever is hidden, HELP with a word that the game knows is answered alike to the last byte.

    Each pair of twins is asked about all sorts of things and some things by name, the next pair about others.
    """
    game: AnyGame = TABLES[name].game
    named = [each for names in game.topics.values() for each in names]
    compared = 0
    for moment, who, state, _ in twins(name):
        if encode(state) == encode(moment.before):
            continue
        mine, theirs = (game.view(each, who) for each in (moment.before, state))
        for word in (*game.topics, *named[compared % _NAMED :: _NAMED]):
            assert encode(game.explain(mine, word)) == encode(game.explain(theirs, word)), word
        compared += 1
    if game.info.key == "night-watch" or "fog" in name:
        assert compared > 0, "no pair of twins differed in what is hidden: this law was not tried"


# ---- pictures ---------------------------------------------------------------------------------------------


@pytest.mark.proof
@every_table
def test_no_ink_leaves_the_box_of_its_part(name: str) -> None:
    """What stood beyond would be cut off in the picture."""
    press, looked = Press(), set[tuple[Part, float]]()
    for moment in some(name, 2):
        game, state = moment.game, moment.ruling.state
        for drawing in game.draw(game.view(state, everybody(game, state)[-1])):
            for part in drawing.parts:
                if (part, drawing.width) not in looked:
                    looked.add((part, drawing.width))
                    assert not strays(press, drawing, part), part


def strays(press: Press, drawing: Drawing, part: Part) -> bool:
    """Tell whether anything is drawn around a part's box, within the drawing."""
    left, top = floor(part.box.x) - _AROUND, floor(part.box.y) - _AROUND
    width, height = ceil(part.box.width) + 2 * _AROUND, ceil(part.box.height) + 2 * _AROUND
    larger = replace(part, box=Box(left, top, width, height))
    alone = replace(drawing, parts=(larger,), palette=(), left=left, top=top, width=width, height=height)
    with Image.open(BytesIO(press.png(alone))) as image:
        inked = ImageChops.invert(image.convert("L")).point(lambda light: 255 * (light > _FAINT))
    x, y, wide, high, *_ = place(alone, scale(alone), part)
    inked.paste(0, (x, y, x + wide, y + high))
    return inked.getbbox() is not None


@every_table
def test_every_view_draws(name: str) -> None:
    """Public, GM and every seat get drawings that can be printed, and a chart that fits a plain-text letter."""
    for moment in some(name, 4):
        game, state = moment.game, moment.ruling.state
        for who in everybody(game, state):
            view = game.view(state, who)
            drawings = game.draw(view)
            assert drawings
            for drawing in (*drawings, *further(game, view)):
                assert plate(drawing).pieces
                assert drawing.width > 0 < drawing.height
            for drawing in drawings:
                assert set(re.findall(r"#[0-9a-f]{6}\b", drawing.svg)) <= {"#ffffff", *drawing.palette}
            assert max(map(len, game.chart(view).splitlines())) <= CHART_COLUMNS


def test_who_needs_a_game_imports_no_other() -> None:
    """A worker that renders begins sooner without them."""
    shown = "import sys; import moderator.games.rebel_commander; print(*sys.modules)"
    told = subprocess.run([sys.executable, "-c", shown], capture_output=True, text=True, check=True).stdout  # noqa: S603 - our own code
    rooms = {name.split(".")[2] for name in told.split() if name.startswith("moderator.games.")}
    assert rooms == {"rebel_commander"}
