"""The operator's file: ``config.toml`` as frozen settings, or everything that is wrong with it.

``load(path)`` reads, expands ``${NAME}`` from the environment and checks the whole file; it raises ConfigError with
one Fault for each thing that is wrong, and then nothing of the file is to be taken.
"""

from moderator.config.faults import ConfigError, Fault, did_you_mean
from moderator.config.load import Config, database_of, load
from moderator.config.matches import option_troubles

__all__ = ["Config", "ConfigError", "Fault", "database_of", "did_you_mean", "load", "option_troubles"]
