"""Title page."""

from bagarre.kernel.meta import Meta
from bagarre.kernel.options import Number

META = Meta(
    name="leduc",
    title="Leduc",
    tagline={"fr": "Le plus petit des pokers.", "en": "The smallest of pokers."},
    authors=("University of Alberta Computer Poker Research Group",),
    publisher="–",
    year="2005",
    players=range(2, 5),
    minutes=1,
    prefix="LE",
    rules_version=1,
    menu_size=3,
    options=(Number("raises", 2, 1, 4),),
    longest=100,
)
