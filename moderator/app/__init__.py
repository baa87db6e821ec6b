"""The composition root: from the operator's file to an instance, and to a daemon at work.

``opening.open_instance(config)`` gives what one-off commands need; ``daemon.Daemon(instance).run()`` works until it is
stopped. Nothing is imported here: a process that draws letters needs little of it.
"""
