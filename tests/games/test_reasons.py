"""No result without its reason: every kind of event is either explained, or tells a choice, a step or its own cause."""

import pytest

from bagarre.games import find_game

CAUSES = ("lost_", "penalty_", "mod_", "order_", "module_", "begins_")
"""Kinds named after their cause: the sentence is the reason."""
TOLD = {
    "boss-quest": """armourer companion_dealt bosses_shuffled spells_shuffled spell_laid mystery_laid weapons_dealt reads
        equips receives chains looks looks_at_mystery replaces stops visits repeats declines takes takes_mystery discards activates
        fizzles boss_changes attack_changes protected all_protected swaps new_hidden exchanges exchanges_hidden turns_potion
        companions_swapped last_turn_begins cancels_at companion_goes companion_reserved companions_back league_activates fight_begins
        reveals boss_escapes takes_life becomes_reaper reaper_leaves becomes_ghost reaper_comes mystery_shown""",
    "badass-force": """casts dealt on_market reshuffles lodged places turn_starts gains receives wastes sets_marker pays
        changes discards takes keeps executes announces denounces passes uses copies aims names peeks shows takes_back swaps revives
        turns_towards attacks endures defends stands""",
    "battleworld": """team_chosen drafted drawn mirrored tossed built leader_named deployed turn grip_paid plans plans_heal resolution
        passes nothing_to_do recovers_reroll heals repairs attacks_module attacks_cosmic supports
        pays guards no_guard entity_rolls raises
        holds stops lets_be entity_yields entity_holds redirects reduces prevents entity_hurt entity_falls gains_power
        gains_life gains_reroll gains_victory loses_power steals_power direct_wound catches_fire orders summoned displaced favour
        granted wanders entity_attacks burns""",
    "baston": """character equipped carries rank_lot ranked zone_drawn placed place_refused faces turn_begins revealed sheet_line rewritten
        sequence_begins executes rests sits_stunned awake declined entered turns stops_at_edge jump_impossible lies rises rises_under
        leaves_board pushed_off drags jostle_tie cannot_enter deflected pushed_to made_room falls_from_height tumbles_down
        no_room_to_fall body_falls cut uses_weapon target_drawn strikes_beside aimed location held_hit protects stun_softened
        loot_falls bottle_breaks trips grabs drops breaks_on_floor glass_breaks takes_up breaks_bottle throws_at throws_to
        passes_over flight_ends flies_off chair_flies fixture_moves object_swept chair_pushed chair_falls chair_breaks chair_gone
        names_push push_tie push_contest piece_moves piece_falls piece_gone sandwiched table_flips rider_thrown smashed window_glass
        timed_broken robs_item nothing_taken wears_item takes_off call_made stage_point""",
}
"""Choices, steps and set-up, and results whose own sentence says why."""


@pytest.mark.parametrize("name", TOLD)
def test_every_kind_of_event_is_explained_or_says_its_cause_itself(name: str) -> None:
    game = find_game(name)
    kinds = {kind.name for kind in game.room("events").EVENTS.kinds}
    explained, told = set(game.room("why").EXPLAINED), set(TOLD[name].split())
    assert explained <= kinds
    assert told <= kinds
    assert not explained & told
    assert {kind for kind in kinds - explained - told if not kind.startswith(CAUSES)} == set()


@pytest.mark.parametrize("name", TOLD)
@pytest.mark.parametrize("lang", ["fr", "en"])
def test_what_one_sentence_explains_has_that_sentence(name: str, lang: str) -> None:
    game = find_game(name)
    words = game.words(lang)
    plain = game.room("why").PLAIN
    assert [kind for kind in plain if not words.find(f"why.plain.{kind}")] == []
    assert set(plain) <= set(game.room("why").EXPLAINED)
