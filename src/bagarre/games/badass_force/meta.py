"""Title page and options."""

from bagarre.kernel.meta import Meta
from bagarre.kernel.options import Choose, Number, Switch

META = Meta(
    name="badass-force",
    title="Badass Force",
    tagline={
        "fr": "Sept vieux héros d’action, un mensonge de trop : annoncez, bluffez, dénoncez.",
        "en": "Seven ageing action heroes, one lie too many: announce, bluff, denounce.",
    },
    authors=("Ghislain Masson",),
    publisher="Don’t Panic Games",
    year="2022",
    players=range(3, 7),
    minutes=35,
    prefix="BF",
    rules_version=1,
    menu_size=24,
    options=(
        Choose("edition", ("vhs", "dvd", "mixed", "own")),
        Choose("target", ("16", "12", "20", "30", "50")),
        Choose("casting", ("balanced_random", "random", "chosen")),
        Choose("first_player", ("random", "chosen")),
        Number("first_seat", 1, 1, 6),
        Choose("weapon_restart", ("zero", "start_square")),
        Switch("self_overload", False),
        Choose("denounce_polling", ("simultaneous", "clockwise")),
        Choose("denounce_order", ("announcer", "turn_player")),
        Choose("denounce_points", ("standard", "flat2")),
        Choose("rechoose_timing", ("before_power", "after_power")),
        Choose("failed_defence", ("continue", "absorbed")),
        Choose("tiebreak", ("hand_then_charge", "sum")),
        Switch("reactions", True),
        Choose("dice", ("standard", "wild")),
        Number("max_turns", None, 1, 5000),
    ),
    longest=5000,
    undecided="BF-END-5",
)
