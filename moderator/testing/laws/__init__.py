"""All laws. A law is a function whose docstring says it in a sentence, and which raises LawBroken where it fails."""

from collections.abc import Callable
from typing import Any, Literal

from msgspec import Struct

from moderator.testing.laws import (
    composing,
    drawn_words,
    language,
    letters,
    orders,
    pictures,
    replay,
    resolving,
    secrets,
    spoken,
    telling,
    words,
)


class Law(Struct, frozen=True):
    """A law, tried ``at`` each table of a game, at each scene, or once. ``make proof`` tries the slow ones."""

    check: Callable[[Any], None]
    at: Literal["tables", "scenes", "game"] = "tables"
    slow: bool = False

    @property
    def name(self) -> str:
        """The name by which it is picked, such as ``silence-is-legal``."""
        return self.check.__name__.replace("_", "-")

    @property
    def sentence(self) -> str:
        """What it says."""
        return (self.check.__doc__ or "").partition("\n")[0]


LAWS = (
    Law(replay.played_again_is_the_same),
    Law(replay.replays_from_the_record),
    Law(replay.events_and_views_are_exact_json),
    Law(replay.order_of_sets_does_not_matter, at="game", slow=True),
    Law(resolving.resolving_changes_nothing_it_is_given),
    Law(resolving.asks_until_there_is_an_outcome),
    Law(resolving.asks_only_seats_in_play),
    Law(resolving.outcome_ranks_every_seat_once),
    Law(resolving.random_play_ends, at="game"),
    Law(resolving.more_random_play_ends, at="game", slow=True),
    Law(resolving.any_orders_can_be_resolved),
    Law(orders.bots_order_what_is_legal),
    Law(orders.examples_could_be_sent),
    Law(orders.silence_is_legal),
    Law(language.written_orders_read_back),
    Law(language.polite_words_change_nothing),
    Law(language.rubbish_is_read_calmly, at="game"),
    Law(language.forms_read_back, at="game"),
    Law(language.odd_lines_read_back, at="game"),
    Law(secrets.supposed_positions_fit),
    Law(secrets.same_witness_is_told_the_same),
    Law(secrets.previews_tell_no_more_than_the_view),
    Law(secrets.help_tells_no_more_than_the_view),
    Law(letters.letters_tell_no_more_than_the_seat_may_know, at="scenes"),
    Law(letters.blind_gm_is_told_nothing_hidden, at="game"),
    Law(letters.hidden_corrections_change_nothing, at="game"),
    Law(letters.reports_do_not_tell_hidden_corrections_apart, at="game"),
    Law(telling.any_orders_can_be_previewed),
    Law(telling.every_topic_is_explained, at="game"),
    Law(telling.every_match_can_be_remembered),
    Law(telling.last_report_promises_no_turn),
    Law(words.every_event_has_words, at="game"),
    Law(words.every_fact_has_words, at="game"),
    Law(words.every_order_has_words, at="game"),
    Law(words.every_gap_has_words, at="game"),
    Law(words.every_problem_has_words, at="game"),
    Law(words.no_problem_is_worded_in_vain, at="game"),
    Law(words.problems_that_come_up_have_words),
    Law(words.facts_and_throws_have_words),
    Law(words.every_option_has_help, at="game"),
    Law(spoken.numbers_agree),
    Law(spoken.headings_have_something_below),
    Law(spoken.sentences_are_whole),
    Law(spoken.translations_can_be_filled_in),
    Law(pictures.every_view_can_be_drawn),
    Law(drawn_words.words_keep_clear),
    Law(pictures.parts_stay_in_their_boxes, slow=True),
    Law(composing.places_lie_apart),
    Law(composing.what_is_chosen_is_read),
    Law(composing.orders_can_be_composed, at="game"),
    Law(composing.choices_come_from_the_view),
    Law(composing.what_is_composed_is_accepted, slow=True),
)
"""Every law, in the order in which they are tried."""
