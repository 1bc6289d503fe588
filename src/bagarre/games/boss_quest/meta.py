"""Title page and options of Boss Quest."""

from bagarre.kernel.meta import Meta
from bagarre.kernel.options import Choose, Number, Subset, Switch

META = Meta(
    name="boss-quest",
    title="Boss Quest",
    tagline={
        "fr": "Approchez les points de vie du Boss sans les dépasser, et gâchez les sommes des autres.",
        "en": "Come close to the Boss's hit points without passing them, and spoil the others' sums.",
    },
    authors=(),
    publisher="Débâcle",
    year="",
    players=range(2, 7),
    minutes=20,
    prefix="BQ",
    rules_version=1,
    menu_size=40,
    options=(
        Subset("expansions", ("potions", "companions", "reaper")),
        Choose("remove_yellow", ("auto", "on", "off")),
        Choose("first_armourer", ("random", "0", "1", "2", "3", "4", "5")),
        Choose("bust_rule", ("sticky", "turn_start")),
        Choose("protect_scope", ("target", "all")),
        Choose("swap_scope", ("any", "caster")),
        Choose("exchange_return", ("top", "bottom")),
        Choose("second_ranking", ("full", "by_attack")),
        Switch("two_player_equip_limit", True),
        Choose("all_dead", ("no_winner", "most_keys")),
        Number("max_rounds", None, 1, 200),
        Choose("fox_priority", ("before_count", "after_count")),
        Choose("companion_swap", ("round", "permanent")),
        Choose("flip_spell", ("lasting", "instant")),
        Choose("fox_scope", ("fight", "everywhere")),
        Number("reaper_hp", None, 13, 24),
        Switch("reaper_perfect_keys", True),
        Switch("reaper_blocks_key", True),
        Switch("reaper_gone_ends_game", False),
        Switch("solo", False),
        Number("solo_margin", 2, 1, 3),
        Choose("rescued", ("princess", "prince")),
    ),
    longest=6000,
    solo=(("solo", "on"),),
)
