"""Who writes to the others without end stops nobody's post, and cannot make us send without end."""

from collections import Counter

import pytest
from msgspec.structs import replace
from sqlmodel import select

from moderator.service.context import Limits
from moderator.store.statuses import OutboxStatus
from moderator.store.tables import Outbox
from tests.support.harm import MUTE, OURS, sent, settle
from tests.support.world import World

ANN, BOB, GM = "ann@pbem.test", "bob@pbem.test", "gm@pbem.test"


def limited(world: World, **limits: object) -> None:
    """Set some limits, and let what waits go first."""
    settle(world)
    world.move(hours=25)
    world.settings(limits=replace(Limits(), **limits))


def press(count: int, text: str = "hello") -> str:
    """Return a letter of so many messages to all."""
    return "\n".join(f"PRESS TO ALL: {text} {number}" for number in range(count))


def gone(world: World) -> Counter[str]:
    """Send what may go, and count it by kinds."""
    world.post(MUTE)
    with world.store.read() as session:
        rows = session.exec(select(Outbox.kind).where(Outbox.status == OutboxStatus.SENT)).all()
    return Counter(rows)


def strangers_write(world: World, count: int) -> None:
    """Let so many write for whom our server vouches, each from an address of its own."""
    world.settings(authserv_id=OURS)
    vouched = {"Authentication-Results": f"{OURS}; dmarc=pass header.from=real.test"}
    for number in range(count):
        world.put(world.raw("HELP", f"zoe{number}@real.test", headers=vouched))
    world.read()


def test_three_letters_of_press_stop_no_answer_and_no_report(world: World) -> None:
    """Thirty PRESS TO ALL in each of three letters: Bob's orders are acknowledged, and the turn is reported in time."""
    limited(world, letters_per_day=40)
    before = gone(world)
    for _ in range(3):
        world.says("Ann", press(30))
    world.says("Bob", "SEEK Mill")
    now = gone(world) - before
    assert now["press-letter"] == 8, "a fifth of the quota"
    assert now["acknowledgement"] == 4
    world.move(hours=24)
    world.move(minutes=-30)
    world.look()
    assert (gone(world) - before)["turn-report"] == 3, "two players and the GM"


def test_the_rest_of_the_press_goes_the_next_day(world: World) -> None:
    """What is over the share waits, and none is lost."""
    limited(world, letters_per_day=40)
    before = gone(world)["press-letter"]
    world.says("Ann", press(20))
    counts = []
    for _ in range(4):
        counts.append(gone(world)["press-letter"] - before)
        world.move(hours=24, minutes=1)
    assert counts == [8, 16, 20, 20]


def test_one_players_answers_leave_those_of_the_others(world: World) -> None:
    """Ann has her part of the answers of a day; Bob's go, and hers after that go tomorrow."""
    limited(world, letters_per_day=50)
    gone(world)
    for _ in range(20):
        world.says("Ann", "STATUS")
    world.says("Bob", "SEEK Mill")
    to = Counter(letter.to[0] for letter in sent(world))
    assert to == {ANN: 6, BOB: 1}
    world.move(hours=25)
    assert Counter(letter.to[0] for letter in sent(world)) == {ANN: 6}


def test_answers_of_many_leave_a_part_for_reports(world: World) -> None:
    """Whoever causes them: answers have three fifths of the day, and reports go all the same."""
    limited(world, letters_per_day=10)
    before = gone(world)
    strangers_write(world, 30)
    for _ in range(10):
        world.says("Ann", "STATUS")
    now = gone(world) - before
    assert now["stranger"] + now["acknowledgement"] == 6
    world.move(hours=23)
    world.look()
    assert (gone(world) - before)["turn-report"] == 3


def test_answers_to_strangers_leave_those_of_players(world: World) -> None:
    """All who hold no seat share the part of one player, however many addresses they write from."""
    limited(world, letters_per_day=50)
    before = gone(world)
    strangers_write(world, 40)
    assert (gone(world) - before)["stranger"] == 6
    world.says("Bob", "SEEK Mill")
    assert (gone(world) - before)["acknowledgement"] == 1


@pytest.mark.parametrize("off", ["press_share", "answer_share"])
def test_a_share_may_be_switched_off(world: World, off: str) -> None:
    """Then these letters may use all of the day."""
    limited(world, letters_per_day=20, **{off: None})
    before = gone(world)
    for _ in range(2 if off == "press_share" else 15):
        world.says("Ann", press(15) if off == "press_share" else "STATUS")
    assert sum((gone(world) - before).values()) >= 13


def test_without_a_quota_nothing_is_kept_back(world: World) -> None:
    """Shares are parts of letters_per_day, and there are none of 0."""
    limited(world)
    before = gone(world)["press-letter"]
    for _ in range(2):
        world.says("Ann", press(30))
    assert gone(world)["press-letter"] - before == 60


def test_a_player_has_a_bound_of_messages_a_day(world: World) -> None:
    """Over it a message is refused kindly, with when the next may go; orders in the letter are filed as ever."""
    limited(world, press_per_day=5)
    world.says("Ann", press(3))
    world.move(hours=1)
    letter = world.says("Ann", f"{press(3)}\nSEEK Mill")
    assert [answer.code for answer in letter.answers] == ["press-public", "press-public", "press-used-up"]
    assert world.order_set("Ann") == ["SEEK Mill"]
    out = [each for each in sent(world) if each.to == (ANN,)][-1]
    assert "5 messages" in out.text
    assert "20:00" in out.text
    assert [answer.code for answer in world.says("Bob", press(1)).answers] == ["press-public"]
    assert [answer.code for answer in world.says("Ann", "PRESS TO GM: help").answers] == ["press-sent"]
    world.move(hours=23, minutes=1)
    letter = world.says("Ann", press(4))
    assert [answer.code for answer in letter.answers] == [*["press-public"] * 3, "press-used-up"]


def test_the_bound_is_for_the_player_in_all_matches(world: World) -> None:
    """A second match gives no second allowance, and the letter's own messages count one by one."""
    world.match("endor")
    limited(world, press_per_day=2)
    world.says("Ann", press(2))
    assert [answer.code for answer in world.says("Ann", press(1), match="endor").answers] == ["press-used-up"]


HEAVY = {"emoji": "\N{GRINNING FACE}", "ampersands": "&", "quotes": '"', "angles": "<", "umlauts": "ä", "plain": "x"}


@pytest.mark.parametrize("sign", HEAVY.values(), ids=HEAVY.keys())
def test_no_sign_makes_the_press_of_a_letter_grow(world: World, sign: str) -> None:
    """Twenty messages of 10,000 signs, whatever they are: a rival gets less than a megabyte of them in a day."""
    limited(world)
    text = "\n".join([sign * 99] * 100)
    world.says("Ann", "\n".join(f"PRESS TO ALL\n{number}\n{text}\nEND" for number in range(20)))
    out = sent(world)
    to_bob = sum(len(letter.raw) for letter in out if letter.to == (BOB,))
    assert to_bob < 1_000_000
    assert max(len(letter.raw) for letter in out) < 250_000


def test_a_message_of_signs_that_take_much_room_is_refused_with_its_own_limit(world: World) -> None:
    """The answer says how many of these signs a message may have."""
    limited(world)
    text = "\n".join(["&" * 99] * 100)
    (answer,) = world.says("Ann", f"PRESS TO ALL\n{text}\nEND").answers
    assert answer.code == "press-long"
    assert 5_900 < int(answer.facts["limit"]) < 6_200
    assert world.rows("press-letter") == []


def test_a_long_message_of_any_alphabet_is_passed_on(world: World) -> None:
    """Ten thousand letters of Greek or Chinese weigh more than Latin ones, and are no more than was promised."""
    limited(world)
    for sign in ("я", "漢"):
        text = "\n".join([sign * 98] * 100)
        letter = world.says("Ann", f"PRESS TO ALL\n{text}\nEND")
        assert [answer.code for answer in letter.answers] == ["press-public"]
