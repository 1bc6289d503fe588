"""Title page."""

from bagarre.kernel.meta import Meta
from bagarre.kernel.options import Number

META = Meta(
    name="my-game",
    title="My Game",
    tagline={"fr": "Garder sa carte, ou la changer.", "en": "Keep your card, or change it."},
    authors=("–",),
    publisher="–",
    year="–",
    players=range(2, 7),
    minutes=5,
    prefix="MG",
    rules_version=1,
    menu_size=2,
    options=(Number("changes", 1, 0, 3),),
    longest=100,
)
