"""Title page and options."""

from bagarre.kernel.meta import Meta
from bagarre.kernel.options import Choose, Number, Switch

META = Meta(
    name="battleworld",
    title="Battleworld",
    tagline={
        "fr": "Quatre contre quatre, chacun sa base, et une planète qui n’attendra pas.",
        "en": "Four against four, a base each, and a planet that will not wait.",
    },
    authors=(),
    publisher="–",
    year="–",
    players=range(2, 3),
    minutes=45,
    first_minutes=20,
    prefix="BW",
    rules_version=5,
    menu_size=40,
    options=(
        Choose("names", ("box", "neutral")),
        Choose("preset", ("none", "set_up_picture")),
        Choose("team_mode", ("faction", "draft", "random")),
        Switch("mirror", False),
        Switch("strict_physical", False),
        Choose("base_modules", ("3", "2", "heroes_2", "villains_2")),
        Choose("deploy", ("manual", "auto")),
        Switch("recover_needs_loss", False),
        Switch("pass_is_final", False),
        Choose("auction", ("alternating", "trailing_only")),
        Switch("yield_is_total", False),
        Switch("reroll_friendly_only", False),
        Switch("supporter_bonus", False),
        Switch("flyer_safe", False),
        Switch("guard_own_module", False),
        Number("galactus_threshold", None, 1, 99),
        Choose("galactus_hunger", ("fixed", "d20")),
        Choose("galactus_result", ("nobody", "points")),
        Number("max_turns", 30, 1, 120),
        Choose("second_cosmic", ("none", "beyonder", "silver_surfer", "thanos")),
        Switch("leaders", False),
        Switch("concede", True),
    ),
    longest=20000,
    concession="BW-WIN-9",
    undecided="BW-WIN-7",
    # The first game is half as long and always decided: nobody is asked where to stand, only whoever is behind is asked in a fight and nobody
    # after yielding, and points decide once Galactus has 6 energy (BW-SETUP-9, BW-AUCTION-14 and 15, BW-WIN-7). Then the whole game.
    first_games=(
        (
            ("deploy", "auto"),
            ("auction", "trailing_only"),
            ("yield_is_total", "on"),
            ("galactus_threshold", "6"),
            ("galactus_result", "points"),
        ),
        (),
    ),
)
