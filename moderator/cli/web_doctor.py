"""What ``moderator doctor`` finds out about the web desk: it asks for it where people find it, as a browser does."""

import socket
import ssl
from collections.abc import Iterator

import httpx
from markupsafe import escape

from moderator.config import Config
from moderator.transport.connections import causes, host_of
from moderator.web.settings import WebSettings

_SECONDS_FOR_A_PAGE = 10
_NOBODY_THERE = (httpx.codes.BAD_GATEWAY, httpx.codes.SERVICE_UNAVAILABLE, httpx.codes.GATEWAY_TIMEOUT)
_CERTIFICATES = {
    9: "its certificate is not valid yet: set the clock of this machine",
    10: "its certificate has expired: renew it and reload the proxy, or set the clock of this machine",
    62: "its certificate is for another name: give the proxy one for {host}",
}
"""What is wrong with a certificate, by the code of OpenSSL."""
_UNTRUSTED = (
    "this machine does not trust its certificate: give the proxy the whole chain (fullchain.pem); if you signed the "
    "certificate yourself, set the environment variable SSL_CERT_FILE to the file of its authority"
)


def examine_desk(config: Config, transport: httpx.BaseTransport | None = None) -> Iterator[tuple[str, str]]:
    """Ask for the web desk, by ``transport`` if one is given, and tell what keeps people out: a mark and words each."""
    web = config.web
    if web is None:
        return
    if not web.url:
        yield "look", "[web] has no url: letters have no links, and nobody can open a desk"
        return
    with httpx.Client(base_url=web.url, transport=transport, timeout=_SECONDS_FOR_A_PAGE) as browser:
        try:
            page, form = browser.get("/"), browser.post("/", headers={"Origin": web.url})
        except httpx.HTTPError as error:
            yield "bad", f"{web.url} cannot be reached: {_why_unreachable(web.url, error)}"
            return
    fault = _fault_of_page(config.settings.name, web, page) or _fault_of_form(form)
    yield ("bad", f"{web.url} {fault}") if fault else ("good", f"open at {web.url}")


def _why_unreachable(url: str, error: httpx.HTTPError) -> str:
    """Return why no page came, and what to do."""
    host = host_of(url)
    for cause in causes(error):
        if isinstance(cause, ssl.SSLCertVerificationError):
            return f"{_CERTIFICATES.get(cause.verify_code, _UNTRUSTED).format(host=host)} ({error})"
        if isinstance(cause, ssl.SSLError) and "WRONG_VERSION_NUMBER" in str(cause):
            return f"the proxy speaks no TLS at that port: write ssl after the port that it listens to ({error})"
        if isinstance(cause, socket.gaierror):
            return f"nobody knows the name {host}: enter it at your DNS provider, or correct url ({error})"
        if isinstance(cause, ConnectionRefusedError):
            return f"nothing listens there: start the proxy, and let it listen to that port ({error})"
        if isinstance(cause, httpx.TimeoutException):
            return f"no answer came within {_SECONDS_FOR_A_PAGE} seconds: check the firewall and the proxy ({error})"
    return f"{error}. Is the proxy running? docs/web.md"


def _fault_of_page(name: str, web: WebSettings, page: httpx.Response) -> str:
    """Return what is wrong with the first page of the desk of a moderator, empty if nothing is."""
    if page.is_redirect:
        return _fault_of_goal(web, page.headers.get("location", ""))
    if page.status_code in _NOBODY_THERE:
        program = "moderator web" if web.process else "moderator serve"
        return f"is a proxy that finds no desk: let it ask {web.listen}, and start {program}"
    is_ours = str(escape(name)) in page.text
    if is_ours and not _is_whole(page):
        return "is the web desk, but the proxy changes Content-Security-Policy: let it pass that on as it is"
    if not _is_whole(page):
        return f"is not the web desk (status {page.status_code}): let the proxy pass everything on to {web.listen}"
    return _fault_of_keeping(page) if is_ours else f"is the desk of another moderator, not of {name}"


def _fault_of_goal(web: WebSettings, goal: str) -> str:
    """Return what is wrong if the desk's address leads to another, or back to itself."""
    if goal.rstrip("/") == web.url:
        return "leads to itself: something in front of the proxy asks it by http; let it ask by https"
    return f"leads to {goal}: write that address as url, or correct the proxy"


def _fault_of_keeping(page: httpx.Response) -> str:
    """Return what is wrong with how long browsers are told to keep a page, empty if nothing is."""
    from moderator.web.site import PUBLIC  # noqa: PLC0415 - an extra: not there in every installation

    if page.headers.get("cache-control") == PUBLIC["Cache-Control"]:
        return ""
    return (
        "shows old pages, and may show private pages to others: the proxy changes Cache-Control; let it pass that on "
        "as it is"
    )


def _fault_of_form(form: httpx.Response) -> str:
    """Return what is wrong with the answer to a form from the desk's own address, empty if nothing is."""
    if not _is_whole(form):
        return f"gets no forms: the proxy answers them itself (status {form.status_code}); let it pass on POST, too"
    if form.status_code == httpx.codes.FORBIDDEN:
        return (
            "refuses its own forms: let the proxy pass on Origin as it is, and restart the moderator if url has "
            "changed since"
        )
    return ""


def _is_whole(answer: httpx.Response) -> bool:
    """Tell whether an answer comes from a desk, with its headers as they were."""
    from moderator.web.guard import POLICY  # noqa: PLC0415 - as above

    return bool(answer.headers.get("content-security-policy") == POLICY)
