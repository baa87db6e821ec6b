"""Deadlines as appointments (RFC 5545): one for each match and seat, moved and cancelled like any other."""

from datetime import UTC, datetime, timedelta

from icalendar import Alarm, Calendar, Event

from moderator.ports import Attachment
from moderator.service.letter_parts import Due, Head

_ALARM = timedelta(hours=-3)
_EPOCH = datetime(2020, 1, 1, tzinfo=UTC)


def appointment(head: Head, due: Due, *, summary: str, description: str, domain: str, at: datetime) -> Attachment:
    """Return the deadline of a seat as an ICS file, or its cancellation if no deadline runs.

    The UID is made of the match and the seat, so that each new deadline moves the same appointment. SEQUENCE is the
    time ``at`` of the letter in minutes, so that a later letter overrides an earlier one.
    """
    runs = due.deadline is not None and not due.paused
    event = Event()
    event.add("uid", f"{head.match}.{head.seat}@{domain}".replace(" ", "-").lower())
    event.add("sequence", (at - _EPOCH) // timedelta(minutes=1))
    event.add("dtstamp", at)
    event.add("dtstart", (due.deadline or at).astimezone(UTC))
    event.add("summary", summary)
    event.add("description", description)
    event.add("transp", "TRANSPARENT")
    event.add("status", "CONFIRMED" if runs else "CANCELLED")
    if runs:
        alarm = Alarm()
        alarm.add("action", "DISPLAY")
        alarm.add("description", summary)
        alarm.add("trigger", _ALARM)
        event.add_component(alarm)
    calendar = _calendar("PUBLISH" if runs else "CANCEL", event)
    return Attachment(f"{head.match}-deadline.ics", "text/calendar", calendar.to_ical())


def subscription(uid: str, due: Due, *, summary: str, url: str, at: datetime) -> bytes:
    """Return a calendar to subscribe to: the deadline of a match, or nothing while none runs.

    Subscribers get the whole calendar anew each time, so a deadline that is gone needs no cancellation.
    """
    events = []
    if due.deadline is not None and not due.paused:
        event = Event()
        event.add("uid", uid)
        event.add("dtstamp", at)
        event.add("dtstart", due.deadline.astimezone(UTC))
        event.add("summary", summary)
        event.add("url", url)
        event.add("transp", "TRANSPARENT")
        events.append(event)
    calendar: bytes = _calendar("PUBLISH", *events).to_ical()
    return calendar


def _calendar(method: str, *events: Event) -> Calendar:
    calendar = Calendar()
    calendar.add("prodid", "-//moderator//deadlines//EN")
    calendar.add("version", "2.0")
    calendar.add("method", method)
    for event in events:
        calendar.add_component(event)
    return calendar
