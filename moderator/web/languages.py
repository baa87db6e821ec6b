"""The language that a browser asks for."""

from moderator.core.template_folders import LANGUAGES


def preferred(header: str, default: str) -> str:
    """Return which of our languages an ``Accept-Language`` header likes best (RFC 9110, 12.5.4), else the default."""
    liked = sorted(_ranges(header), key=lambda each: -each[1])
    codes = (tag.partition("-")[0].lower() for tag, quality in liked if quality > 0)
    return next((code for code in codes if code in LANGUAGES), default)


def _ranges(header: str) -> list[tuple[str, float]]:
    """Return what a header lists, each with its quality; what makes no sense has none."""
    return [(tag.strip(), _quality(rest)) for tag, _, rest in (each.partition(";") for each in header.split(","))]


def _quality(parameter: str) -> float:
    name, _, value = parameter.replace(" ", "").partition("=")
    if not name:
        return 1.0
    try:
        return float(value)
    except ValueError:
        return 0.0
