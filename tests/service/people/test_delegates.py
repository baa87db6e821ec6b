"""Somebody else sends orders for a player's seat for a time."""

from collections.abc import Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from moderator.ports import Dispatch
from moderator.service.admin import personal_data
from moderator.service.context import OverridePlan
from moderator.service.facts import Acknowledgement, Memo, Notice, TurnReport
from moderator.service.overrides.apply import apply
from moderator.service.pages import gm as gm_pages
from moderator.store.delegates import in_match
from moderator.store.session import Store
from moderator.store.tables import Outbox
from tests.support.harm import OURS, RENDERER
from tests.support.recruits import is_to
from tests.support.world import World

DORA = "dora@real.test"
ASK = f"DELEGATE {DORA} UNTIL 2026-11-27"


@pytest.fixture
def world(any_store: Store) -> World:
    """Give a match of Ann and Bob that goes on for days."""
    made = World(any_store)
    made.match(schedule="every 48h")
    made.post(RENDERER)
    return made


def to_dora(world: World) -> list[Outbox]:
    """Return the letters to Dora, the oldest first."""
    return [row for row in world.rows() if is_to(world, row, DORA)]


def codes(world: World) -> list[str]:
    """Return what Dora is told, by the codes of her letters that are no reports and no answers."""
    return [getattr(world.facts_of(row), "code", "") for row in to_dora(world) if row.kind == "stranger"]


def writes(world: World, text: str, *, answers: bool = True, sender: str = DORA, **more: Any) -> str:  # noqa: ANN401
    """Let Dora write, mostly in answer to our newest letter; return what became of it."""
    headers = {"In-Reply-To": to_dora(world)[-1].message_id} if answers else {}
    world.put(world.raw(text, f"Dora <{sender}>", headers=headers | more.pop("headers", {}), **more))
    (done,) = world.read()
    return done.verdict


def begun(world: World) -> None:
    """Let Ann ask Dora, and Dora say yes."""
    world.says("Ann", ASK)
    writes(world, "Yes, gladly")


def notices(world: World) -> list[str]:
    """Return the codes of the notices to Ann."""
    rows = [row for row in world.rows("notice") if is_to(world, row, "ann@pbem.test")]
    return [facts.code for row in rows if isinstance(facts := world.facts_of(row), Notice)]


def answer_to(world: World, address: str) -> Acknowledgement:
    """Return the newest answer to an address."""
    row = [row for row in world.rows("acknowledgement") if is_to(world, row, address)][-1]
    facts = world.facts_of(row)
    assert isinstance(facts, Acknowledgement)
    return facts


def delivered(world: World) -> Sequence[Dispatch]:
    """Send what waits, and return what goes to Dora."""
    return [posted.dispatch for posted in world.post(RENDERER) if posted.dispatch.to == (DORA,)]


def code_of(address: str) -> str:
    """Return the secret part of a reply address."""
    return address.partition("@")[0].rpartition(".")[2]


# ---- asking ------------------------------------------------------------------------------------------------------


def test_nobody_speaks_for_a_seat_before_they_agree(world: World) -> None:
    """Dora is asked; what she sends before her yes does not count."""
    world.says("Ann", ASK)
    assert answer_to(world, "ann@pbem.test").answers[0].code == "delegate-asked"
    assert codes(world) == ["delegate-question"]
    writes(world, "SEEK Mill")
    assert (world.order_set("Ann"), codes(world)[-1]) == (None, "delegate-unclear")


def test_whoever_was_handed_the_question_cannot_answer_it(world: World) -> None:
    """The answer comes from the address that was asked, and our server does not doubt it."""
    world.settings(authserv_id=OURS)
    world.says("Ann", ASK)
    writes(world, "YES", sender="eve@evil.test")
    forged = {"Authentication-Results": f"{OURS}; dmarc=fail header.from=real.test"}
    writes(world, "YES", headers=forged)
    assert codes(world) == ["delegate-question"]


def test_both_are_told_and_the_gm_too(world: World) -> None:
    """The GM hears which seat it is, and not who."""
    begun(world)
    assert (codes(world)[-1], notices(world)) == ("delegate-begun", ["delegate-begun"])
    (memo,) = [facts for facts in world.facts("memo") if isinstance(facts, Memo) and facts.code == "delegate-begun"]
    assert (memo.facts["seat"], DORA in str(memo)) == ("Ann", False)
    with world.store.read() as session:
        (line,) = gm_pages.desk(session, world.ctx).matches
    assert [seat for seat, _ in line.delegates] == ["Ann"]


@pytest.mark.parametrize("said", ["NO", "No, sorry"])
def test_a_no_is_told(world: World, said: str) -> None:
    """Ann may ask somebody else."""
    world.says("Ann", ASK)
    writes(world, said)
    assert (codes(world)[-1], notices(world)) == ("delegate-declined", ["delegate-declined"])


@pytest.mark.parametrize("address", ["bob@pbem.test", "BOB+games@pbem.test", "gm@pbem.test"])
def test_who_knows_the_match_from_another_side_cannot_and_nobody_learns_it(world: World, address: str) -> None:
    """They are told why; Ann is told what she is told after a no, and her question is answered as any other."""
    world.says("Ann", ASK.replace(DORA, address))
    asked = answer_to(world, "ann@pbem.test").answers[0]
    assert asked.code == "delegate-asked"
    row = next(row for row in world.rows("stranger") if row.to == address.lower())
    headers = {"In-Reply-To": row.message_id}
    world.put(world.raw("YES", address, headers=headers))
    world.read()
    told = [getattr(world.facts_of(each), "code", "") for each in world.rows("stranger") if each.to == address.lower()]
    assert (told[-1], notices(world)) == ("delegate-barred", ["delegate-declined"])


def test_a_match_may_allow_other_players_or_nobody(world: World) -> None:
    """By the key delegates of the match."""
    with world.store.write() as session:
        match = session.merge(world.the_match())
        match.settings = replace(match.settings, delegates="anybody")
    world.says("Ann", ASK.replace(DORA, "bob@pbem.test"))
    row = world.rows("stranger")[-1]
    world.put(world.raw("YES", "bob@pbem.test", headers={"In-Reply-To": row.message_id}))
    world.read()
    assert notices(world) == ["delegate-begun"]
    with world.store.write() as session:
        match = session.merge(world.the_match())
        match.settings = replace(match.settings, delegates="off")
    world.says("Ann", ASK)
    assert answer_to(world, "ann@pbem.test").answers[0].code == "delegate-closed"


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (f"DELEGATE {DORA} UNTIL 2026-11-01", "date"),
        (f"DELEGATE {DORA} UNTIL 2027-11-01", "date"),
        (f"DELEGATE {DORA} UNTIL 13-45", "date"),
        ("DELEGATE ann@pbem.test UNTIL 11-27", "address"),
        ("DELEGATE moderator@pbem.test UNTIL 11-27", "address"),
        (f"DELEGATE {DORA} UNTIL 11-27 endor", "match"),
    ],
)
def test_what_is_wrong_is_said(world: World, line: str, why: str) -> None:
    """And nobody is asked."""
    world.says("Ann", line)
    answer = answer_to(world, "ann@pbem.test").answers[0]
    assert (answer.code, answer.facts["why"], codes(world)) == ("delegate-unclear", why, [])


def test_three_people_are_asked_a_day(world: World) -> None:
    """The newest of them takes the place of those before."""
    for name in ("emil", "finn", "gus", "dora"):
        world.says("Ann", f"DELEGATE {name}@real.test UNTIL 11-27")
    assert answer_to(world, "ann@pbem.test").answers[0].code == "delegate-many"
    with world.store.read() as session:
        assert [row.address for row in in_match(session, 1)] == ["gus@real.test"]


# ---- sending -----------------------------------------------------------------------------------------------------


def test_orders_count_and_both_read_what_came_of_them(world: World) -> None:
    """Dora is answered, at an address of her own; Ann gets a copy with the receipt, and no other seat learns of it."""
    begun(world)
    world.post(RENDERER)
    writes(world, "SEEK Mill")
    assert world.order_set("Ann") == ["SEEK Mill"]
    hers, copy = answer_to(world, DORA), answer_to(world, "ann@pbem.test")
    assert (hers.receipt, copy.facts["delegate"]) == (copy.receipt, DORA)
    posted = [each.dispatch for each in world.post(RENDERER)]
    assert sorted(each.to[0] for each in posted) == ["ann@pbem.test", DORA]
    (letter,) = [each for each in posted if each.to == (DORA,)]
    assert code_of(world.tag("Ann")) not in f"{letter}"
    assert letter.references == (letter.in_reply_to,)
    assert "DELEGATE OFF" in next(each for each in posted if each.to != (DORA,)).words.text


def test_her_reply_address_works_without_a_thread_and_only_for_her(world: World) -> None:
    """As of a mail program that opens a new letter; from anywhere else it is nobody's."""
    begun(world)
    letter = delivered(world)[-1]
    writes(world, "SEEK Mill", answers=False, to=letter.reply_to)
    assert world.order_set("Ann") == ["SEEK Mill"]
    writes(world, "SEEK Gate", answers=False, to=letter.reply_to, sender="eve@evil.test")
    assert world.order_set("Ann") == ["SEEK Mill"]


def test_questions_bring_the_player_no_copy(world: World) -> None:
    """Only what changes something does."""
    begun(world)
    before = len([row for row in world.rows("acknowledgement") if is_to(world, row, "ann@pbem.test")])
    writes(world, "STATUS\nMAP\nORDERS\nHELP")
    assert [each.code for each in answer_to(world, DORA).answers][:2] == ["status", "map"]
    assert len([row for row in world.rows("acknowledgement") if is_to(world, row, "ann@pbem.test")]) == before


@pytest.mark.parametrize(
    "line",
    [
        *("HISTORY", "SINCE", "RESEND", "PRESS TO Bob: hello", "DESK", "TAG NEW", "SET ADDRESS eve@evil.test"),
        *("SET ZONE UTC", "RESIGN", "DRAW", "EXTEND 24h", "VACATION 2026-12-01 2026-12-02", "MATCHES", "JOIN endor"),
        *("DELEGATE eve@evil.test UNTIL 11-27", "DELEGATE OFF", "DELEGATE", "UNSUBSCRIBE", "STANDBY", "PROPOSE"),
    ],
)
def test_what_is_the_players_alone_is_refused(world: World, line: str) -> None:
    """Nothing older, nothing between players, and nothing that lasts."""
    begun(world)
    before = [row.id for row in world.rows() if not is_to(world, row, DORA)]
    writes(world, line)
    assert [each.code for each in answer_to(world, DORA).answers] == ["delegate-may-not"]
    others = [row for row in world.rows() if not is_to(world, row, DORA) and row.id not in before]
    assert all(row.kind == "acknowledgement" for row in others)


def test_reports_come_of_turns_in_that_time_alone(world: World) -> None:
    """With a form of her own, and nothing about what was before; the last report of the match does not come."""
    begun(world)
    delivered(world)
    world.says("Bob", "SEEK Mill")
    apply(world.store, world.ctx, OverridePlan(name="run", match="hoth", lines=("RESOLVE",)))
    world.look()
    (letter,) = delivered(world)
    seat = next(row for row in world.rows("turn-report") if is_to(world, row, "ann@pbem.test"))
    assert letter.feedback_id.split(":")[1] == "delegated-report"
    told, own = world.facts_of(to_dora(world)[-1]), world.facts_of(seat)
    assert isinstance(told, TurnReport)
    assert isinstance(own, TurnReport)
    assert (told.report, told.head.player, told.course, told.missed) == (own.report, "", None, ())
    assert told.form is not None
    assert (told.form.reply_to, code_of(world.tag("Ann")) in f"{letter}") == (letter.reply_to, False)
    writes(world, "SEEK Mill", answers=False, to=letter.reply_to)
    assert world.order_set("Ann") == ["SEEK Mill"]
    apply(world.store, world.ctx, OverridePlan(name="end", match="hoth", lines=("END",)))
    assert [each.feedback_id for each in delivered(world) if "report" in each.feedback_id] == []


def test_strict_trust_wants_a_delegate_proved_as_a_player(world: World) -> None:
    """By our own mail server; a letter that is not proved is answered, once a day, and does nothing."""
    begun(world)
    world.settings(authserv_id=OURS, trust="strict")
    letter = to_dora(world)[-1].message_id
    for _ in range(2):
        writes(world, "SEEK Mill", answers=False, headers={"In-Reply-To": letter})
    assert (world.order_set("Ann"), codes(world).count("delegate-unsure")) == (None, 1)
    proof = {"In-Reply-To": letter, "Authentication-Results": f"{OURS}; dmarc=pass header.from=real.test"}
    writes(world, "SEEK Mill", answers=False, headers=proof)
    assert world.order_set("Ann") == ["SEEK Mill"]


def test_our_servers_word_is_enough_for_the_delegate_of_one_seat(world: World) -> None:
    """A new letter to our own address, with no thread and no tag."""
    world.settings(authserv_id=OURS)
    begun(world)
    writes(world, "SEEK Mill", answers=False)
    assert world.order_set("Ann") is None
    proof = {"Authentication-Results": f"{OURS}; dmarc=pass header.from=real.test"}
    writes(world, "SEEK Mill", answers=False, headers=proof)
    assert world.order_set("Ann") == ["SEEK Mill"]


def test_a_delegate_sends_so_many_letters_an_hour(world: World) -> None:
    """And uses up none of the player's."""
    begun(world)
    world.settings(limits=replace(world.ctx.settings.limits, letters_per_hour=3))
    verdicts = [writes(world, f"SEEK {place}") for place in ("Mill", "Gate", "Mill")]
    assert verdicts[-1] == "over-limit"
    assert world.says("Ann", "SEEK Mill").verdict != "over-limit"


# ---- the end -----------------------------------------------------------------------------------------------------


def test_it_lapses_by_itself(world: World) -> None:
    """At the end of the day in the player's zone; a late letter is told so, and changes nothing."""
    begun(world)
    letter = delivered(world)[-1]
    world.move(hours=24 * 8)
    writes(world, "SEEK Mill")
    assert (world.order_set("Ann"), codes(world)[-1]) == (None, "delegate-over")
    writes(world, "SEEK Mill", answers=False, to=letter.reply_to)
    assert world.order_set("Ann") is None


@pytest.mark.parametrize("line", ["DELEGATE OFF", "DELEGATE emil@real.test UNTIL 11-27"])
def test_the_player_ends_it(world: World, line: str) -> None:
    """Dora is told, and her orders stay."""
    begun(world)
    writes(world, "SEEK Mill")
    world.says("Ann", line)
    assert codes(world)[-1] == "delegate-ended"
    writes(world, "SEEK Gate")
    assert (world.order_set("Ann"), codes(world)[-1]) == (["SEEK Mill"], "delegate-over")


def test_a_new_player_of_the_seat_has_no_delegate(world: World) -> None:
    """It was between two people."""
    begun(world)
    line = 'REPLACE Ann WITH "Zoe" zoe@pbem.test'
    apply(world.store, world.ctx, OverridePlan(name="replace", match="hoth", lines=(line,)))
    writes(world, "SEEK Mill")
    assert (world.order_set("Ann"), codes(world)[-1]) == (None, "delegate-over")


def test_a_delegate_who_gets_a_seat_of_the_match_is_none_any_more(world: World) -> None:
    """The player is told nothing: it would tell who has the seat."""
    begun(world)
    line = f'REPLACE Bob WITH "Zoe" {DORA}'
    apply(world.store, world.ctx, OverridePlan(name="replace", match="hoth", lines=(line,)))
    before = notices(world)
    asked = next(row for row in to_dora(world) if row.key.startswith("delegate:begun"))
    writes(world, "SEEK Mill", answers=False, headers={"In-Reply-To": asked.message_id})
    assert (world.order_set("Ann"), codes(world)[-1]) == (None, "delegate-barred")
    assert notices(world) == before


def test_delegate_alone_tells_who_may(world: World) -> None:
    """Nobody, somebody who was asked, somebody who said yes."""
    told = []
    for step in (lambda: None, lambda: world.says("Ann", ASK), lambda: writes(world, "YES")):
        step()
        world.says("Ann", "DELEGATE")
        facts = answer_to(world, "ann@pbem.test").answers[0].facts
        told.append((facts["address"], facts.get("agreed")))
    assert told == [("", None), (DORA, 0), (DORA, 1)]


@pytest.mark.parametrize("whose", ["ann@pbem.test", DORA])
def test_it_is_exported_and_erased(world: World, whose: str) -> None:
    """For the player and the delegate."""
    begun(world)
    writes(world, "SEEK Mill")
    with world.store.write() as session:
        data = personal_data.export(session, world.ctx, whose)
        assert [each["delegate"] for each in data["delegates"]] == [DORA]
        personal_data.erase(session, world.ctx, whose)
        assert in_match(session, 1) == []
    left = "".join(str(world.facts_of(row)) for row in world.rows() if row.kind != "turn-report")
    assert {DORA: DORA, "ann@pbem.test": "Anna"}[whose] not in left


def test_no_other_seat_learns_of_it(world: World) -> None:
    """Bob's letters are the same, whether or not Ann has somebody to help her."""
    begun(world)
    writes(world, "SEEK Mill\nWAIT")
    world.says("Bob", "STATUS")
    assert "dora" not in str(answer_to(world, "bob@pbem.test")).lower()
