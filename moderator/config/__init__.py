"""The operator's file: ``config.toml`` as frozen settings, or everything that is wrong with it.

``load(path)`` reads the file, replaces ``${NAME}`` from the environment and checks everything. If anything is wrong it
raises ConfigError with one Fault for each mistake, and no part of the file may be used. ``load_what_is_right(path)`` is
for commands that only look: they need the database and little else.
"""

from moderator.config.faults import ConfigError, Fault, did_you_mean
from moderator.config.load import Config, database_of, load, load_what_is_right
from moderator.config.matches import option_troubles

__all__ = [
    "Config",
    "ConfigError",
    "Fault",
    "database_of",
    "did_you_mean",
    "load",
    "load_what_is_right",
    "option_troubles",
]
