from bagarre.kernel.meta import Meta

META = Meta(
    name="bids",
    title="Bids",
    tagline={"fr": "Enchères scellées.", "en": "Sealed bids."},
    authors=("–",),
    publisher="–",
    year="–",
    players=range(2, 5),
    minutes=1,
    prefix="BI",
    rules_version=1,
    menu_size=3,
    longest=12,
)
