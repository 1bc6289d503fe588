"""Title page of BASTON."""

from bagarre.kernel.meta import Meta
from bagarre.kernel.options import Choose, Number, Switch

META = Meta(
    name="baston",
    title="BASTON",
    tagline={
        "fr": "La bagarre de bar aux ordres écrits en secret : le jeu qui craint.",
        "en": "The bar brawl with orders written in secret.",
    },
    authors=("Pierre Cléquin", "Bruno Faidutti"),
    publisher="Jeux Actuels",
    year="1987",
    players=range(2, 7),
    minutes=120,
    first_minutes=20,
    prefix="BA",
    rules_version=7,
    menu_size=420,
    options=(
        Choose(
            "scenario",
            ("brawl", "first", "kraitneu", "magot", "stage", "bigo", "bourres", "tournee", "destroy", "own"),
        ),
        Switch("beginner", False),
        Choose("characters", ("ready", "choose", "random")),
        Number("size", None, 1, 4),
        Number("turns", 15, 1, 60),
        Switch("corner_dexterity", False),
        Switch("constitution_8", False),
        Choose("furniture_level", ("2", "1")),
        Switch("run_max_inclusive", False),
        Choose("reveal", ("turn", "sequence")),
        Switch("roll_under_strict", False),
        Switch("stun_fall_cumulative", False),
        Choose("reprogram", ("end_of_sequence", "immediate")),
        Switch("jostle_always_tests", False),
        Choose("arm_loss", ("summary", "text")),
        Choose("overturn_distance", ("2", "1")),
        Switch("glass_protection", False),
        Switch("window_shards", False),
        Switch("hidden_sheets", False),
        Switch("under_furniture_safe", False),
        Switch("butt_prone", False),
        Choose("chain_aim", ("one_part", "single")),
        Switch("hold_rest", False),
    ),
    longest=60000,
    first_games=((("scenario", "first"),), (("size", "2"), ("turns", "10"))),
)
