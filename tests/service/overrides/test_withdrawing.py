"""A match that was begun by mistake, or only bounced, is withdrawn before its first turn, and its name used again."""

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from moderator.rendering.mail import MailRenderer
from moderator.service import tags
from moderator.service.audit.verify import verify_letters, verify_match
from moderator.service.context import MatchPlan, OverridePlan, SeatPlan
from moderator.service.matches import matches, names
from moderator.service.overrides.apply import Applied, OverrideStatus, apply
from moderator.service.overrides.decisions import AlreadyRefusedError, OverrideError, RefusedError
from moderator.store import people_queries
from moderator.store.statuses import MatchStatus
from moderator.testing.memory import SentLetter
from tests.rendering.samples import Still
from tests.support.world import ANN_AND_BOB, World

RENDERER = MailRenderer(Still())
PLAN = MatchPlan(
    name="hoth", game="night-watch", schedule="every 48h", zone="UTC", options={}, seats=tuple(ANN_AND_BOB)
)
CORRECTED = replace(PLAN, seats=(PLAN.seats[0], SeatPlan(seat="Bob", player="Robert", addresses=("rob@pbem.test",))))


def _do(world: World, *lines: str, name: str = "oops", dry_run: bool = False) -> Applied:
    plan = OverridePlan(name="" if dry_run else name, match="hoth", lines=lines)
    return apply(world.store, world.ctx, plan, dry_run=dry_run)


def _reads(world: World, *plans: MatchPlan) -> set[str]:
    """Let the file be read with these matches; return the names that became free."""
    with world.store.write() as session:
        return names.give_up(session, world.ctx, plans)


def _anew(world: World) -> None:
    _reads(world, CORRECTED)
    with world.store.write() as session:
        matches.create(session, world.ctx, CORRECTED)


def _to(letters: Sequence[SentLetter], address: str) -> list[SentLetter]:
    return [letter for letter in letters if address in letter.dispatch.to]


def test_who_was_welcomed_is_told_once_that_the_match_is_withdrawn(world: World) -> None:
    """By a last letter that opens every seed, as that of END does."""
    welcomes = _to(world.post(RENDERER), "ann@pbem.test")
    _do(world, "WITHDRAW wrong address")
    assert world.the_match().status is MatchStatus.OVER
    (letter,) = _to(world.post(RENDERER), "ann@pbem.test")
    assert "The GM withdrew the match" in letter.dispatch.words.subject
    assert "The GM withdrew the match before its first turn, so it does not count" in " ".join(
        letter.dispatch.words.text.split()
    )
    assert "wrong address" in letter.dispatch.words.text
    found = verify_letters([each.raw for each in (*welcomes, letter)])
    assert (found.findings, found.unended) == ((), ())
    assert not verify_match(world.store, world.ctx, "hoth")


def test_who_was_not_welcomed_yet_hears_nothing(world: World) -> None:
    """A welcome that has not gone is called back, and no letter tells of what nobody knew of."""
    _do(world, "WITHDRAW")
    sent = world.post(RENDERER)
    assert [each.dispatch.to for each in sent if "gm@pbem.test" not in each.dispatch.to] == []


def test_whose_welcome_only_bounced_gets_no_other_letter(world: World) -> None:
    """It would bounce as well, and the GM would hear of it again."""
    world.post(RENDERER)
    with world.store.write() as session:
        (entry,) = people_queries.owners(session, ["bob@pbem.test"])
        entry.refused = 1
    _do(world, "WITHDRAW")
    sent = world.post(RENDERER)
    assert _to(sent, "ann@pbem.test")
    assert not _to(sent, "bob@pbem.test")


def test_a_dry_run_names_who_would_get_the_final_report_and_withdraws_nothing(world: World) -> None:
    """The welcomes go on their way, too."""
    world.post(RENDERER)
    tried = _do(world, "WITHDRAW", dry_run=True)
    assert [(kind, head.seat) for kind, head in tried.letters] == [("turn-report", "Ann"), ("turn-report", "Bob")]
    assert world.the_match().status is MatchStatus.RUNNING
    assert not world.the_match().withdrawn


def test_a_match_that_has_had_a_turn_is_not_withdrawn(world: World) -> None:
    """Then END is the word, and the refusal says so."""
    world.move(hours=50)
    world.look()
    with pytest.raises(OverrideError, match="its first turn was resolved; to end the match write END"):
        _do(world, "WITHDRAW")


def test_a_withdrawal_stands_alone(world: World) -> None:
    """Nothing else can be done in a match that is none any more."""
    with pytest.raises(OverrideError, match="WITHDRAW stands alone"):
        _do(world, "WITHDRAW", "EXTEND 24h")


def test_a_withdrawn_match_does_not_begin_again_as_it_stands_in_the_file(world: World) -> None:
    """The GM is told how it begins anew."""
    _do(world, "WITHDRAW")
    assert _reads(world, PLAN) == set()
    (told,) = world.differences(PLAN)
    assert "it was withdrawn. It begins anew once something in its [[match]] is corrected" in told


@pytest.mark.parametrize("plans", [(), (CORRECTED,), (replace(PLAN, hold=True),)])
def test_a_name_is_free_once_the_file_says_something_else(world: World, plans: Sequence[MatchPlan]) -> None:
    """Once the match is taken out, corrected or held."""
    _do(world, "WITHDRAW")
    assert _reads(world, *plans) == {"hoth"}
    assert world.the_match("hoth-withdrawn").withdrawn
    with world.store.write() as session:
        matches.create(session, world.ctx, PLAN)
    assert world.the_match().status is MatchStatus.RUNNING


def test_no_tag_of_the_withdrawn_match_is_valid_in_the_new_one(world: World) -> None:
    """Whoever was written to by mistake cannot speak for the seat."""
    old = world.tag("Bob")
    world.post(RENDERER)
    _do(world, "WITHDRAW")
    _anew(world)
    assert world.tag("Bob") != old
    world.put(world.raw("SEEK Mill", "rob@pbem.test", to=old))
    world.read()
    assert world.order_set("Bob") is None
    world.says("Bob", "SEEK Mill", sender="rob@pbem.test")
    assert world.order_set("Bob") == ["SEEK Mill"]


def test_letters_of_both_matches_are_told_apart_by_who_checks_them(world: World) -> None:
    """Ann keeps the letters of both: each has its own seals and its own name in the proofs."""
    letters = world.post(RENDERER)
    _do(world, "WITHDRAW")
    _anew(world)
    letters += world.post(RENDERER)
    _do(world, "END", name="end")
    letters += world.post(RENDERER)
    found = verify_letters([letter.raw for letter in _to(letters, "ann@pbem.test")])
    assert found.good
    assert found.findings == ()
    assert found.unended == ()
    for name in ("hoth", "hoth-withdrawn"):
        assert not verify_match(world.store, world.ctx, name)


def test_a_name_is_used_a_third_time(world: World) -> None:
    """Each that was withdrawn has a name of its own, and no two have the same dice."""
    _do(world, "WITHDRAW")
    _anew(world)
    second = world.assignment("Ann").key_number
    _do(world, "WITHDRAW", name="oops-again")
    _reads(world)
    with world.store.write() as session:
        matches.create(session, world.ctx, PLAN)
    assert world.the_match("hoth-withdrawn").withdrawn
    assert world.the_match("hoth-withdrawn-2").withdrawn
    assert world.assignment("Ann").key_number == second + 1
    assert world.the_match().settings.dice_name == "hoth/3"


def test_overrides_of_the_withdrawn_match_that_stay_in_the_file_do_nothing_to_the_new_one(world: World) -> None:
    """They were applied, once, to the match of then."""
    _do(world, "EXTEND 24h", name="more")
    _do(world, "WITHDRAW")
    _anew(world)
    deadline = world.the_match().deadline
    for lines, name in (("EXTEND 24h", "more"), ("WITHDRAW", "oops")):
        assert _do(world, lines, name=name).done is OverrideStatus.ALREADY
    assert world.the_match().deadline == deadline
    assert world.the_match().status is MatchStatus.RUNNING


def test_what_was_refused_in_the_withdrawn_match_is_not_called_applied(world: World) -> None:
    """Nor is it tried in the new one."""
    with pytest.raises(RefusedError):
        _do(world, "RESUME", name="wrong")
    _do(world, "WITHDRAW")
    with pytest.raises(AlreadyRefusedError, match="it was refused on"):
        _do(world, "RESUME", name="wrong")
    _anew(world)
    with pytest.raises(AlreadyRefusedError, match="it was refused on"):
        _do(world, "RESUME", name="wrong")


def test_a_long_name_is_cut_so_that_its_addresses_stay_short_enough(world: World) -> None:
    """No letter of the withdrawn match has an address that mail refuses."""
    plan = replace(PLAN, name="a" * 24)
    with world.store.write() as session:
        matches.create(session, world.ctx, plan)
    apply(world.store, world.ctx, OverridePlan(name="x", match=plan.name, lines=("WITHDRAW",)))
    _reads(world)
    with world.store.read() as session:
        (found,) = names.former(session, plan.name)
    tags.check_names(world.ctx, found.name, ["Ann", "Bob"])
