"""WATCH: who gets the public reports of a match by mail, when, and until when."""

from collections import Counter
from collections.abc import Callable
from typing import Any
from unittest.mock import patch

import pytest
from msgspec.structs import replace
from sqlmodel import select

from moderator.core.codec import encode
from moderator.core.game import AnyGame
from moderator.core.seats import Observer
from moderator.language.reading.commands import Watch
from moderator.ports import DeliveryStatus, Dispatch, Sent, Words
from moderator.service import tags
from moderator.service.commands.command_context import CommandContext
from moderator.service.commands.watching import watch
from moderator.service.context import Limits, MatchPlan, OverridePlan, SeatPlan
from moderator.service.facts import TurnReport
from moderator.service.letter_proofs import Seal
from moderator.service.matches import matches, reports
from moderator.service.outgoing.dispatching import dispatch
from moderator.service.outgoing.envelopes import Envelope, collect
from moderator.service.overrides.apply import apply
from moderator.service.people import watching
from moderator.service.people.watching import Who
from moderator.store.statuses import OutboxStatus
from moderator.store.tables import Address, Letter, Outbox, Player
from moderator.store.watchers import Watcher
from moderator.testing.memory import SentLetter
from moderator.testing.stages import MATCH, Heard, Stage
from tests.support.browsers import let_in
from tests.support.games import ALL_GAMES
from tests.support.harm import MUTE, RENDERER
from tests.support.planted import plant
from tests.support.world import ANN_AND_BOB, World

DORA = SeatPlan(seat="Ann", player="Dora", addresses=("dora@pbem.test",))
VOUCHED = {"Authentication-Results": "mx.pbem.test; dkim=pass header.d=pbem.test"}
ZOE = "zoe@pbem.test"


@pytest.fixture
def world(empty_world: World) -> World:
    """Give a match that everybody may watch, and another in which Dora plays."""
    empty_world.settings(authserv_id="mx.pbem.test")
    begin(empty_world, "hoth")
    begin(empty_world, "endor", DORA, SeatPlan(seat="Bob", bot="prowler"))
    post(empty_world)
    return empty_world


def begin(world: World, name: str, *seats: SeatPlan, shown: str = "public") -> None:
    """Make a match."""
    plan = MatchPlan(
        name=name,
        game="night-watch",
        schedule="every 48h",
        zone="UTC",
        options={"nights": 9, "courage": 9},
        seats=seats or tuple(ANN_AND_BOB),
        spectators=shown,
    )
    with world.store.write() as session:
        matches.create(session, world.ctx, plan)


def post(world: World, renderer: Any = MUTE) -> list[SentLetter]:  # noqa: ANN401 - a renderer
    """Send what waits, and return what goes to who only watches."""
    return [each for each in world.post(renderer) if each.dispatch.key.startswith("watch:")]


def dora_says(world: World, text: str) -> str:
    """Let Dora write, who plays in endor alone; return the code of the answer."""
    return world.says("Ann", text, match="endor", sender="dora@pbem.test").answers[-1].code


def writes(world: World, text: str, sender: str = ZOE, *, proved: bool = True, **more: Any) -> list[str]:  # noqa: ANN401 - of raw
    """Let somebody write who plays nothing; return the codes of the answers that are new."""
    before = len(world.rows())
    headers = (VOUCHED if proved else {}) | more.pop("headers", {})
    world.put(world.raw(text, sender, headers=headers, **more))
    world.read()
    told = [row for row in world.rows()[before:] if row.to == sender]
    facts = [world.facts_of(row) for row in told if row.kind == "acknowledgement"]
    return [answer.code for each in facts for answer in each.answers]  # type: ignore[union-attr] # they are


def turn(world: World, hours: float = 49) -> None:
    """Let the turn of every match run."""
    world.move(hours=hours)
    world.look()


def override(world: World, *lines: str, match: str = "hoth") -> None:
    """Let the GM do something."""
    apply(world.store, world.ctx, OverridePlan(name=f"{world.clock.now()} {lines}", match=match, lines=lines))


def told(letters: list[SentLetter]) -> list[tuple[str, int]]:
    """Return to whom letters go, and of which record they tell."""
    return [(each.dispatch.to[0], int(each.dispatch.key.split(":")[2])) for each in letters]


# ---- who may watch -----------------------------------------------------------------------------------------------


def test_a_player_of_another_match_gets_each_report_once(world: World) -> None:
    """The newest at once, the next when it comes, at the address on file; a second WATCH changes nothing."""
    assert dora_says(world, "WATCH hoth") == "watching"
    assert dora_says(world, "watch HOTH") == "watching"
    assert told(post(world)) == [("dora@pbem.test", 0)]
    for number in (1, 2):
        turn(world)
        assert told(post(world)) == [("dora@pbem.test", number)]
    assert post(world) == []


def test_a_stranger_who_is_proved_real_may_watch(world: World) -> None:
    """The answer goes to that address, and so do the reports."""
    assert writes(world, "Hello!\nWATCH hoth") == ["watching"]
    turn(world)
    assert told(post(world)) == [(ZOE, 0), (ZOE, 1)]


def test_nothing_is_done_on_the_word_of_from_alone(world: World) -> None:
    """A stranger whom nobody vouches for gets no letter at all; a known player is told to write from a match."""
    assert writes(world, "WATCH hoth", proved=False) == []
    world.put(world.raw("WATCH hoth", "dora@pbem.test", subject="[hoth]"))
    world.put(world.raw("WATCH hoth", "eve@pbem.test", headers={"Authentication-Results": "evil.test; dkim=pass"}))
    world.read()
    turn(world)
    assert post(world) == []
    with world.store.read() as session:
        assert session.exec(select(Watcher)).all() == []


def test_a_known_player_without_a_tag_may_watch_if_vouched_for(world: World) -> None:
    """Without proof the answer says how to write instead."""
    world.put(world.raw("WATCH hoth", "dora@pbem.test", subject="[hoth]"))
    world.read()
    assert world.acknowledgement().answers[0].code == "watch-unproved"
    world.move(hours=25)
    world.put(world.raw("WATCH hoth", "dora@pbem.test", subject="[hoth]", headers=VOUCHED))
    world.read()
    assert world.acknowledgement().answers[0].code == "watching"


def test_who_plays_in_it_is_refused_kindly(world: World) -> None:
    """Also from another address of theirs, and whatever it shows; who takes a seat later gets the seat's reports."""
    assert world.says("Ann", "WATCH hoth").answers[0].code == "watch-own"
    let_in(world.store, "none")
    assert world.says("Ann", "WATCH hoth").answers[0].code == "watch-own"
    let_in(world.store, "public")
    dora_says(world, "WATCH hoth")
    writes(world, "WATCH hoth")
    post(world)
    override(world, 'REPLACE Bob WITH "Zoe" zoe@pbem.test', 'REPLACE Ann WITH "Dora" dora@pbem.test')
    post(world)
    turn(world)
    assert post(world) == []


def test_a_match_that_shows_nothing_cannot_be_told_from_none(world: World) -> None:
    """To players and strangers; nor can one that was withdrawn."""
    begin(world, "secret", shown="none")
    begin(world, "gone")
    override(world, "WITHDRAW wrong address", match="gone")
    for name in ("secret", "gone-withdrawn", "nothing"):
        answer = world.says("Ann", f"WATCH {name}", match="endor", sender="dora@pbem.test").answers[0]
        assert (answer.code, answer.facts, answer.lines) == ("watch-unknown", {"match": name, "limit": 0}, ())
        assert writes(world, f"WATCH {name}") == ["watch-unknown"]


def test_a_match_that_is_over_has_no_more_to_tell(world: World) -> None:
    """The answer says so."""
    override(world, "END it snows")
    assert dora_says(world, "WATCH hoth") == "watch-over"


def test_who_has_no_mail_address_is_told_of_the_chronicle(world: World) -> None:
    """The reports go by mail alone."""
    command = Watch(match="hoth")
    dora_says(world, "WATCH")
    with world.store.write() as session:
        letter = session.exec(select(Letter)).first()
        assert letter is not None
        nora = Player(name="Nora", zone="UTC")
        session.add(nora)
        session.flush()
        command_context = CommandContext(session, world.ctx, nora, None, letter, (), command)
        assert watch(command_context, command).code == "watch-no-address"


def test_nobody_watches_without_end(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten matches a person, two hundred people a match; strangers are answered some times a day."""
    monkeypatch.setattr(watching, "MOST_WATCHED", 2)
    monkeypatch.setattr(watching, "MOST_WATCHERS", 1)
    for name in ("naboo", "tatooine"):
        begin(world, name)
    assert [dora_says(world, f"WATCH {name}") for name in ("hoth", "naboo", "tatooine")] == [
        *("watching", "watching", "watch-many")
    ]
    assert writes(world, "WATCH hoth\nWATCH tatooine") == ["watch-full", "watching"]
    override(world, "END it snows", match="naboo")
    assert dora_says(world, "WATCH hoth OFF") == "watch-off"
    answers = [writes(world, "WATCH") for _ in range(12)]
    assert answers == [["watched"]] * 9 + [[]] * 3


# ---- what comes, and when ----------------------------------------------------------------------------------------


def test_a_report_tells_what_spectators_may_see(world: World) -> None:
    """To the last fact, with the reader's own wishes about letters."""
    dora_says(world, "SET TEXT-ONLY ON\nWATCH hoth")
    for seat in ("Ann", "Bob"):
        world.says(seat, "SEEK Mill")
    turn(world)
    (facts,) = (world.facts_of(row) for row in world.rows(watching.KIND) if row.record == 1)
    assert isinstance(facts, TurnReport)
    with world.store.read() as session:
        match = world.the_match()
        public = reports.turn(session, world.ctx, match, 1, reports.observer(world.ctx, match, Observer.PUBLIC))
    assert replace(facts, head=public.head) == public
    assert (facts.head.seat, facts.head.player, facts.head.plain, facts.head.watches) == ("", "Dora", True, True)
    assert facts.form is None


def test_spectators_who_are_kept_behind_get_it_later(world: World) -> None:
    """One letter a turn, and once the match is over the last report."""
    let_in(world.store, "after 2 turns")
    dora_says(world, "WATCH hoth")
    assert post(world) == [], "the first board is shown in two turns"
    got = []
    for _ in range(4):
        turn(world)
        got.append(told(post(world)))
    assert got == [[], *([("dora@pbem.test", number)] for number in range(3))]
    override(world, "END it snows")
    assert told(post(world)) == [("dora@pbem.test", 5)]


def test_a_match_that_shows_its_boards_at_the_end_brings_one_letter(world: World) -> None:
    """The last report, with the recap."""
    let_in(world.store, "over")
    assert dora_says(world, "WATCH hoth") == "watching"
    turn(world)
    assert post(world) == []
    override(world, "END it snows")
    (letter,) = post(world, RENDERER)
    assert "hoth-recap.pdf" in letter.raw.decode()


def test_nothing_more_comes_of_a_match_that_shows_nothing_any_more(world: World) -> None:
    """Not even what waited to go, nor its end."""
    dora_says(world, "WATCH hoth")
    let_in(world.store, "none")
    assert post(world) == []
    assert dora_says(world, "WATCH") == "watched-none"
    turn(world)
    override(world, "END it snows")
    assert post(world) == []


def test_what_waits_to_go_is_held_to_what_spectators_may_know_by_then(world: World) -> None:
    """A report that was to go when the GM keeps spectators behind goes no more."""
    dora_says(world, "WATCH hoth")
    assert len(post(world)) == 1
    turn(world)
    let_in(world.store, "after 3 turns")
    assert post(world) == []


def test_what_is_played_again_after_a_rollback_comes_again(world: World) -> None:
    """It is another record; the report says that a step was taken back."""
    dora_says(world, "WATCH hoth")
    turn(world)
    override(world, "ROLLBACK 1")
    turn(world)
    assert told(post(world)) == [("dora@pbem.test", number) for number in (0, 1, 3)]


def test_it_never_goes_before_the_players_own(world: World) -> None:
    """It waits until each of theirs has gone or was tried; then it does not wait for a mailbox that is full."""
    dora_says(world, "WATCH hoth")
    post(world)
    turn(world)
    with world.store.write() as session:
        for row in session.exec(select(Outbox).where(Outbox.kind == "turn-report", Outbox.seat == "Bob")):
            row.leased = world.clock.now()
    assert post(world) == [], "Bob's is in the hands of another sender"
    with world.store.write() as session:
        for row in session.exec(select(Outbox).where(Outbox.kind == "turn-report")):
            row.leased = None
    order = [each.dispatch.key for each in world.post(MUTE)]
    last = max(at for at, key in enumerate(order) if key.startswith("report:"))
    assert [at > last for at, key in enumerate(order) if key.startswith("watch:")] == [True]
    turn(world)
    world.outbound.status = _full
    assert told(post(world)) == [("dora@pbem.test", 2)]


def _full(dispatch: Dispatch) -> Sent | None:
    return Sent(DeliveryStatus.LATER, "mailbox full") if dispatch.to == ("bob@pbem.test",) else None


def test_who_watches_comes_last_and_has_a_part_of_the_day_alone(world: World) -> None:
    """Where the provider limits the letters of a day."""
    for number in range(8):
        writes(world, "WATCH hoth", f"zoe{number}@pbem.test")
    post(world)
    world.move(hours=25)
    world.settings(limits=Limits(letters_per_day=20, watch_share=0.3))
    turn(world)
    gone = Counter(row.kind for row in world.rows() if row.status is OutboxStatus.SENT)
    assert len(post(world)) == 6
    now = Counter(row.kind for row in world.rows() if row.status is OutboxStatus.SENT)
    assert (now - gone)["turn-report"] >= 3


# ---- until when --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("said", ["WATCH hoth OFF", "WATCH OFF", "UNSUBSCRIBE"])
def test_it_ends_when_the_reader_says_so(world: World, said: str) -> None:
    """What waits to go does not go any more."""
    dora_says(world, "WATCH hoth")
    writes(world, "WATCH hoth")
    turn(world)
    dora_says(world, said)
    writes(world, said)
    assert post(world) == []
    turn(world)
    assert post(world) == []
    assert dora_says(world, "WATCH") == "watched-none"


def test_off_ends_one_match_and_the_others_are_listed(world: World) -> None:
    """WATCH alone lists them, and so does OFF for one that is not watched."""
    begin(world, "naboo")
    dora_says(world, "WATCH hoth\nWATCH naboo")
    assert dora_says(world, "WATCH hoth OFF") == "watch-off"
    answer = world.says("Ann", "WATCH", match="endor", sender="dora@pbem.test").answers[0]
    assert (answer.code, [match.name for match in answer.matches]) == ("watched", ["naboo"])
    assert dora_says(world, "WATCH hoth OFF") == "watched"


def test_whoever_answers_a_letter_of_ours_can_end_it_unproved(world: World) -> None:
    """Its Message-ID proves that its reader writes; nothing else is done, and nobody else's letters end."""
    for sender in (ZOE, "yan@pbem.test"):
        writes(world, "WATCH hoth", sender)
    (zoes, _) = post(world)
    answer = {"In-Reply-To": zoes.dispatch.message_id}
    assert writes(world, "WATCH endor OFF", proved=False, headers=answer) == []
    assert writes(world, "WATCH endor\nWATCH hoth OFF", proved=False, headers=answer) == []
    turn(world)
    assert told(post(world)) == [("yan@pbem.test", 1)]


def test_a_letter_has_links_that_end_it_and_nothing_else(world: World) -> None:
    """One click with a web desk that speaks TLS, a letter in any case; replies go to the plain address."""
    writes(world, "WATCH hoth")
    (plain,) = post(world)
    assert plain.dispatch.list_unsubscribe == (
        "mailto:moderator@pbem.test?subject=WATCH%20hoth%20OFF&body=WATCH%20hoth%20OFF",
    )
    world.settings(web="https://play.example.org")
    turn(world)
    (letter,) = post(world, RENDERER)
    path = tags.watch_path(world.ctx, "hoth", ZOE)
    assert letter.dispatch.list_unsubscribe[0] == f"https://play.example.org{path}"
    assert "List-Unsubscribe-Post: List-Unsubscribe=One-Click" in letter.raw.decode()
    assert letter.dispatch.reply_to == "moderator@pbem.test"
    text = letter.dispatch.words.text
    assert "match hoth, which you watch. To stop it, write WATCH hoth" in " ".join(text.split())
    assert "https://play.example.org/m/hoth" in text


def test_letters_to_one_reader_are_one_thread_and_nobody_elses(world: World) -> None:
    """No Message-ID of a letter to somebody else is in it: such an ID proves who writes."""
    writes(world, "WATCH hoth")
    writes(world, "WATCH hoth", "yan@pbem.test")
    turn(world)
    letters = post(world)
    threads = {(each.dispatch.to, each.dispatch.references) for each in letters}
    assert len(letters) == 4
    assert len(threads) == len({references for _, references in threads}) == 2
    ids = {row.message_id for row in world.rows()}
    assert not ids & {each for _, references in threads for each in references}


def test_an_address_that_refuses_a_letter_gets_no_more(world: World) -> None:
    """Nobody is told: it is no player's."""
    writes(world, "WATCH hoth")
    post(world)
    world.outbound.status = lambda dispatch: (
        Sent(DeliveryStatus.REFUSED, "no such user") if dispatch.to == (ZOE,) else None
    )
    turn(world)
    memos = len(world.rows("memo"))
    post(world)
    world.outbound.status = None
    turn(world)
    assert post(world) == []
    assert len(world.rows("memo")) == memos


def test_letters_follow_a_player_to_another_address(world: World) -> None:
    """As all others do."""
    dora_says(world, "WATCH hoth")
    post(world)
    with world.store.write() as session:
        for entry in session.exec(select(Address).where(Address.address == "dora@pbem.test")):
            entry.address = "rosa@pbem.test"
    turn(world)
    assert told(post(world)) == [("rosa@pbem.test", 1)]


# ---- the twin law ------------------------------------------------------------------------------------------------


def watched_letters(stage: Stage, *, twin: bool) -> list[tuple[str, bytes]]:
    """Return what somebody is sent who watches a match, or its twin in which all that is secret is otherwise."""
    sealed = Seal(request=0, record=0, open="", secret="")
    with stage.go_on(twin=twin) as world, patch("moderator.service.matches.evidence.seal", lambda *_: sealed):
        let_in(world.store, "public", MATCH)
        with world.store.write() as session:
            watching.start(session, world.ctx, Who(None, ZOE), MATCH)
        letters = collect(world.store, world.ctx, world.rows(watching.KIND))
        return [
            (watching.KIND, encode([dispatch(world.ctx, each, Words("", "")), each.facts]))
            for each in letters
            if isinstance(each, Envelope)
        ]


def heard(stage: Stage) -> Heard:
    """Return what is sent of both."""
    return Heard(*(watched_letters(stage, twin=twin) for twin in (False, True)))


@pytest.mark.parametrize("scene", ["amid", "unanswered"])
@pytest.mark.parametrize("game", ALL_GAMES)
def test_who_watches_is_told_what_everybody_may_know(stage: Callable[[str], Stage], game: str, scene: str) -> None:
    """Nothing of a letter differs by what is hidden from spectators."""
    told_both = heard(stage(f"{game}: {scene}"))
    assert told_both.names == {watching.KIND}
    told_both.assert_alike()


def test_a_leak_in_what_who_watches_is_told_is_seen(
    stage: Callable[[str], Stage], alter: Callable[[AnyGame, str, Any], None]
) -> None:
    """The law sees a board that is marked by the whole position."""
    scene = stage("hex-duel: unanswered")
    plant(alter, scene.game, "draw")
    assert heard(scene).differing == {watching.KIND}
