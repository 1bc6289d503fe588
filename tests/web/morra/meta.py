from bagarre.kernel.meta import Meta

META = Meta(
    name="morra", title="Morra", tagline={"fr": "Combien de doigts ?", "en": "How many fingers?"}, authors=("–",),
    publisher="–", year="–", players=range(2, 4), minutes=1, prefix="MO", rules_version=1, menu_size=8, longest=100,
)  # fmt: skip
