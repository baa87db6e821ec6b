"""Chat notices over the wire: a real https server, its own CA, and everything that a host may do to us."""

import asyncio
import gc
import json
import socket
import ssl
import threading
import time
import warnings
from collections.abc import Iterator, Sequence
from email.header import decode_header, make_header
from http.server import BaseHTTPRequestHandler
from pathlib import Path

import pytest

from moderator.cli.doctor import try_notices
from moderator.config import Config
from moderator.ports import ChatKind, ChatMessage, ChatSent, ChatTrouble, DeliveryStatus
from moderator.service.chat.links import is_public
from moderator.service.context import NoticePlan, Settings
from moderator.transport.chat import ChatSender
from moderator.transport.public_https import LARGEST, Found, NotAnsweredError, PublicHttps
from tests.support.cases import every_case
from tests.support.chats import HOST, Asked, ChatServer, answer, certificates, serving

HERE = Found(socket.AF_INET, "127.0.0.1")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path, Path]:
    """Give a CA and a certificate of it."""
    return certificates(tmp_path_factory.mktemp("ca"))


@pytest.fixture
def server(made: tuple[Path, Path, Path]) -> Iterator[ChatServer]:
    """Give a server on this machine that has a certificate for a name."""
    with serving(made) as found:
        yield found


def here(_host: str, _port: int) -> Sequence[Found]:
    """Lead every name to this machine."""
    return [HERE]


def client(server: ChatServer, patience: float = 10.0) -> PublicHttps:
    """Return a client to which this machine counts as public, and which trusts the server's CA."""
    return PublicHttps(here, lambda _: True, server.context, patience)


def test_a_probe_leaves_no_connection_behind(made: tuple[Path, Path, Path]) -> None:
    """Whatever the server does: this one never closes its side."""
    ca, certificate, key = made
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    held: list[ssl.SSLSocket] = []
    with socket.create_server(("127.0.0.1", 0)) as listening, warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always", ResourceWarning)
        accepting = threading.Thread(
            target=lambda: held.append(context.wrap_socket(listening.accept()[0], server_side=True))
        )
        accepting.start()
        https = PublicHttps(here, lambda _: True, ssl.create_default_context(cafile=str(ca)))
        asyncio.run(https.probe(f"https://{HOST}:{listening.getsockname()[1]}/"))
        accepting.join()
        gc.collect()
    held[0].close()
    assert told == []


def message(server: ChatServer, kind: ChatKind, path: str = "/hook", host: str = HOST, **more: object) -> ChatMessage:
    """Return a notice to the server."""
    given = {
        "url": server.url(path, host),
        "kind": kind,
        "key": "k1",
        "title": "hoth (Night Watch), turn 6",
        "lines": ("Turn 5 has been resolved.", "Orders are due."),
        "link": "https://play.pbem.test/m/hoth",
        "facts": {"match": "hoth", "turn": 6, "ready": None},
        **more,
    }
    return ChatMessage(**given)  # type: ignore[arg-type]


def send(server: ChatServer, notice: ChatMessage, https: PublicHttps | None = None) -> ChatSent:
    """Send a notice to the server."""
    return asyncio.run(ChatSender(https or client(server)).send(notice))


def only(server: ChatServer) -> Asked:
    """Return the one request that came."""
    (asked,) = server.asked
    return asked


# ---- the adapters ----------------------------------------------------------------------------------------------------


def test_ntfy_gets_the_text_with_title_link_and_sequence_id(server: ChatServer) -> None:
    """An edit is the same request: the id makes it one."""
    assert send(server, message(server, ChatKind.NTFY, "/topic")).status is DeliveryStatus.SENT
    asked = only(server)
    assert (asked.method, asked.path) == ("POST", "/topic")
    assert asked.body.decode() == "Turn 5 has been resolved.\nOrders are due."
    assert asked.headers["Title"] == "hoth (Night Watch), turn 6"
    assert asked.headers["Click"] == "https://play.pbem.test/m/hoth"
    assert asked.headers["X-Sequence-ID"] == "k1"


def test_a_title_that_is_not_ascii_goes_as_mail_writes_it(server: ChatServer) -> None:
    """Ntfy reads that; the text is UTF-8 anyway."""
    send(server, message(server, ChatKind.NTFY, title="hoth, März", lines=("Grüße",)))
    title = only(server).headers["Title"]
    assert str(make_header(decode_header(title))) == "hoth, März"
    assert only(server).body.decode() == "Grüße"


def test_discord_tells_the_id_of_a_message_and_edits_it_by_that(server: ChatServer) -> None:
    """Nobody is mentioned, and the link brings no preview."""
    server.answers = [answer(200, b'{"id": "123456789"}'), answer(200, b"{}")]
    assert send(server, message(server, ChatKind.DISCORD, "/api/webhooks/1/x")).remote == "123456789"
    edit = message(server, ChatKind.DISCORD, "/api/webhooks/1/x?thread_id=7", edits=True, remote="123456789")
    assert send(server, edit).status is DeliveryStatus.SENT
    new, edited = server.asked
    assert (new.method, new.path) == ("POST", "/api/webhooks/1/x?wait=true")
    assert (edited.method, edited.path) == ("PATCH", "/api/webhooks/1/x/messages/123456789?thread_id=7")
    assert new.json == {
        "content": "**hoth (Night Watch), turn 6**\nTurn 5 has been resolved.\nOrders are due.\n"
        "<https://play.pbem.test/m/hoth>",
        "allowed_mentions": {"parse": []},
    }


@every_case("told", [b"", b"no json", b'{"id": "../../x"}', b'{"id": null}', b"[1]", b'{"id": "' + b"9" * 99 + b'"}'])
def test_an_id_that_is_none_is_not_believed(server: ChatServer, told: bytes) -> None:
    """Then the next message is a new one."""
    server.answers = [answer(200, told)]
    assert send(server, message(server, ChatKind.DISCORD)).remote == ""


def test_a_message_that_somebody_deleted_is_not_written_again(server: ChatServer) -> None:
    """An edit that finds nothing is done."""
    server.answers = [answer(404)]
    edit = message(server, ChatKind.DISCORD, edits=True, remote="1")
    assert send(server, edit).status is DeliveryStatus.SENT


def test_a_matrix_webhook_gets_text_and_html(server: ChatServer) -> None:
    """What looks like HTML is text."""
    send(server, message(server, ChatKind.MATRIX, title="a <b> & c"))
    asked = only(server).json
    assert asked["text"].splitlines() == [
        "a <b> & c",
        "Turn 5 has been resolved.",
        "Orders are due.",
        "https://play.pbem.test/m/hoth",
    ]
    assert asked["html"].startswith("<b>a &lt;b&gt; &amp; c</b><br>")


def test_a_program_gets_everything_under_an_id(server: ChatServer) -> None:
    """It can tell an edit."""
    send(server, message(server, ChatKind.JSON, edits=True))
    assert only(server).json == {
        "id": "k1",
        "edited": True,
        "title": "hoth (Night Watch), turn 6",
        "text": "hoth (Night Watch), turn 6\nTurn 5 has been resolved.\nOrders are due.\nhttps://play.pbem.test/m/hoth",
        "url": "https://play.pbem.test/m/hoth",
        "match": "hoth",
        "turn": 6,
        "ready": None,
    }


def test_a_name_and_password_in_an_address_log_in(server: ChatServer) -> None:
    """As protected topics of ntfy need it."""
    notice = message(server, ChatKind.NTFY)
    send(server, message(server, ChatKind.NTFY, url=notice.url.replace("https://", "https://ann:p%40ss@")))
    assert only(server).headers["Authorization"] == "Basic YW5uOnBAc3M="


# ---- what an answer means --------------------------------------------------------------------------------------------


@every_case(
    ("status", "headers", "said"),
    [
        (204, {}, ChatSent(status=DeliveryStatus.SENT, number=204)),
        (301, {"Location": "https://10.0.0.1/"}, (DeliveryStatus.REFUSED, ChatTrouble.REDIRECT, 0.0)),
        (307, {"Location": "/other"}, (DeliveryStatus.REFUSED, ChatTrouble.REDIRECT, 0.0)),
        (404, {}, (DeliveryStatus.REFUSED, ChatTrouble.ANSWER, 0.0)),
        (403, {}, (DeliveryStatus.REFUSED, ChatTrouble.ANSWER, 0.0)),
        (429, {"Retry-After": "90"}, (DeliveryStatus.LATER, ChatTrouble.ANSWER, 90.0)),
        (429, {"Retry-After": "1.5"}, (DeliveryStatus.LATER, ChatTrouble.ANSWER, 1.5)),
        (429, {"Retry-After": "soon"}, (DeliveryStatus.LATER, ChatTrouble.ANSWER, 0.0)),
        (503, {"Retry-After": "Fri, 20 Nov 2020 20:00:00 GMT"}, (DeliveryStatus.LATER, ChatTrouble.ANSWER, 0.0)),
        (500, {}, (DeliveryStatus.LATER, ChatTrouble.ANSWER, 0.0)),
    ],
)
def test_an_answer_is_taken_as_done_as_later_or_as_never(
    server: ChatServer, status: int, headers: dict[str, str], said: object
) -> None:
    """No redirect is followed: there is one request."""
    server.asked.clear()
    server.answers = [answer(status, headers=headers)]
    sent = send(server, message(server, ChatKind.JSON))
    assert said in (sent, (sent.status, sent.trouble, sent.after))
    assert sent.number == status
    assert only(server).path == "/hook"


def test_of_a_huge_answer_only_the_beginning_is_read(server: ChatServer) -> None:
    """The rest stays with the server."""
    written = list[int]()

    def write(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(200)
        handler.send_header("Content-Length", str(10**12))
        handler.end_headers()
        for _ in range(100_000):
            written.append(handler.wfile.write(b"x" * 1024))

    server.answers = [write]
    assert send(server, message(server, ChatKind.DISCORD)).status is DeliveryStatus.SENT
    assert len(written) < 50_000
    assert LARGEST < 1_000_000


def test_an_answer_that_drips_is_not_waited_for(server: ChatServer) -> None:
    """Neither in its head nor in its body: the whole request has a bound."""

    def drip(handler: BaseHTTPRequestHandler) -> None:
        handler.wfile.write(b"HTTP/1.1 200 OK\r\n")
        for _ in range(200):
            handler.wfile.write(b"X-Drip: 1\r\n")
            handler.wfile.flush()
            time.sleep(0.05)

    server.answers = [drip]
    began = time.monotonic()
    sent = send(server, message(server, ChatKind.JSON), client(server, patience=0.5))
    assert (sent.status, sent.trouble) == (DeliveryStatus.LATER, ChatTrouble.TIMEOUT)
    assert time.monotonic() - began < 5


def test_an_answer_that_is_no_http_is_tried_again(server: ChatServer) -> None:
    """It may be a fault that passes."""
    server.answers = [lambda handler: handler.wfile.write(b"220 smtp.pbem.test ready\r\n")]  # type: ignore[list-item]
    sent = send(server, message(server, ChatKind.JSON))
    assert (sent.status, sent.trouble) == (DeliveryStatus.LATER, ChatTrouble.NO_CONNECTION)


# ---- where a name leads ----------------------------------------------------------------------------------------------


def test_a_private_address_is_never_asked(server: ChatServer) -> None:
    """Not even if it is one of several."""
    public = Found(socket.AF_INET, "93.184.216.34")
    for found in ([HERE], [public, HERE], [HERE, public]):
        https = PublicHttps(lambda _host, _port, found=found: found, is_public, server.context)  # type: ignore[misc]
        sent = send(server, message(server, ChatKind.JSON), https)
        assert (sent.status, sent.trouble) == (DeliveryStatus.REFUSED, ChatTrouble.PRIVATE)
    assert not server.asked


def test_a_name_that_leads_elsewhere_at_the_second_look_leads_nowhere(server: ChatServer) -> None:
    """It is looked up once, and the connection goes to the address that was checked."""
    looks = list[str]()

    def rebinding(host: str, _port: int) -> Sequence[Found]:
        looks.append(host)
        return [HERE] if len(looks) == 1 else [Found(socket.AF_INET, "10.0.0.1")]

    https = PublicHttps(rebinding, lambda address: address == HERE.address, server.context)
    assert send(server, message(server, ChatKind.JSON), https).status is DeliveryStatus.SENT
    assert looks == [HOST]
    assert only(server).headers["Host"] == f"{HOST}:{server.port}"


def test_the_certificate_must_be_for_the_name(server: ChatServer) -> None:
    """The name is checked, although the connection goes to an address; and by a CA that we trust."""
    sent = send(server, message(server, ChatKind.JSON, host="other.pbem.test"))
    assert (sent.status, sent.trouble) == (DeliveryStatus.LATER, ChatTrouble.CERTIFICATE)
    strict = PublicHttps(here, lambda _: True, ssl.create_default_context())
    assert send(server, message(server, ChatKind.JSON), strict).trouble is ChatTrouble.CERTIFICATE
    assert not server.asked


def test_a_name_that_is_unknown_and_a_port_that_is_closed_are_tried_again(server: ChatServer) -> None:
    """Both may be there again soon."""

    def unknown(_host: str, _port: int) -> Sequence[Found]:
        raise socket.gaierror

    sent = send(server, message(server, ChatKind.JSON), PublicHttps(unknown, lambda _: True, server.context))
    assert (sent.status, sent.trouble) == (DeliveryStatus.LATER, ChatTrouble.UNKNOWN_HOST)
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        away = message(server, ChatKind.JSON, url=f"https://{HOST}:{closed.getsockname()[1]}/")
        sent = send(server, away)
    assert (sent.status, sent.trouble) == (DeliveryStatus.LATER, ChatTrouble.NO_CONNECTION)


@every_case("url", ["http://chat.pbem.test/", "https:///x", "file:///etc/passwd", "https://[::1", "https://a.test:0/"])
def test_what_is_no_https_address_is_refused(server: ChatServer, url: str) -> None:
    """Whatever stands in the database or the file."""
    sent = send(server, message(server, ChatKind.JSON, url=url))
    assert (sent.status, sent.trouble) == (DeliveryStatus.REFUSED, ChatTrouble.BAD_URL)


def test_no_proxy_of_the_environment_is_used(server: ChatServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """A proxy would look up the name anew."""
    for name in ("HTTPS_PROXY", "https_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:1")
    assert send(server, message(server, ChatKind.JSON)).status is DeliveryStatus.SENT


def test_no_error_tells_the_address(server: ChatServer) -> None:
    """Errors are codes, so that nothing that is logged or mailed quotes a secret."""
    server.answers = [answer(500)]
    told = repr(send(server, message(server, ChatKind.JSON, "/very-secret")))
    with pytest.raises(NotAnsweredError) as caught:
        asyncio.run(PublicHttps(here, is_public).send("POST", server.url("/very-secret"), b"", {}))
    assert "very-secret" not in told + repr(caught.value) + str(caught.value)
    assert caught.value.__cause__ is None


# ---- the doctor ------------------------------------------------------------------------------------------------------


def config(server: ChatServer, url: str = "") -> Config:
    """Return a file with a notice to the server."""
    plan = NoticePlan(match=("hoth",), url=url or server.url("/very-secret"), kind=ChatKind.JSON)
    settings = Settings(name="m", address="m@pbem.test", gm="", notices=(plan,))
    path = Path("config.toml")
    return Config(path, path.parent, settings, (), (), None, None, "")


def test_the_doctor_tries_a_notice_without_posting(server: ChatServer) -> None:
    """A connection is opened, and nothing is asked."""
    (found,) = try_notices(config(server), client(server))
    assert (found.mark, found.subject) == ("good", f"notice to https://{HOST}/… (json)")
    assert not server.asked


def test_the_doctor_says_what_is_wrong_with_a_notice(server: ChatServer) -> None:
    """Never with the whole address."""
    bad = [
        *try_notices(config(server), PublicHttps(here, is_public, server.context)),
        *try_notices(config(server, server.url("/very-secret", "other.pbem.test")), client(server)),
    ]
    assert [each.mark for each in bad] == ["bad", "bad"]
    assert "not public" in bad[0].message
    assert "certificate" in bad[1].message
    assert "very-secret" not in json.dumps([[each.subject, each.message] for each in bad])
