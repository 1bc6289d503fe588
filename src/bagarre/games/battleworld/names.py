"""Names that know their article: « le Bélier », « du Bélier », « au Bélier », "the Ram"."""

from __future__ import annotations

VOWELS = "aeiouyàâäéèêëîïôöùûüœAEIOUYÀÂÄÉÈÊËÎÏÔÖÙÛÜŒ"
FRENCH = {
    "Le ": ("le ", "du ", "au "),
    "La ": ("la ", "de la ", "à la "),
    "L’": ("l’", "de l’", "à l’"),
    "Les ": ("les ", "des ", "aux "),
}


class Name(str):
    """A name as printed on a card. Sentences may also ask for `{who.le}`, `{who.de}` and `{who.a}`."""

    __slots__ = ("a", "bare", "de", "le")

    def __new__(cls, text: str, lang: str) -> Name:
        name = super().__new__(cls, text)
        name.bare, name.le, name.de, name.a = _forms(text, lang)
        return name

    bare: str
    """Without its article."""
    le: str
    """In the middle of a sentence."""
    de: str
    a: str

    def forms(self) -> tuple[str, str, str, str]:
        """Every form that a text may hold, the longest first."""
        return self.de, self.a, self.le, str(self)


def _forms(text: str, lang: str) -> tuple[str, str, str, str]:
    if lang == "en":
        bare = text.removeprefix("The ")
        the = f"the {bare}" if bare != text else text
        return bare, the, f"of {the}", f"to {the}"
    for article, (le, de, a) in FRENCH.items():
        if text.startswith(article):
            bare = text[len(article) :]
            return bare, le + bare, de + bare, a + bare
    return text, text, f"d’{text}" if text[:1] in VOWELS else f"de {text}", f"à {text}"
