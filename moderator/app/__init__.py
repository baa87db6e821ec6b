"""The composition root: from the operator's file to an instance, and to a daemon at work.

``open_instance(config)`` gives what one-off commands need; ``Daemon(instance).run()`` works until it is stopped.
"""

from moderator.app.daemon import Daemon
from moderator.app.files import InstanceError
from moderator.app.instance import Instance, Round
from moderator.app.opening import open_instance, templates_of

__all__ = ["Daemon", "Instance", "InstanceError", "Round", "open_instance", "templates_of"]
