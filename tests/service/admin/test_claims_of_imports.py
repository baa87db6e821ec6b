"""What an import says of people: it gives nobody another's seat, address, account or letters."""

import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from sqlmodel import col, select

from moderator.app import transfer
from moderator.service.admin.export_forums import CarriedAccount, CarriedForum, CarriedThread, local_forum_names
from moderator.service.admin.export_layout import Carried, CarriedAddress, CarriedRecord, TransferError
from moderator.service.admin.export_players import UnjoinedPerson, find_or_make, find_unjoined_people
from moderator.service.admin.transfer import bring_in
from moderator.service.context import SeatPlan
from moderator.store import people_queries
from moderator.store.session import Store
from moderator.store.statuses import LetterStatus
from moderator.store.tables import Account, Address, Player, SeatAssignment, Thread
from tests.support.harm import MUTE, settle
from tests.support.world import World

EVE, CARL, DORA = "eve@evil.test", "carl@known.test", "dora@later.test"
FORUM = {"main": "https://forum.pbem.test"}
CARL_AND_BOT = (SeatPlan(seat="Ann", player="Carl", addresses=(CARL,)), SeatPlan(seat="Bob", bot="random"))
DORA_AND_BOT = (SeatPlan(seat="Ann", player="Dora", addresses=(DORA,)), SeatPlan(seat="Bob", bot="random"))
Exported = tuple[Carried, tuple[CarriedRecord, ...]]


@pytest.fixture
def exported(world: World, tmp_path: Path) -> Exported:
    """Give the export of a match that goes on; whoever wants to harm edits it."""
    world.says("Ann", "SEEK Mill")
    with world.store.read() as session:
        transfer.write(session, world.ctx, world.the_match(), tmp_path / "hoth")
    return transfer.read(tmp_path / "hoth")


@pytest.fixture
def other(migrated: Path, tmp_path: Path) -> World:
    """Give an instance in which Carl plays another match, and which plays in a forum, too."""
    shutil.copy(migrated, tmp_path / "other.sqlite")
    other = World(Store(f"sqlite:///{tmp_path / 'other.sqlite'}"))
    other.match("endor", seats=CARL_AND_BOT)
    other.settings(forums=FORUM)
    return other


def brought_in(other: World, exported: Exported, **first: Any) -> list[UnjoinedPerson]:  # noqa: ANN401 - any field of a player
    """Bring the match in with other fields of its first player; return what was not joined."""
    carried, rows = exported
    player = replace(carried.players[0], **first)
    forums = (CarriedForum(name="main", url=FORUM["main"], cursor=""),) if player.accounts else ()
    carried = replace(carried, players=(player, *carried.players[1:]), forums=forums)
    with other.store.write() as session:
        told = find_unjoined_people(session, local_forum_names(other.ctx, carried.forums), carried.players)
        bring_in(session, other.ctx, carried, rows)
    return told


def addresses(*those: str) -> tuple[CarriedAddress, ...]:
    """Return addresses as an export lists them."""
    return tuple(CarriedAddress(address=each, confirmed=True) for each in those)


def player_of(other: World, match: str, seat: str = "Ann") -> int:
    """Return who sits in a seat."""
    number = other.assignment(seat, match).player
    assert number is not None
    return number


def written_to(other: World, player: int) -> str:
    """Return where letters to a player go."""
    with other.store.read() as session:
        return people_queries.written_to(session, player)


@pytest.mark.parametrize("those", [(CARL, EVE), (EVE, CARL), (CARL,)])
def test_a_known_player_gets_no_address_by_an_import(other: World, exported: Exported, those: Sequence[str]) -> None:
    """Carl gets a seat in the match that is brought in, and keeps the one address that he had; the rest is listed."""
    told = brought_in(other, exported, addresses=addresses(*those))
    assert player_of(other, "hoth") == player_of(other, "endor")
    with other.store.read() as session:
        assert [row.address for row in people_queries.addresses(session, player_of(other, "endor"))] == [CARL]
    listed = [each for each in told if each.known]
    assert listed == ([UnjoinedPerson(name="Anna", known="Carl", addresses=(EVE,))] if EVE in those else [])


def test_a_known_player_gets_no_account_and_no_thread_by_an_import(other: World, exported: Exported) -> None:
    """Eve's account beside Carl's address would let her post for Carl in every match of his."""
    account = CarriedAccount(forum="main", name="eve", number="66")
    carried, rows = exported
    carried = replace(carried, threads=(CarriedThread(seat="Ann", player=0, forum="main", thread="p1"),))
    told = brought_in(other, (carried, rows), addresses=addresses(CARL), accounts=(account,))
    with other.store.read() as session:
        assert session.exec(select(Account)).all() == []
        assert session.exec(select(Thread)).all() == []
    assert [each for each in told if each.known] == [UnjoinedPerson(name="Anna", known="Carl", accounts=("main:eve",))]


@pytest.mark.parametrize("those", [(EVE, DORA), (DORA, EVE), (DORA,)])
def test_a_later_match_is_not_mailed_to_who_claimed_its_player(
    other: World, exported: Exported, those: Sequence[str]
) -> None:
    """Dora is nobody here yet. When the operator seats her, she is made anew, and her welcome goes to her alone."""
    brought_in(other, exported, addresses=addresses(*those))
    settle(other)
    other.match("tatooine", seats=DORA_AND_BOT)
    assert player_of(other, "tatooine") != player_of(other, "hoth")
    assert written_to(other, player_of(other, "tatooine")) == DORA
    assert [letter.dispatch.to for letter in other.post(MUTE) if "welcome" in letter.dispatch.key] == [(DORA,)]
    other.put(other.raw("SEEK Mill", EVE, to=other.tag("Ann", "tatooine")))
    other.read()
    assert other.letters()[-1].status is LetterStatus.HELD


def test_a_later_match_in_a_forum_is_not_given_to_who_claimed_the_account(other: World, exported: Exported) -> None:
    """An account that an import claims leads the operator's file to nobody."""
    account = CarriedAccount(forum="main", name="dora", number="77")
    brought_in(other, exported, addresses=addresses(EVE), accounts=(account,), preferences={"delivery": "both"})
    seats = (SeatPlan(seat="Ann", player="Dora", forum="main:Dora"), SeatPlan(seat="Bob", bot="random"))
    other.match("tatooine", seats=seats)
    assert player_of(other, "tatooine") != player_of(other, "hoth")
    assert written_to(other, player_of(other, "tatooine")) == ""


def test_a_second_import_joins_nothing_to_what_the_first_claimed(other: World, exported: Exported) -> None:
    """Two exports that say the same of a person mean one player; one that says more makes another."""
    brought_in(other, exported, addresses=addresses(DORA, EVE))
    carried, _ = exported
    with other.store.trial() as session:
        first = player_of(other, "hoth")
        for those, same in (((DORA, EVE), True), ((DORA,), False), ((EVE,), False), ((EVE, DORA), False)):
            person = replace(carried.players[0], addresses=addresses(*those))
            assert (find_or_make(session, {}, person) == first) is same


def test_an_address_is_its_players_once_somebody_has_answered_from_there(other: World, exported: Exported) -> None:
    """The tag was sent there, and came back from there: from now on the operator's file may name it."""
    carried, _ = exported
    brought_in(other, exported)
    assert [each.address for each in carried.players[0].addresses] == ["ann@pbem.test", "anna@work.test"]
    other.says("Ann", "ORDERS", sender="anna@work.test")
    with other.store.read() as session:
        assert all(row.claimed for row in people_queries.addresses(session, player_of(other, "hoth")))
    other.says("Ann", "ORDERS")
    seats = (SeatPlan(seat="Ann", player="Ann", addresses=("ann@pbem.test",)), SeatPlan(seat="Bob", bot="random"))
    other.match("tatooine", seats=seats)
    assert player_of(other, "tatooine") == player_of(other, "hoth")


def test_an_address_that_is_only_claimed_is_believed_without_a_tag_for_nobody(other: World, exported: Exported) -> None:
    """With trust = "address" the second address of an import speaks for no seat: the first is asked."""
    other.settings(trust="address")
    brought_in(other, exported, addresses=addresses(DORA, EVE))
    for sender, status in ((EVE, LetterStatus.HELD), (DORA, LetterStatus.DONE)):
        other.put(other.raw("ORDERS", sender))
        other.read()
        assert other.letters()[-1].status is status


def test_a_claim_keeps_nobody_from_an_address(other: World, exported: Exported) -> None:
    """Carl may move to an address that an import has claimed for somebody else."""
    brought_in(other, exported, addresses=addresses(EVE, DORA))
    (answer,) = other.says("Ann", f"SET ADDRESS {DORA}", match="endor", sender=CARL).answers
    assert answer.code == "address-asked"


def test_a_bounce_leads_no_letter_to_an_address_that_is_only_claimed(other: World, exported: Exported) -> None:
    """Once Dora's own address is proved, letters go there whatever comes back, and never to Eve's."""
    brought_in(other, exported, addresses=addresses(DORA, EVE))
    other.says("Ann", "ORDERS", sender=DORA)
    with other.store.write() as session:
        (entry,) = session.exec(select(Address).where(Address.address == DORA)).all()
        entry.refused, entry.confirmed = 3, False
    assert written_to(other, player_of(other, "hoth")) == DORA


# ---- nonsense ----------------------------------------------------------------------------------------------


def _player(**fields: Any) -> Callable[[Carried], Carried]:  # noqa: ANN401 - any field
    return lambda carried: replace(carried, players=(replace(carried.players[0], **fields), *carried.players[1:]))


def _plan(**fields: Any) -> Callable[[Carried], Carried]:  # noqa: ANN401 - any field
    return lambda carried: replace(carried, settings=replace(carried.settings, **fields))


def _first(part: str, **fields: Any) -> Callable[[Carried], Carried]:  # noqa: ANN401 - any field
    def change(carried: Carried) -> Carried:
        first, *rest = getattr(carried, part)
        return replace(carried, **{part: (replace(first, **fields), *rest)})

    return change


NONSENSE: dict[str, Callable[[Carried], Carried]] = {
    "players[0].addresses[0].address": _player(addresses=addresses("Ann <ann@pbem.test>")),
    "players[0].addresses[0].address ": _player(addresses=addresses("moderator+hoth.ann.aaaaaaaaaaaaaaaa@pbem.test")),
    "players[0].addresses[1].address": _player(
        addresses=addresses("ann@pbem.test", "ann@pbem.test\r\nBcc: x@evil.test")
    ),
    "players[1].addresses": _player(addresses=addresses("bob@pbem.test")),
    "players[0].zone": _player(zone="Mars/Olympus"),
    "players[0].name": _player(name="Ann\x1b[2J"),
    "players[0].preferences": _player(preferences={"text_only": "perhaps"}),
    "players[0].preferences.paper": _player(preferences={"paper": "../../etc"}),
    "settings.zone": _plan(zone="nowhere"),
    "settings.schedule": _plan(schedule="every blue moon"),
    "settings.absent_bot": _plan(absent_bot="skynet"),
    "settings.options.nonsense": _plan(options={"nonsense": 1}),
    "settings.name": _plan(name="endor"),
    "schedule": lambda carried: replace(carried, schedule="at 99:99"),
    "turn": lambda carried: replace(carried, turn=-1),
    "asking": lambda carried: replace(carried, request=7),
    "number": lambda carried: replace(carried, number=2**40),
    "deadline": lambda carried: replace(carried, deadline=carried.created.replace(year=9999)),
    "secret": lambda carried: replace(carried, secret="00"),
    "places[0].seat": _first("assignments", seat="Nobody"),
    "places[0].player": _first("assignments", player=7),
    "places[0].bot": _first("assignments", bot="skynet"),
    "places": lambda carried: replace(carried, assignments=(*carried.assignments, carried.assignments[0])),
    "askings[0].open_seed": _first("requests", open_seed="00"),
    "sheets[0].seat": _first("order_sets", seat="Nobody"),
    "sheets[0].asking": _first("order_sets", request=7),
    "sheets[0].complaints": _first("order_sets", complaints="{"),
}


@pytest.mark.parametrize(("field", "harm"), NONSENSE.items(), ids=NONSENSE.keys())
def test_nonsense_is_refused_with_the_name_of_its_field(
    other: World, exported: Exported, field: str, harm: Callable[[Carried], Carried]
) -> None:
    """What config.toml would refuse, an import is refused for, and nothing of it stays."""
    carried, rows = exported
    with pytest.raises(TransferError) as told, other.store.write() as session:
        bring_in(session, other.ctx, harm(carried), rows)
    assert f"hoth: {field.strip()} " in str(told.value)
    assert str(told.value).isprintable()
    with other.store.read() as session:
        assert len(session.exec(select(Player).order_by(col(Player.id))).all()) == 1
        assert len(session.exec(select(SeatAssignment)).all()) == 2
