"""The web desk of an instance."""

from collections.abc import Callable

from moderator.app.instance import Instance
from moderator.app.opening import templates_of
from moderator.rendering.pages import PageRenderer
from moderator.web.settings import WebSettings
from moderator.web.site import Site


def make_site(instance: Instance, wake: Callable[[], object]) -> Site:
    """Return the site of an instance; ``wake`` is called, in any thread, when a browser left something to do."""
    settings = instance.config.web or WebSettings()
    return Site(instance, settings, PageRenderer(templates_of(instance.config)), wake)
