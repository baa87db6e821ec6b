"""Proof: what was resolved is found again from what is kept, and tampering is found out."""

from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Any

import pytest
from msgspec import UNSET
from msgspec.structs import replace
from sqlalchemy import delete, update
from sqlmodel import Session, SQLModel, col, select

from moderator.core import codec
from moderator.core.errors import ModeratorError
from moderator.rendering.mail import MailRenderer
from moderator.service.audit.verify import Verified, verify_letters, verify_match
from moderator.service.context import OverridePlan, SeatPlan
from moderator.service.facts import LetterFacts, TurnReport, Welcome
from moderator.service.letter_proofs import RollLine
from moderator.service.matches import order_requests, records
from moderator.service.overrides.apply import apply
from moderator.store.tables import Letter, Match, OrderRequest, OrderSet, Outbox, Record, SeatAssignment
from tests.support.letters.proofs import edited, letters, play, raw
from tests.support.night_watch import GAME
from tests.support.world import World

REBELS = (
    SeatPlan(seat="Red", player="Rae", addresses=("rae@pbem.test",)),
    SeatPlan(seat="Blue", bot="recruit"),
    SeatPlan(seat="Empire", bot="recruit"),
)


def codes(world: World, match: str = "hoth") -> set[str]:
    """Return what does not hold in a match."""
    return {finding.code for finding in verify_match(world.store, world.ctx, match)}


@pytest.fixture
def played(world: World) -> World:
    """Give a match of three turns with order sets, silence, an amendment, a note and a bot that takes over."""
    world.says("Ann", "GO Bridge\nFLEE Gate")
    world.says("Bob", "SEEK Alley")
    world.move(minutes=16)
    world.look()
    lines = ("EXTEND 24h", "HEARTEN Ann 7", "REPLACE Bob WITH BOT random")
    apply(world.store, world.ctx, OverridePlan(name="x", match="hoth", lines=lines))
    world.says("Ann", "SEEK Mill")
    world.says("Ann", "SEEK Market")
    world.move(minutes=16)
    world.look()
    world.move(hours=49)
    world.look()
    return world


def test_a_match_is_played_again_to_the_same_digests(played: World) -> None:
    """Order sets, silence, notes, amendments and bots: all is found again, in mid-match and at the end."""
    assert codes(played) == set()
    play(played)
    assert codes(played) == set()


def test_records_of_before_weights_were_kept_play_the_same(world: World) -> None:
    """A match that began under an older release knows its throws, and not what orders were drawn from."""
    world.match("endor", game="rebel-commander", seats=REBELS, max_turns=2)
    play(world, "endor")
    with world.store.write() as session:
        match = world.the_match("endor")
        game = world.ctx.game(match.game)
        for record in session.exec(select(Record).where(Record.match == match.id)):
            body = records.body(game, record)
            steps = tuple(
                replace(step, throws=tuple(replace(throw, draw=None) for throw in step.throws)) for step in body.steps
            )
            record.body = codec.pack(replace(body, steps=steps))
            session.add(record)
    assert codes(world, "endor") == set()
    found = check(letters(world, "Red", "endor"))
    assert found.findings == ()
    assert found.checked["rolls"] >= 12


def test_a_skirmish_with_bots_is_played_again_to_the_same_digests(world: World) -> None:
    """Rebel Commander, two bots and a silent player, to its end."""
    world.match("hoth-2", game="rebel-commander", seats=REBELS, edition="skirmish", max_turns=6)
    play(world, "hoth-2")
    assert codes(world, "hoth-2") == set()


def flip_a_die(session: Session, record: Record) -> None:
    """Change what was thrown."""
    body = records.body(GAME, record)
    step = body.steps[0]
    first = step.throws[-1]
    thrown = type(first)(first.stream, first.step, first.why, first.sides, first.value % first.sides + 1)
    resolved: Any = type(step)(step.number, step.orders, step.silent, step.events, (*step.throws[:-1], thrown))
    record.body = codec.pack(replace(body, steps=(resolved, *body.steps[1:])))
    session.add(record)


def change_a_receipt(session: Session, record: Record) -> None:
    """Let the record name another receipt."""
    body = records.body(GAME, record)
    filed = (replace(body.filed[0], receipt="0" * 32), *body.filed[1:])
    record.body = codec.pack(replace(body, filed=filed))
    session.add(record)


def change_a_seed(session: Session, record: Record) -> None:
    """Put another seed under a step."""
    row = session.exec(select(OrderRequest).where(OrderRequest.number == record.request)).one()
    row.open_seed = b"another" * 4
    session.add(row)


def change_an_order_set(session: Session, record: Record) -> None:
    """Let a seat have ordered something else."""
    row = session.exec(select(OrderSet).where(OrderSet.request == record.request, OrderSet.seat == "Ann")).one()
    row.orders = order_requests.pack_orders(())
    session.add(row)


def change_the_position(session: Session, record: Record) -> None:
    """Move a thief behind the scenes."""
    state = records.position(GAME, record.position)
    record.position = codec.pack(replace(state, courage={**state.courage, "Bob": 9}))
    session.add(record)


def change_the_cache(session: Session, _record: Record) -> None:
    """Change the match's own copy of the position."""
    match = session.exec(select(Match)).one()
    state = records.position(GAME, match.state)
    match.state = codec.pack(replace(state, weather=state.weather % 6 + 1))
    session.add(match)


def take_a_record_away(session: Session, record: Record) -> None:
    """Forget a step."""
    session.delete(record)


@pytest.mark.parametrize(
    ("tamper", "code"),
    [
        (flip_a_die, "throws-differ"),
        (change_a_receipt, "receipt-differs"),
        (change_a_seed, "throws-differ"),
        (change_an_order_set, "orders-differ"),
        (change_the_position, "position-differs"),
        (change_the_cache, "position-differs"),
        (take_a_record_away, "record-missing"),
    ],
)
def test_tampering_is_found(played: World, tamper: Callable[[Session, Record], None], code: str) -> None:
    """Whatever is changed in the database shows when the match is played again."""
    with played.store.write() as session:
        tamper(session, session.exec(select(Record).where(Record.number == 1)).one())
    assert code in codes(played)


def test_no_order_set_arrives_at_another_time(played: World) -> None:
    """The letter and its acknowledgement know when a person's order set came; a bot's comes when the request opens."""
    for seat, asked, by in (
        *(("Ann", number, by) for number in (1, 2) for by in (timedelta(seconds=1), timedelta(hours=-3))),
        *(("Bob", 1, by) for by in (timedelta(microseconds=1), timedelta(days=400))),
        *(("Bob", number, by) for number in (2, 3) for by in (timedelta(seconds=11), timedelta(seconds=-1))),
    ):
        for row in order_sets(played, seat, asked):
            assert changed(played, row, arrived=row.arrived + by) == {"arrived-differs"}, (asked, row)


def test_no_order_set_is_of_another_letter(played: World) -> None:
    """Its author was told which letter filed it: none, another of the seat's, a rival's are found out."""
    other, rival = order_sets(played, "Ann", 1)[0].letter, order_sets(played, "Bob", 1)[0].letter
    for row in order_sets(played, "Ann", 2):
        for letter in (None, other, rival):
            assert changed(played, row, letter=letter) >= {"letter-differs"}
    (bots,) = order_sets(played, "Bob", 2)
    assert bots.letter is None
    assert changed(played, bots, letter=other) == {"letter-differs"}


def test_a_letter_that_is_told_by_nobody_is_still_the_seats(played: World) -> None:
    """Where the acknowledgement was erased, the letter itself tells seat and time."""
    with played.store.write() as session:
        for out in session.exec(select(Outbox).where(Outbox.kind == "acknowledgement")):
            out.payload = codec.pack(None)
            session.add(out)
    assert codes(played) == set()
    (row,) = order_sets(played, "Ann", 1)
    assert changed(played, row, letter=order_sets(played, "Bob", 1)[0].letter) == {"letter-differs"}
    assert changed(played, row, arrived=row.arrived + timedelta(hours=1)) == {"arrived-differs"}


def test_no_record_is_of_another_turn(played: World) -> None:
    """What each position asks next tells the turn of what follows, amendments among it."""
    for number in range(5):
        for turn in (-1, 99):
            assert changed(played, record(played, number), turn=turn) == {"turn-differs"}


def test_no_record_is_made_at_another_time(played: World) -> None:
    """Set-up, turns and overrides: what was written with each knows when it was."""
    for number in range(5):
        row = record(played, number)
        for by in (timedelta(seconds=1), timedelta(seconds=-1), timedelta(days=400)):
            assert "made-differs" in changed(played, row, made=row.made + by), (number, by)


def test_the_open_seed_of_a_turn_without_throws_is_known(played: World) -> None:
    """Each asking keeps the seals that were printed: each of its seeds is compared with them."""
    for row in rows(played, OrderRequest):
        for name in ("open_seed", "secret_seed"):
            assert "seal-changed" in changed(played, row, **{name: b"another" * 4})


def test_letters_that_are_swapped_are_known(played: World) -> None:
    """Each was kept with a fingerprint of what came."""
    one, other = [row for row in rows(played, Letter) if row.seat == "Ann"][:2]
    assert changed(played, one, raw=other.raw) == {"letter-changed"}


def test_an_acknowledgement_that_is_deleted_is_missed(played: World) -> None:
    """Every letter that filed orders was answered."""
    with played.store.write() as session:
        session.exec(delete(Outbox).where(col(Outbox.kind) == "acknowledgement"))
    assert codes(played) == {"acknowledgement-lost"}


def test_another_player_in_a_seat_is_known(played: World) -> None:
    """Somebody else was welcomed to it, and wrote its orders."""
    ann, bob = (
        next(row for row in rows(played, SeatAssignment) if row.seat == seat and row.player) for seat in ("Ann", "Bob")
    )
    assert changed(played, ann, player=bob.player) == {"player-differs"}


def test_orders_that_the_gm_entered_for_a_bot_are_told(played: World) -> None:
    """They are no fault, since the override stands on record; without it they would be."""
    apply(played.store, played.ctx, OverridePlan(name="y", match="hoth", lines=("ORDERS Bob: FLEE Market",)))
    number = played.the_match().number
    play(played)
    found = {(finding.code, finding.grave) for finding in verify_match(played.store, played.ctx, "hoth")}
    assert found == {("orders-entered", False)}
    body = records.body(GAME, record(played, number))
    hidden = codec.pack(replace(body, entered=UNSET, lines=("EXTEND 24h",)))
    assert "bot-differs" in changed(played, record(played, number), body=hidden)


def rows(world: World, table: type[SQLModel]) -> Sequence[Any]:
    """Return every row of a table."""
    with world.store.read() as session:
        return session.exec(select(table)).all()


def record(world: World, number: int) -> Record:
    """Return a record."""
    with world.store.read() as session:
        return session.exec(select(Record).where(Record.number == number)).one()


def order_sets(world: World, seat: str, asked: int) -> Sequence[OrderSet]:
    """Return every order set of a seat for an order request."""
    with world.store.read() as session:
        return session.exec(
            select(OrderSet).where(OrderSet.seat == seat, OrderSet.request == asked).order_by(col(OrderSet.id))
        ).all()


def changed(
    world: World,
    row: Any,  # noqa: ANN401 - a row of any table
    **columns: object,
) -> set[str]:
    """Return what is found while a row is changed, and put it back."""
    kept = {name: getattr(row, name) for name in columns}
    found = set[str]()
    for values in (columns, kept):
        with world.store.write() as session:
            session.execute(update(type(row)).where(col(type(row).id) == row.id).values(**values))
        found = found or codes(world)
    return found


def test_other_rules_are_said_and_nothing_is_compared(played: World) -> None:
    """A match keeps the version of the rules that it began with; with another it cannot be played again."""
    with played.store.write() as session:
        match = session.exec(select(Match)).one()
        match.rules = 99
        session.add(match)
    (finding,) = verify_match(played.store, played.ctx, "hoth")
    assert (finding.code, finding.grave) == ("other-rules", False)


def test_a_match_that_is_not_there_is_told(world: World) -> None:
    """The name is in the complaint."""
    with pytest.raises(ModeratorError, match="nowhere"):
        verify_match(world.store, world.ctx, "nowhere")


# ---- letters alone ---------------------------------------------------------------------------------------------


def check(facts: Sequence[LetterFacts]) -> Verified:
    """Check letters from their raw bytes."""
    return verify_letters([raw(letter) for letter in facts])


@pytest.fixture
def ended(world: World) -> list[LetterFacts]:
    """Give all letters of Ann in a match of two turns, with an order set that was replaced."""
    world.match("two", nights=2)
    world.says("Ann", "SEEK Bridge", match="two")
    world.says("Ann", "SEEK Mill\nFLEE Gate", match="two")
    play(world, "two")
    return letters(world, "Ann", "two")


def test_a_player_checks_the_whole_match_from_letters_alone(ended: list[LetterFacts]) -> None:
    """Seals, rolls, receipts and salts hold, in whatever order the files are given."""
    found = check(list(reversed(ended)))
    assert found.findings == ()
    assert {"seals", "rolls", "receipts", "salts"} >= set(found.checked) >= {"seals", "rolls", "receipts"}
    assert found.checked["rolls"] >= 2


def another_roll(letter: TurnReport) -> TurnReport:
    """Flip a die."""
    roll: RollLine = letter.rolls[0]
    return replace(letter, rolls=(replace(roll, value=roll.value % roll.sides + 1), *letter.rolls[1:]))


def another_seed(letter: TurnReport) -> TurnReport:
    """Open another seed than was sealed."""
    return replace(letter, opened=(replace(letter.opened[0], open="ab" * 32),))


def another_receipt(letter: TurnReport) -> TurnReport:
    """Rule another order set than was acknowledged."""
    return replace(letter, receipts=tuple(replace(each, value="0" * 32) for each in letter.receipts))


def an_older_order_set(letter: TurnReport) -> TurnReport:
    """Rule the order set that Ann had replaced."""
    return replace(letter, receipts=tuple(replace(each, number=1) for each in letter.receipts))


@pytest.mark.parametrize(
    ("edit", "code"),
    [
        (another_roll, "roll-differs"),
        (another_seed, "seal-differs"),
        (another_receipt, "sheet-differs"),
        (an_older_order_set, "sheet-outdated"),
    ],
)
def test_a_letter_that_lies_is_found_out(
    ended: list[LetterFacts], edit: Callable[[TurnReport], TurnReport], code: str
) -> None:
    """A die, a seed or a receipt that is not as it was."""
    found = check(edited(ended, edit))
    assert code in {finding.code for finding in found.findings if finding.grave}
    assert not found.good


def test_an_order_set_that_was_withdrawn_is_told(world: World) -> None:
    """Ann's orders were acknowledged, and the report lists none: she may have withdrawn them: no accusation."""
    world.match("two", nights=2)
    world.says("Ann", "SEEK Bridge", match="two")
    world.says("Ann", "CLEAR", match="two")
    play(world, "two")
    found = check(letters(world, "Ann", "two"))
    assert found.good
    assert "receipt-missing" in {finding.code for finding in found.findings}


def test_a_receipt_that_bends_the_dice_unseen_is_found_out(ended: list[LetterFacts]) -> None:
    """What stands in the key of the dice is listed: else anything could be put in until the dice are kind."""
    found = check(edited(ended, lambda letter: replace(letter, receipts=())))
    assert "receipt-unlisted" in {finding.code for finding in found.findings if finding.grave}


def test_a_seal_beside_its_seed_proves_nothing(ended: list[LetterFacts]) -> None:
    """A seal counts only if another letter printed it, before the orders."""
    (welcome,) = [letter for letter in ended if isinstance(letter, Welcome)]
    late = [letter for letter in edited(ended, lambda each: replace(each, seal=welcome.seal)) if letter != welcome]
    first = next(letter for letter in late if isinstance(letter, TurnReport))
    assert {finding.code for finding in check([first]).findings} == {
        "acknowledgement-missing",
        "seal-missing",
        "seal-misplaced",
        "seal-unprinted",
    }


def test_a_die_that_does_not_exist_differs(ended: list[LetterFacts]) -> None:
    """Letters are made by anybody: sides and weights that no game has are no reason to fail."""

    def edit(letter: TurnReport) -> TurnReport:
        return replace(letter, rolls=tuple(replace(letter.rolls[0], sides=sides) for sides in (0, -1, 2**64 + 1)))

    found = check(edited(ended, edit))
    assert {finding.code for finding in found.findings if finding.grave} >= {"roll-differs"}


def test_the_letters_of_two_seats_are_checked_together(world: World) -> None:
    """Who replaced an order set accuses nobody who did not."""
    world.match("two", nights=2)
    world.says("Ann", "SEEK Bridge", match="two")
    world.says("Ann", "SEEK Mill", match="two")
    world.says("Bob", "SEEK Mill", match="two")
    play(world, "two")
    found = check([*letters(world, "Ann", "two"), *letters(world, "Bob", "two")])
    assert found.findings == ()


def test_a_missing_letter_leaves_something_unproven_and_nothing_wrong(ended: list[LetterFacts]) -> None:
    """Without the welcome the first seals are not there: that is said, and is no accusation."""
    found = check([letter for letter in ended if not isinstance(letter, Welcome)])
    assert found.good
    assert "seal-missing" in {finding.code for finding in found.findings}


def test_letters_of_nothing_prove_nothing() -> None:
    """A letter without a proof is passed over."""
    assert verify_letters([b"Subject: lunch\r\n\r\nAt one?\r\n"]) == Verified({}, ())


def test_rolls_are_found_again_in_a_skirmish(world: World) -> None:
    """Rebel Commander's open battles: every roll in the letters is thrown again from the opened seeds."""
    world.settings(delay=timedelta(0))
    world.match("hoth-2", game="rebel-commander", seats=REBELS, edition="skirmish", max_turns=9)
    play(world, "hoth-2")
    found = check(letters(world, "Red", "hoth-2"))
    assert found.findings == ()
    assert found.checked["seals"] > 5


def test_letters_as_they_are_mailed_prove_a_skirmish(world: World) -> None:
    """The raw letters of one player, rendered and composed as on the transport, are all that is needed."""
    world.match("endor", game="rebel-commander", seats=REBELS, edition="skirmish", max_turns=3)
    world.says("Red", "1. BUILD TROOPS A0", match="endor", sender="rae@pbem.test")
    play(world, "endor")
    posted = world.post(MailRenderer(world.clock))
    found = verify_letters([each.raw for each in posted if each.dispatch.to == ("rae@pbem.test",)])
    assert found.findings == ()
    assert found.checked["seals"] > 3
    assert found.checked["receipts"] > 3
