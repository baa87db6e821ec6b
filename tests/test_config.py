"""The operator's file: what it may say, and what is said about its mistakes."""

import re
from datetime import timedelta
from pathlib import Path

import pytest

from moderator.config import Config, ConfigError, Fault, load
from moderator.config.lines import Lines
from moderator.games.registry import GAMES
from moderator.ports import ChatKind
from moderator.service.ours import Ours
from moderator.transport.tokens import TokenCommand, TokenFile

WHOLE = """\
[moderator]
name = "Battle Moderator"
address = "moderator@pbem.test"
gm = "gm@pbem.test"
zone = "Europe/Berlin"
trust = "tag"

[imap]
host = "127.0.0.1"
port = 11143
tls = "none"
user = "moderator@pbem.test"
password = "${IMAP_PASSWORD}"
folder = "INBOX"

[smtp]
host = "127.0.0.1"
port = 11025
tls = "none"
user = ""
password = ""

[database]
url = "sqlite:///state/moderator.sqlite"

[[match]]
name = "hoth"
game = "rebel-commander"
at = "MON,THU 20:00"
options = { edition = "planet" }
seats = [
  { seat = "Red", player = "Ann", address = "ann@pbem.test", zone = "America/New_York" },
  { seat = "Blue", bot = "recruit" },
  { seat = "Empire", bot = "recruit" },
]

[[override]]
id = "extra-day"
match = "hoth"
do = "EXTEND 24h"
"""
ENV = {"IMAP_PASSWORD": "correct horse"}


def read(tmp_path: Path, text: str, env: dict[str, str] | None = None) -> Config:
    """Load a text as ``config.toml``."""
    path = tmp_path / "config.toml"
    path.write_text(text, encoding="utf-8")
    return load(path, ENV if env is None else env)


def faults(tmp_path: Path, text: str, env: dict[str, str] | None = None) -> tuple[Fault, ...]:
    """Return what is wrong with a text."""
    with pytest.raises(ConfigError) as caught:
        read(tmp_path, text, env)
    return caught.value.faults


def test_the_whole_file_is_read(tmp_path: Path) -> None:
    """Every table of the published format arrives in the settings."""
    config = read(tmp_path, WHOLE)
    assert config.settings.address == "moderator@pbem.test"
    assert config.settings.delay == timedelta(minutes=15)
    assert config.imap is not None
    assert (config.imap.port, config.imap.password) == (11143, "correct horse")
    assert config.smtp is not None
    assert config.smtp.user == ""
    assert config.database == f"sqlite:///{tmp_path / 'state/moderator.sqlite'}"
    (match,) = config.matches
    assert (match.name, match.schedule, match.zone) == ("hoth", "at MON,THU 20:00", "Europe/Berlin")
    assert match.options == {"edition": "planet"}
    assert [(seat.seat, seat.bot or seat.addresses[0]) for seat in match.seats] == [
        ("Red", "ann@pbem.test"),
        ("Blue", "recruit"),
        ("Empire", "recruit"),
    ]
    (override,) = config.overrides
    assert (override.name, override.match, override.lines) == ("extra-day", "hoth", ("EXTEND 24h",))


ROOT = Path(__file__).parents[1]


def test_each_game_has_a_match_in_the_file_that_init_writes(tmp_path: Path) -> None:
    """Behind comment signs; without them each is a match as it stands."""
    text = (ROOT / "config.toml").read_text(encoding="utf-8")
    shown = re.findall(r"^# (\[\[match]]\n(?:# .*\n)+)", text, re.MULTILINE)
    config = read(tmp_path, text + "\n" + "\n".join(re.sub("^# ", "", match, flags=re.MULTILINE) for match in shown))
    assert {match.game for match in config.matches} == set(GAMES)


@pytest.mark.parametrize("key", GAMES)
def test_the_page_of_a_game_shows_a_match_of_it(tmp_path: Path, key: str) -> None:
    """A match as it stands, which the operator's file takes."""
    page = GAMES[key].page.read_text(encoding="utf-8")
    (shown,) = re.findall(r"^```toml\n(\[\[match]]\n.*?)^```", page, re.MULTILINE | re.DOTALL)
    config = read(tmp_path, (ROOT / "config.toml").read_text(encoding="utf-8") + "\n" + shown)
    assert [match.game for match in config.matches] == [key]


def test_mail_and_matches_may_be_left_out(tmp_path: Path) -> None:
    """The smallest file names the moderator and the GM."""
    config = read(tmp_path, '[moderator]\nname = "M"\naddress = "m@pbem.test"\ngm = "g@pbem.test"\n')
    assert config.imap is None
    assert config.smtp is None
    assert config.matches == ()


def test_the_file_of_the_repository_is_good() -> None:
    """The instance that the repository is can be started as it stands."""
    assert load(Path(__file__).parent.parent / "config.toml", {}).settings.name == "Battle Moderator"


def test_a_match_may_have_a_blind_gm(tmp_path: Path) -> None:
    """By default the GM sees all."""
    blind = WHOLE.replace('game = "rebel-commander"', 'game = "rebel-commander"\ngm = "blind"')
    assert [read(tmp_path, text).matches[0].gm for text in (WHOLE, blind)] == ["open", "blind"]


@pytest.mark.parametrize(
    ("keys", "web", "chosen", "otherwise"),
    [
        ("", "", "", "none"),
        ("", "[web]", "", "public"),
        ('spectators = "After  3 turns"', "[web]", "after 3 turns", "public"),
        ('spectators = "none"', "[web]", "none", "public"),
    ],
)
def test_a_match_says_what_spectators_see(tmp_path: Path, keys: str, web: str, chosen: str, otherwise: str) -> None:
    """One that does not say it begins open where there is a web desk, and closed where there is none."""
    text = WHOLE.replace("options =", f"{keys}\noptions =").replace("[database]", f"{web}\n[database]")
    config = read(tmp_path, text)
    assert (config.matches[0].spectators, config.settings.spectators) == (chosen, otherwise)


def test_a_match_may_be_of_a_series(tmp_path: Path) -> None:
    """By default it is of none."""
    of_series = WHOLE.replace("options =", 'series = "spring"\noptions =')
    assert [read(tmp_path, text).matches[0].series for text in (WHOLE, of_series)] == ["", "spring"]


def test_a_player_may_have_several_addresses(tmp_path: Path) -> None:
    """The first of a list is written to; all are kept in lower case."""
    text = WHOLE.replace('address = "ann@pbem.test"', 'address = ["Ann@pbem.test", "ann@work.test"]')
    assert read(tmp_path, text).matches[0].seats[0].addresses == ("ann@pbem.test", "ann@work.test")


def test_a_match_says_what_happens_with_the_absent(tmp_path: Path) -> None:
    """By default nothing but the game's default orders."""
    (match,) = read(tmp_path, WHOLE).matches
    assert (match.absent, match.absent_after, match.absent_bot) == ("default", 2, "")
    text = WHOLE.replace("options =", 'absent = "bot"\nabsent_after = 3\nabsent_bot = "veteran"\noptions =')
    (match,) = read(tmp_path, text).matches
    assert (match.absent, match.absent_after, match.absent_bot) == ("bot", 3, "veteran")


def test_a_password_is_never_shown(tmp_path: Path) -> None:
    """Neither the settings nor the complaints about them show a secret."""
    config = read(tmp_path, WHOLE)
    assert "correct horse" not in repr(config)
    wrong = WHOLE.replace('"${IMAP_PASSWORD}"', '"hunter2"')
    assert all("hunter2" not in str(fault) for fault in faults(tmp_path, wrong))


MISTAKES = {
    "a misspelt key": ('zone = "Europe/Berlin"', 'zoen = "Europe/Berlin"', 5, "moderator.zoen", '"zone"'),
    "a misspelt key of a seat": ('player = "Ann"', 'playr = "Ann"', 32, "match[1].seats[1].playr", '"player"'),
    "a misspelt table": ("[smtp]", "[stmp]", 16, "stmp", '"smtp"'),
    "a number in quotes": ("port = 11143", 'port = "11143"', 10, "imap.port", "without quotes"),
    "a port that is none": ("port = 11143", "port = 99999", 10, "imap.port", ""),
    "a number for a name": ('name = "Battle Moderator"', "name = 5", 2, "moderator.name", "quotes"),
    "an unknown zone": ('zone = "Europe/Berlin"', 'zone = "Berlin"', 5, "moderator.zone", '"Europe/Berlin"'),
    "a seat's misspelt zone": ("America/New_York", "America/NewYork", 32, "match[1].seats[1].zone", "New_York"),
    "no address": ('"gm@pbem.test"', '"gm at pbem.test"', 4, "moderator.gm", "ann@example.org"),
    "an address with a name": ('"ann@pbem.test"', '"Ann <ann@pbem.test>"', 32, "match[1].seats[1].address", "without"),
    "an unknown trust": ('trust = "tag"', 'trust = "tags"', 6, "moderator.trust", '"tag"'),
    "an unknown tls": ('tls = "none"\nuser = "m', 'tls = "ssl"\nuser = "m', 11, "imap.tls", "tls"),
    "letters in the open": (
        'host = "127.0.0.1"\nport = 11143',
        'host = "mx.test"\nport = 11143',
        11,
        "imap.tls",
        '"tls"',
    ),
    "a secret in the open": ('"${IMAP_PASSWORD}"', '"hunter2"', 13, "imap.password", "${IMAP_PASSWORD}"),
    "an unset variable": ('"${IMAP_PASSWORD}"', '"${IMAP_PASWORD}"', 13, "imap.password", "IMAP_PASSWORD"),
    "an unknown game": ('"rebel-commander"', '"rebel-comander"', 28, "match[1].game", '"rebel-commander"'),
    "an unknown seat": ('seat = "Blue"', 'seat = "Bleu"', 33, "match[1].seats[2].seat", '"Blue"'),
    "a seat twice": ('seat = "Blue"', 'seat = "Red"', 33, "match[1].seats[2].seat", "free: "),
    "an unknown bot": ('"Blue", bot = "recruit"', '"Blue", bot = "recuit"', 33, "match[1].seats[2].bot", '"recruit"'),
    "an unknown bot for the absent": (
        'options = { edition = "planet" }',
        'absent_bot = "vetran"',
        30,
        "match[1].absent_bot",
        '"veteran"',
    ),
    "another way with the absent": (
        'options = { edition = "planet" }',
        'absent = "robot"',
        30,
        "match[1].absent",
        "bot",
    ),
    "another choice for spectators": (
        'options = { edition = "planet" }',
        'spectators = "after 0 turns"',
        30,
        "match[1].spectators",
        '"after 3 turns"',
    ),
    "a series that fits no address": (
        'options = { edition = "planet" }',
        'series = "Spring Cup"',
        30,
        "match[1].series",
        '"spring-cup"',
    ),
    "nobody in a seat": ('{ seat = "Blue", bot = "recruit" }', '{ seat = "Blue" }', 33, "match[1].seats[2]", "bot ="),
    "a person and a bot": ('"Ann", ', '"Ann", bot = "recruit", ', 32, "match[1].seats[1].bot", "remove one"),
    "an unknown option": ('edition = "planet"', 'editon = "planet"', 30, "match[1].options.editon", '"edition"'),
    "an impossible option": ('"planet"', '"planett"', 30, "match[1].options.edition", '"planet"'),
    "an unreadable schedule": ("MON,THU 20:00", "MON,THU 25:00", 29, "match[1].at", "MON,THU 20:00"),
    "two schedules": ('at = "MON', 'every = "48h"\nat = "MON', 30, "match[1].at", "keep every"),
    "a name with umlauts": (
        'name = "hoth"',
        'name = "Straße nach Köln é"',
        27,
        "match[1].name",
        '"strasse-nach-koeln-e"',
    ),
    "a name that fits no address": ('name = "hoth"', 'name = "Ice Hoth!"', 27, "match[1].name", '"ice-hoth"'),
    "an override of a match that is none": ('match = "hoth"', 'match = "hot"', 39, "override[1].match", '"hoth"'),
    "an override that means nothing": ('"EXTEND 24h"', '"EXTNED 24h"', 40, "override[1].do", "EXTEND 24h"),
    "an override that says nothing": ('"EXTEND 24h"', "[]", 40, "override[1].do", "EXTEND 24h"),
    "one of several matches that is none": ('"hoth"\ndo', '["hoth", "hot"]\ndo', 39, "override[1].match[2]", '"hoth"'),
    "all matches, and one of them": ('"hoth"\ndo', '["*", "hoth"]\ndo', 39, "override[1].match", 'write "*"'),
    "an override of no match": ('"hoth"\ndo', "[]\ndo", 39, "override[1].match", '["hoth", "endor"]'),
    "a reason that is no text": ('"EXTEND 24h"', '"EXTEND 24h"\nwhy = 3', 41, "override[1].why", "write it as"),
    "a long reason": ('"EXTEND 24h"', f'"EXTEND 24h"\nwhy = "{"x" * 1001}"', 41, "override[1].why", "1000 at most"),
}


@pytest.mark.parametrize(
    ("language", "said"),
    [
        *(
            (name, f'"{name}" is not the code of a language (write "de")')
            for name in ("German", "Deutsch", "DE", "de_DE")
        ),
        ("fr", 'letters cannot be in "fr" (write "en" or "de")'),
    ],
)
def test_a_language_is_known_by_its_name(tmp_path: Path, language: str, said: str) -> None:
    """Only of one that letters cannot be in are all choices named."""
    (fault,) = faults(tmp_path, WHOLE.replace("zone =", f'language = "{language}"\nzone =', 1))
    assert str(fault).endswith(f"moderator.language: {said}")


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ('edition = "moon"', "'moon' is not allowed here (choose one of: "),
        ("max_turns = [1]", "must be a whole number, not a list"),
        ("fog = 3", "must be true or false, not a whole number"),
        ("max_turns = 2.5", "must be a whole number, not a decimal number"),
    ],
)
def test_an_option_of_a_wrong_type_is_told_as_other_keys_are(tmp_path: Path, value: str, said: str) -> None:
    """In the operator's words, not those of the library that reads it."""
    (fault,) = faults(tmp_path, WHOLE.replace('edition = "planet"', value))
    assert said in str(fault)


PASSWORD = 'password = "${IMAP_PASSWORD}"'
LOGINS = {
    "no way to log in": ("folder", 12, "imap.user", 'add password = "${IMAP_PASSWORD}"'),
    "two ways": (
        f'{PASSWORD}\ntoken_file = "config.toml"',
        14,
        "imap.token_file",
        "keep token_file and remove password",
    ),
    "no such file": ('token_file = "fresh"', 13, "imap.token_file", "correct the path"),
    "no such program": ('token_command = "fresh-token -x"', 13, "imap.token_command", "whole path"),
    "an open quote": ("token_command = 'fresh \"x'", 13, "imap.token_command", "as in a shell"),
    "a token in the open": ('token = "ya29.x"', 13, "imap.token", '"token_file"'),
}


def test_a_mailbox_is_not_ours_alone_unless_the_file_says_so(tmp_path: Path) -> None:
    """Letters to our address and its aliases are ours; with ``all`` every letter is."""
    config = read(tmp_path, WHOLE.replace("gm =", 'aliases = ["Battle@pbem.test"]\ngm =', 1))
    assert config.imap is not None
    assert config.imap.ours == Ours(("moderator@pbem.test", "battle@pbem.test"))
    config = read(tmp_path, WHOLE.replace("[imap]", "[imap]\nall = true", 1))
    assert config.imap is not None
    assert config.imap.ours is None


@pytest.mark.parametrize("name", LOGINS)
def test_a_login_that_cannot_work_is_told(name: str, tmp_path: Path) -> None:
    """There is one way to log in, a token's file or program is there, and no secret stands in the file."""
    said, line, key, advice = LOGINS[name]
    text = WHOLE.replace(f"{PASSWORD}\n", "" if said == "folder" else f"{said}\n", 1)
    (fault,) = faults(tmp_path, text)
    assert (fault.line, fault.key) == (line, key)
    assert advice in fault.suggestion


def test_a_token_replaces_the_password(tmp_path: Path) -> None:
    """Its file is found from the folder of the operator's file; a command is kept as it is written."""
    (tmp_path / "fresh").write_text("token", encoding="utf-8")
    config = read(tmp_path, WHOLE.replace(PASSWORD, 'token_file = "fresh"'))
    assert config.imap is not None
    assert config.imap.token == TokenFile(tmp_path / "fresh")
    relay = WHOLE.replace('user = ""\npassword = ""', 'user = "moderator"\ntoken_command = "sh -c x"')
    config = read(tmp_path, relay)
    assert config.smtp is not None
    assert config.smtp.token == TokenCommand("sh -c x", tmp_path)


def test_a_token_needs_a_user(tmp_path: Path) -> None:
    """A relay that wants no login wants no token."""
    text = WHOLE.replace('user = ""\npassword = ""', 'token_command = "sh -c x"')
    (fault,) = faults(tmp_path, text)
    assert (fault.key, fault.suggestion) == ("smtp.token_command", 'add user = "…" to [smtp]')


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_told_with_line_and_advice(name: str, tmp_path: Path) -> None:
    """Each mistake is the only complaint, stands at its line and says what to write instead."""
    good, bad, line, key, advice = MISTAKES[name]
    assert WHOLE.count(good), "the table names what the file has"
    (fault,) = faults(tmp_path, WHOLE.replace(good, bad, 1))
    assert (fault.file, fault.line, fault.key) == ("config.toml", line, key)
    assert advice in str(fault)
    assert str(fault).startswith(f"config.toml:{line}: {key}: ")


def test_the_addresses_of_a_match_with_mistakes_are_looked_at_too(tmp_path: Path) -> None:
    """An address alone stops its match and not the file; beside another mistake it is corrected in the same go."""
    text = WHOLE.replace("ann@pbem.test", "ann@nowhere")
    assert read(tmp_path, text).matches
    found = faults(tmp_path, text.replace('bot = "recruit"', 'bot = "recrut"'))
    assert [fault for fault in found if "no letter can reach ann@nowhere" in fault.message]


def test_all_mistakes_are_told_at_once(tmp_path: Path) -> None:
    """Nobody has to mend a file one run at a time."""
    bad = WHOLE.replace("port = 11143", 'port = "x"').replace("zone =", "zoen =", 1).replace("gm =", "mg =")
    assert [fault.line for fault in faults(tmp_path, bad)] == [1, 4, 5, 10]


def test_a_table_that_is_none_stops_no_other_check(tmp_path: Path) -> None:
    """Beside a match without a name, too: neither is taken for the other's."""
    bad = (
        WHOLE.replace('name = "hoth"\n', "", 1)
        .partition("[[override]]")[0]
        .replace("[moderator]", "override = [5]\n[moderator]", 1)
    )
    assert {"match[1].name", "override[1]"} <= {fault.key for fault in faults(tmp_path, bad)}


def test_mistakes_of_every_kind_are_told_in_one_reading(tmp_path: Path) -> None:
    """Of shape and of sense: a zone, an address, a seat, a bot, options, a schedule, two lines of an override."""
    bad = """
[moderator]
name = "M"
address = "pbem@example.org"
gm = "gm"
zone = "Berlin"

[[match]]
name = "hoth"
game = "rebel-commander"
at = "MOON 20:00"
options = { no_such = 1, max_turns = "x" }
seats = [
  { seat = "Rde", player = "Ann", address = "ann@example.org" },
  { seat = "Blue", player = "Bob", address = "bob" },
  { seat = "Green", bot = "recrut" },
]

[[override]]
id = "one"
match = "hoth"
do = ["EXTEND soon", "PAUSE for lunch", "RESUME"]
"""
    keys = [fault.key for fault in faults(tmp_path, bad)]
    assert keys == [
        "moderator.gm",
        "moderator.zone",
        "match[1].at",
        "match[1].options.max_turns",
        "match[1].options.no_such",
        "match[1].seats[1].seat",
        "match[1].seats[2].address",
        "match[1].seats[3].bot",
        "override[1].do[1]",
        "override[1].do[2]",
    ]


def test_a_mistake_of_shape_causes_no_other_complaint(tmp_path: Path) -> None:
    """A seat whose address is no address is not said to be empty, and a nameless match is not two of one name."""
    bad = WHOLE.replace('"ann@example.org"', '"ann"').replace('name = "hoth"', "name = 7")
    assert all("nobody plays" not in str(fault) and "two matches" not in str(fault) for fault in faults(tmp_path, bad))


def test_two_matches_of_one_name(tmp_path: Path) -> None:
    """The second is the mistake, and the first is pointed at."""
    match = WHOLE[WHOLE.index("[[match]]") : WHOLE.index("[[override]]")]
    (fault,) = faults(tmp_path, WHOLE + match)
    assert fault.key == "match[2].name"
    assert "config.toml:27" in fault.suggestion


def test_two_overrides_of_one_id(tmp_path: Path) -> None:
    """An id is used once."""
    (fault,) = faults(tmp_path, WHOLE + '\n[[override]]\nid = "extra-day"\nmatch = "hoth"\ndo = "PAUSE"\n')
    assert (fault.key, fault.line) == ("override[2].id", 43)


ENDOR = WHOLE[WHOLE.index("[[match]]") : WHOLE.index("[[override]]")].replace('"hoth"', '"endor"')


def test_an_override_of_several_matches_is_one_for_each(tmp_path: Path) -> None:
    """All of them know that they are one; a reason is one line."""
    text = WHOLE.replace('match = "hoth"\ndo', 'match = ["hoth", "endor", "hoth"]\nwhy = """A\n storm."""\ndo')
    plans = read(tmp_path, text + ENDOR).overrides
    assert [(plan.match, plan.matches, plan.why) for plan in plans] == [
        ("hoth", ("hoth", "endor"), "A storm."),
        ("endor", ("hoth", "endor"), "A storm."),
    ]
    (every,) = read(tmp_path, WHOLE.replace('match = "hoth"\ndo', 'match = "*"\ndo')).overrides
    assert (every.match, every.matches) == ("*", ("*",))


def test_a_line_that_does_not_fit_one_of_several_matches_names_it(tmp_path: Path) -> None:
    """Of all matches a line is wrong only if it fits none: those that are over stand in the file, too."""
    other = ENDOR.replace('seat = "Blue"', 'seat = "Green"')
    line = WHOLE.replace('do = "EXTEND 24h"', 'do = "ORDERS Blue: PASS"')
    (fault,) = faults(tmp_path, line.replace('match = "hoth"\ndo', 'match = ["hoth", "endor"]\ndo') + other)
    assert fault.message.startswith('match "endor": line 1, "ORDERS Blue: PASS": there is no seat "Blue"')
    every = line.replace('match = "hoth"\ndo', 'match = "*"\ndo')
    assert read(tmp_path, every + other).overrides
    (fault,) = faults(tmp_path, every.replace("ORDERS Blue", "ORDERS Grey") + other)
    assert fault.message.startswith('in every match of this file: line 1, "ORDERS Grey: PASS"')


SYNTAX = {
    "a colon": ('gm = "gm@pbem.test"', 'gm: "gm@pbem.test"', 4, "write ="),
    "text without quotes": ('trust = "tag"', "trust = tag", 6, 'trust = "tag"'),
    "a quote too few": ('gm = "gm@pbem.test"', 'gm = "gm@pbem.test', 4, "quote"),
    "curly quotes": ('trust = "tag"', "trust = \u201ctag\u201d", 6, 'use straight quotes: trust = "tag"'),
    "true in capitals": ('trust = "tag"', "confirm = True", 6, "confirm = true"),
}


@pytest.mark.parametrize("name", SYNTAX)
def test_what_is_no_toml_is_told_with_line_and_hint(name: str, tmp_path: Path) -> None:
    """A file that cannot be read at all is told at the line where reading stopped."""
    good, bad, line, advice = SYNTAX[name]
    (fault,) = faults(tmp_path, WHOLE.replace(good, bad, 1))
    assert fault.line == line
    assert advice in fault.suggestion


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            '[moderator]\nname = "a"\nname = "b"\n',
            ":3: moderator.name: this key is already in line 2 (keep only one of them)",
        ),
        (
            '[moderator]\nname = "a"\n\n[imap]\nhost = "x"\n\n[moderator]\nzone = "UTC"\n',
            ":7: moderator: this table is already in line 1 (write its keys there)",
        ),
        (
            '[[match]]\nname = "a"\n[match]\nname = "b"\n',
            ":3: match[1]: this table is already in line 1 (each begins with [[match]])",
        ),
        (
            '[match]\nname = "a"\n[[match]]\nname = "b"\n',
            ":3: match: this table is already in line 1 (each begins with [[match]])",
        ),
        (
            '[[match]]\nseats = [\n  { seat = "Red" },\n  { seat = "Red", seat = "Blue" },\n]\n',
            ":4: match[1].seats[2].seat: this key is written twice in this line (keep only one of them)",
        ),
        (
            '[[match]]\nname = "a"\n[[match]]\nname = "b"\nseats = [\n  { seat = "Red" },\n]\nseats = [\n]\n',
            ":8: match[2].seats: this key is already in line 5 (keep only one of them)",
        ),
        (
            "[[match]]\noptions = { fog = true }\n[match.options]\nfog = true\n",
            ":3: match[1].options: this table is already in line 2 (write its keys there)",
        ),
        (
            '[moderator]\nname = "a"\nname.first = "b"\n',
            ":3: moderator.name.first: this key is already in line 2 (keep only one of them)",
        ),
    ],
)
def test_what_is_written_twice_is_told_with_both_lines(text: str, told: str, tmp_path: Path) -> None:
    """The key, its line, the line of the first, and what to do about it."""
    path = tmp_path / "config.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError) as error:
        load(path, {})
    assert str(error.value) == f"config.toml{told}"


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    """A file that is not there is a sentence, not a traceback."""
    with pytest.raises(ConfigError) as told:
        load(tmp_path / "config.toml", {})
    assert str(told.value) == "config.toml: there is no such file (moderator init DIR makes a new one)"


@pytest.mark.parametrize("url", ["mysql://gm:geheim@host/games", "state/moderator.sqlite"])
def test_a_database_that_is_not_spoken_to_is_told(url: str, tmp_path: Path) -> None:
    """A kind of database that we do not know is a mistake of the file; a password in it is not repeated."""
    (fault,) = faults(tmp_path, re.sub('url = "sqlite.*"', f'url = "{url}"', WHOLE))
    assert fault.key == "database.url"
    assert "sqlite:///" in fault.suggestion
    assert "geheim" not in str(fault)


@pytest.mark.parametrize(
    ("written", "advice"), [("0", 'write it as "0"'), ("15", 'write it as "15m" or "15h" or "15d"')]
)
def test_a_number_for_a_length_of_time_is_told_with_its_units(tmp_path: Path, written: str, advice: str) -> None:
    """The number itself is what somebody meant."""
    (fault,) = faults(tmp_path, WHOLE.replace('trust = "tag"', f"delay = {written}"))
    assert fault.suggestion == advice


def test_an_empty_file_is_told_how_to_begin(tmp_path: Path) -> None:
    """It lacks a table, not a key."""
    (fault,) = faults(tmp_path, "")
    assert fault.suggestion == "add the table [moderator]; moderator init DIR writes a whole file to start from"


def test_an_option_of_another_game_is_told_where_the_right_ones_are(tmp_path: Path) -> None:
    """There are too many to list."""
    (fault,) = faults(tmp_path, WHOLE.replace('edition = "planet"', 'map_size = "small"'))
    assert (fault.message, fault.suggestion) == (
        "rebel-commander has no such option",
        "moderator match options rebel-commander lists them",
    )


def test_a_missing_key_names_its_table(tmp_path: Path) -> None:
    """What must be there and is not is told at the head of its table."""
    (fault,) = faults(tmp_path, WHOLE.replace('gm = "gm@pbem.test"\n', ""))
    assert (fault.key, fault.line) == ("moderator.gm", 1)
    assert "[moderator]" in fault.suggestion


def test_lines_of_every_way_to_write_a_table() -> None:
    """Dotted keys, inline tables, arrays over lines, quoted keys and strings that look like tables have their lines."""
    lines = Lines(
        'a.b = 1 # c\n"q.r" = \'x\'\ntext = """\n[no]\nz = 1\n"""\n'
        "list = [1,\n  2, # two\n  { k = [3,\n 4] }]\n[[t]]\nx = 2026-01-01\n[[t.u]]\ny = 1\n[[t.u]]\ny = 2\n[[t]]\nx=3"
    )
    assert [lines.line_of(path) for path in (("a", "b"), ("q.r",), ("text",), ("list", 1), ("list", 2, "k", 1))] == [
        *(1, 2, 3, 8, 10)
    ]
    assert [
        lines.line_of(path) for path in (("t", 0, "x"), ("t", 0, "u", 1, "y"), ("t", 1, "x"), ("t", 1, "none"))
    ] == [*(12, 16, 18, 17)]


@pytest.mark.parametrize(("text", "part"), [("10%", 0.1), ("25 %", 0.25), ("0%", 0.0), ("off", None), ("OFF", None)])
def test_a_part_of_a_turn_is_written_as_a_percentage(tmp_path: Path, text: str, part: float | None) -> None:
    """Or switched off."""
    config = read(tmp_path, WHOLE.replace('trust = "tag"', f'outage = "{text}"'))
    assert config.settings.outage == part


@pytest.mark.parametrize("wrong", ['"a tenth"', '"150%"', "0.1", '"-5%"'])
def test_what_is_no_part_of_a_turn_is_told(tmp_path: Path, wrong: str) -> None:
    """With what to write instead."""
    (fault,) = faults(tmp_path, WHOLE.replace('trust = "tag"', f"outage = {wrong}"))
    assert (fault.line, fault.key) == (6, "moderator.outage")
    assert '"10%"' in fault.suggestion


@pytest.mark.parametrize(("written", "kept"), [("07:00", "07:00"), ("at 7 pm", "19:00"), ("off", ""), ("", "")])
def test_the_time_of_the_gms_letter_of_the_day_is_read(tmp_path: Path, written: str, kept: str) -> None:
    """As players write it, too; by default there is none."""
    assert read(tmp_path, WHOLE).settings.gm_digest == ""
    text = WHOLE.replace("[moderator]", f'[moderator]\ngm_digest = "{written}"')
    assert read(tmp_path, text).settings.gm_digest == kept


def test_a_wrong_time_of_the_gms_letter_is_told(tmp_path: Path) -> None:
    """With what to write."""
    (fault,) = faults(tmp_path, WHOLE.replace("[moderator]", '[moderator]\ngm_digest = "daily"'))
    assert '"daily" is not a time of day (write it as "07:00")' in str(fault)


def test_how_to_be_watched_is_read(tmp_path: Path) -> None:
    """By default nobody listens and nothing is told."""
    assert (read(tmp_path, WHOLE).port, read(tmp_path, WHOLE).heartbeat) == (None, "")
    config = read(tmp_path, WHOLE + '[watch]\nport = 9464\nheartbeat = "at MON 08:00"\n')
    assert (config.port, config.heartbeat) == (9464, "at MON 08:00")


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ('heartbeat = "daily"', '"daily" is not a schedule (write "at 08:00"'),
        ('heartbeat = "at 25:00"', "25:00 is not a time of day"),
        ('heartbeat = "every 5m"', "too often"),
        ("heartbeat = true", "must be text in quotes"),
        ("port = 0", "greater than or equal to 1"),
        ('hartbeat = "at 08:00"', "no such key"),
    ],
)
def test_a_wrong_way_to_be_watched_is_told(tmp_path: Path, line: str, told: str) -> None:
    """With its line."""
    (fault,) = faults(tmp_path, WHOLE + f"[watch]\n{line}\n")
    assert told in str(fault)
    assert fault.line == WHOLE.count("\n") + 2


FORUM = """
[[forum]]
name = "main"
kind = "misago"
url = "https://forum.pbem.test/"
user = "Moderator"
password = "${FORUM_PASSWORD}"
category = 3
"""
IN_FORUM = WHOLE.replace('address = "ann@pbem.test"', 'forum = "main:Ann"') + FORUM
FORUM_ENV = {**ENV, "FORUM_PASSWORD": "battery staple", "FORUM_KEY": "k" * 64}


def test_a_forum_and_a_seat_in_it_are_read(tmp_path: Path) -> None:
    """Its pictures stay out of private threads unless the file allows them."""
    config = read(tmp_path, IN_FORUM, FORUM_ENV)
    (forum,) = config.forums
    assert (forum.name, forum.kind, forum.url, forum.category) == ("main", "misago", "https://forum.pbem.test", 3)
    assert (config.settings.forums, config.settings.pictureless) == ({"main": forum.url}, ("main",))
    assert config.matches[0].seats[0].forum == "main:Ann"
    assert "battery" not in repr(config)
    assert read(tmp_path, IN_FORUM + "private_pictures = true\n", FORUM_ENV).settings.pictureless == ()


NOTICE = """
[[notice]]
match = "hoth"
kind = "discord"
url = "${HOTH_WEBHOOK}"
"""
WEBHOOK = "https://discord.com/api/webhooks/1/verysecret"


def test_a_notice_is_read_and_its_address_never_shown(tmp_path: Path) -> None:
    """It may stand in the environment, or in the file; it may be for all matches."""
    config = read(tmp_path, WHOLE + NOTICE, {**ENV, "HOTH_WEBHOOK": WEBHOOK})
    (plan,) = config.settings.notices
    assert (plan.match, plan.kind, plan.url) == (("hoth",), ChatKind.DISCORD, WEBHOOK)
    assert "verysecret" not in repr(config) + repr(config.settings)
    of_all = NOTICE.replace("${HOTH_WEBHOOK}", WEBHOOK).replace('"hoth"', '"*"')
    (plan,) = read(tmp_path, WHOLE + of_all).settings.notices
    assert plan.is_for("endor")


def test_who_sends_nothing_needs_no_address_of_a_notice(tmp_path: Path) -> None:
    """As with passwords."""
    (tmp_path / "config.toml").write_text(WHOLE + NOTICE, encoding="utf-8")
    assert load(tmp_path / "config.toml", {}, mail=False).settings.notices == ()


@pytest.mark.parametrize(
    ("line", "instead", "told"),
    [
        ('"hoth"', '"hot"', 'notice[1].match: there is no match "hot" (did you mean "hoth"?)'),
        ('"hoth"', '["hoth", "hot"]', 'notice[1].match[2]: there is no match "hot" (did you mean "hoth"?)'),
        ('"discord"', '"slack"', "notice[1].kind: 'slack' is not allowed here"),
        ('"${HOTH_WEBHOOK}"', '"http://ntfy.sh/verysecret"', "notice[1].url: is not an https address (write it as"),
        ('"${HOTH_WEBHOOK}"', '"https://10.0.0.1/verysecret"', "notice[1].url: has a host that cannot be reached"),
        ('"${HOTH_WEBHOOK}"', '"https://ntfy.sh/very secret"', "notice[1].url: is not an address for notices"),
        ('"${HOTH_WEBHOOK}"', "7", "notice[1].url: must be text in quotes, not a number"),
        ('"${HOTH_WEBHOOK}"', '"${HOTH_WEBHOK}"', "the environment variable HOTH_WEBHOK is not set"),
        ('url = "${HOTH_WEBHOOK}"\n', "", "notice[1]"),
    ],
)
def test_a_mistake_about_a_notice_is_told(tmp_path: Path, line: str, instead: str, told: str) -> None:
    """With file, line and what to write; never with the address."""
    assert line in NOTICE
    fault = faults(tmp_path, WHOLE + NOTICE.replace(line, instead), {**ENV, "HOTH_WEBHOOK": WEBHOOK})[0]
    assert told in str(fault)
    assert str(fault).startswith("config.toml:")
    assert fault.line > WHOLE.count("\n")
    assert "secret" not in str(fault)


def test_two_forums_of_one_name(tmp_path: Path) -> None:
    """A seat could be in either."""
    (fault,) = faults(tmp_path, IN_FORUM + FORUM, FORUM_ENV)
    first = IN_FORUM[: IN_FORUM.index('name = "main"')].count("\n") + 1
    told = f'two forums are called "main" (the other is in config.toml:{first}; give this one another name)'
    assert str(fault).endswith(f"forum[2].name: {told}")


def test_who_sends_nothing_needs_no_password_of_a_forum(tmp_path: Path) -> None:
    """The forum is not opened, and the seats in it are known all the same."""
    (tmp_path / "config.toml").write_text(IN_FORUM, encoding="utf-8")
    config = load(tmp_path / "config.toml", {}, mail=False)
    assert config.forums == ()
    assert config.settings.forums == {"main": "https://forum.pbem.test"}
    assert config.matches[0].seats[0].forum == "main:Ann"


@pytest.mark.parametrize("url", ["http://localhost/desk", "http://[::1]", "http://[::1]:8080", "https://pbem.test"])
def test_a_site_on_this_machine_needs_no_tls(tmp_path: Path, url: str) -> None:
    """Nor does one that has it, wherever it is; with a path, a port or an IPv6 address it is known, too."""
    text = WHOLE.replace("[database]", f'[web]\nurl = "{url}"\n[database]')
    config = read(tmp_path, text)
    assert config.web is not None
    assert config.web.url == url
    assert read(tmp_path, IN_FORUM.replace("https://forum.pbem.test", url), FORUM_ENV).forums[0].url == url


@pytest.mark.parametrize(
    ("url", "told"),
    [
        ("http://desk.pbem.test/matches", "not for desk.pbem.test"),
        ("http://[2001:db8::1]:80", "not for 2001:db8::1"),
        ("http://[abc", "'http://[abc' is not the address of a site"),
    ],
)
def test_a_site_on_another_machine_needs_tls_and_an_address(tmp_path: Path, url: str, told: str) -> None:
    """The desk as well as a forum."""
    desk = WHOLE.replace("[database]", f'[web]\nurl = "{url}"\n[database]')
    for text, env in ((desk, ENV), (IN_FORUM.replace("https://forum.pbem.test/", url), FORUM_ENV)):
        with pytest.raises(ConfigError) as error:
            read(tmp_path, text, env)
        assert told in str(error.value)


@pytest.mark.parametrize(
    ("line", "instead", "told"),
    [
        ('kind = "misago"', 'kind = "discourse"', 'discourse needs key (add key = "${FORUM_KEY}" to this [[forum]])'),
        ('kind = "misago"', 'kind = "nodebb"\nkey = "${FORUM_KEY}"', "nodebb needs rooms (add rooms = [{ group"),
        ('kind = "misago"', 'kind = "phpbb"', "'phpbb' is not allowed here"),
        (
            '"https://forum.pbem.test/"',
            '"http://forum.pbem.test"',
            "http is only for a server on this machine, not for forum",
        ),
        ('"https://forum.pbem.test/"', '"forum.pbem.test"', "'forum.pbem.test' is not the address of a site"),
        (
            '"${FORUM_PASSWORD}"',
            '"secret"',
            'this file must not hold secrets (write password = "${FORUM_',
        ),
        ('forum = "main:Ann"', 'forum = "mian:Ann"', 'there is no forum "mian" (did you mean "main"?)'),
        ('forum = "main:Ann"', 'forum = "main:"', 'names no account (write the forum and the account: "main:ann")'),
        ('forum = "main:Ann"', 'forum = "Ann"', 'there is no forum "Ann" (for an account write "main:Ann"'),
        ('player = "Ann", forum = "main:Ann"', 'forum = "main"', 'names nobody (add player = "Ann"'),
        ('{ seat = "Blue", ', '{ seat = "Blue", forum = "main:x", ', "a bot has no account in a forum (remove it)"),
        ("category = 3\n", 'category = 3\nkey = "${FORUM_KEY}"\n', "has no effect for misago (remove it)"),
    ],
)
def test_a_mistake_about_a_forum_is_told(tmp_path: Path, line: str, instead: str, told: str) -> None:
    """With its place, and with what to write instead."""
    assert line in IN_FORUM
    with pytest.raises(ConfigError) as error:
        read(tmp_path, IN_FORUM.replace(line, instead, 1), FORUM_ENV)
    assert told in str(error.value)


ENDOR = """[[match]]
name = "endor"
game = "rebel-commander"
every = "48h"
seats = [
  { seat = "Red", player = "Ann", address = "ann@pbem.test" },
  { seat = "Empire", bot = "random" },
]
"""
INCLUDING = f'include = ["matches/*.toml"]\n{WHOLE}'


def include(folder: Path, **files: str) -> Path:
    """Write files that can be included, by their names without an ending, and return the folder of the instance."""
    (folder / "matches").mkdir()
    for name, text in files.items():
        (folder / "matches" / f"{name}.toml").write_text(text, encoding="utf-8")
    return folder


def test_matches_of_included_files_are_as_if_they_stood_in_the_file(tmp_path: Path) -> None:
    """Behind its own, in the order of their names; each knows where it stands."""
    other = ENDOR.replace("endor", "bespin")
    config = read(include(tmp_path, b=ENDOR, a=other), INCLUDING)
    places = ["config.toml:27", "matches/a.toml:1", "matches/b.toml:1"]
    assert [plan.name for plan in config.matches] == ["hoth", "bespin", "endor"]
    assert [plan.place for plan in config.matches] == places
    assert config.matches[2].seats[1].place == "matches/b.toml:7"
    assert config.files == ("config.toml", "matches/a.toml", "matches/b.toml")


def test_a_mistake_in_an_included_file_is_told_with_its_name_and_line(tmp_path: Path) -> None:
    """Tables are numbered as they stand there."""
    (fault,) = faults(include(tmp_path, a=ENDOR, b=ENDOR.replace("endor", "x").replace("48h", "often")), INCLUDING)
    assert (fault.file, fault.line, fault.key) == ("matches/b.toml", 4, "match[1].every")


def test_a_name_that_two_files_use_is_told_with_both_places(tmp_path: Path) -> None:
    """The second one is wrong."""
    (fault,) = faults(include(tmp_path, a=ENDOR, b=ENDOR), INCLUDING)
    assert str(fault).startswith('matches/b.toml:2: match[1].name: two matches are called "endor" (the other is in ma')


def test_an_override_of_an_included_file_is_one_of_the_file(tmp_path: Path) -> None:
    """It may be for a match that stands elsewhere."""
    override = '[[override]]\nid = "late"\nmatch = "hoth"\ndo = "EXTEND 24h"\n'
    config = read(include(tmp_path, a=override), INCLUDING)
    assert [(plan.name, plan.match) for plan in config.overrides][-1] == ("late", "hoth")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[smtp]\n", "matches/a.toml:1: smtp: an included file holds [[match]] and [[override]] alone"),
        ("[match]\n", "matches/a.toml:1: match: is one table, and there may be several (begin each with [[match]])"),
        ("name: 3\n", "matches/a.toml:1: "),
    ],
)
def test_what_does_not_belong_into_an_included_file_is_told(tmp_path: Path, text: str, told: str) -> None:
    """With what to do instead."""
    (fault,) = faults(include(tmp_path, a=text), INCLUDING)
    assert str(fault).startswith(told)


@pytest.mark.parametrize(
    ("named", "told"),
    [
        ("../other.toml", 'is not in the folder matches/ (write "matches/*.toml"'),
        ("matches/../../other.toml", "is not in the folder matches/"),
        ("matches/hoth.toml", "there is no file matches/hoth.toml"),
    ],
)
def test_only_files_of_the_folder_for_matches_are_included(tmp_path: Path, named: str, told: str) -> None:
    """A backup takes that folder along."""
    (fault,) = faults(include(tmp_path), INCLUDING.replace("matches/*.toml", named))
    assert told in str(fault)
    assert (fault.line, fault.key) == (1, "include[1]")


def test_a_folder_without_matches_is_no_mistake(tmp_path: Path) -> None:
    """They come later."""
    assert len(read(tmp_path, INCLUDING).matches) == 1
