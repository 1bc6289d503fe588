r"""Grammar: articles, elision and agreement, so that a sentence can hold any name.

A sentence of `words/` asks for a form of a value after a dot, and for something that agrees with a value after a colon:

| French | with « Ada » | with « Le Chacal » | with the noun « Étoiles » (`fp`) |
|---|---|---|---|
| `{x}` | Ada | Le Chacal | Étoiles |
| `{x.le}` | Ada | le Chacal | les étoiles |
| `{x.de}` | d’Ada | du Chacal | des étoiles |
| `{x.a}` | à Ada | au Chacal | aux étoiles |
| `{x.un}` | Ada | le Chacal | des étoiles |
| `vu{x:e}` | vu | vu | vues |
| `{x:joue\|jouent}` | joue | joue | jouent |

| English | with “Ada” | with “The Ram” | with the noun “Axe” (`m`) |
|---|---|---|---|
| `{x.the}` | Ada | the Ram | the axe |
| `{x.a}` | Ada | the Ram | an axe |
| `{x.s}` | Ada’s | the Ram’s | the axe’s |
| `{x:plays\|play}` | plays | plays | plays |

A form with a capital (`{x.Le}`, `{x.The}`) begins a sentence. After a colon two words are singular and plural, four are masculine, feminine, and
their plurals; a number agrees too (`{n:carte|cartes}`). `{state:=door}` is the value `state` whose endings « (e) » agree with `door`.

What a name is stands beside it (`Name`): `m`, `f`, `mp`, `fp` for a common noun, which takes an article and a small letter; `name m` and so on
for a proper name. A plain text is a proper name, whose gender and number its own article tells.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import cache, lru_cache
from string import Formatter
from typing import Any, NamedTuple

PLAIN_LETTERS = str.maketrans({"œ": "oe", "æ": "ae", "’": "'", "ʼ": "'"})
NOUNS = ("m", "f", "mp", "fp", "name m", "name f", "name mp", "name fp")
"""What a pack may say of a name, as `is`."""
SMALLEST_MARK = " "
"""Characters before this one are marks around a name, not letters of it."""

FRENCH_ARTICLES = re.compile(r"(Le |La |Les |L['’])(?=\S)", re.IGNORECASE)
ENGLISH_ARTICLE = re.compile(r"(The )(?=\S)", re.IGNORECASE)
_ASPIRATED = """
hache hachet hachur hack hadd hagr hai hall_ halle halo_ halte_ hamac hamb hamea hams han hare haric harl harn haro harp harr hasa hat hau hav haw
heau heid heim hellb heriss hern heron heros_ hers hetr heurt hibou hid hierar hip- hip_ hippie hit hob hoc hog hold holl homar hong hont hoo hoq
hord hors hot- hot_ hotte_ hou how hubl huc hue hugh huit_ huiti hulk hulu hun hup hur hus hut ya ye yi yo yu oui_ ouisti onz
"""
ASPIRATED = tuple(beginning.replace("_", " ") for beginning in _ASPIRATED.split())
"""Beginnings, without accents, before which French does not elide: « le hasard », « le héros », « le yéti », « le onze »."""
CONSONANT_SOUND = re.compile(r"(?:u(?:ni(?!n|m)|s[aeiu]|r[aeiou]|til|kr)|eu|ew|one\b|once\b|ouija)")
"""Beginnings with a vowel that English says as a consonant: “a unicorn”, “a one-armed man”."""
VOWEL_SOUND = re.compile(r"(?:h(?:our|onest|onou?r|eir)|8|11\b|18\b)")
"""Beginnings without a vowel that English says as one: “an hour”, “an 8-bit knight”."""


def folded(text: str) -> str:
    """A text as people type it when they search: without accents, capitals, ligatures and bent apostrophes (`plain` in `site.js`)."""
    letters = unicodedata.normalize("NFD", text)
    bare = "".join(letter for letter in letters if not unicodedata.category(letter).startswith("M"))
    return bare.casefold().translate(PLAIN_LETTERS)


class Name(str):
    """A name that knows what it is (one of `NOUNS`)."""

    noun: str

    def __new__(cls, text: str, noun: str = "") -> Name:
        name = super().__new__(cls, text)
        name.noun = noun
        return name

    def __getnewargs__(self) -> tuple[str, str]:  # type: ignore[override]
        return str(self), self.noun


class Noun(NamedTuple):
    """A name taken apart."""

    article: bool
    """Does it take an article, its own or as a common noun?"""
    common: bool
    feminine: bool
    plural: bool
    bare: str
    """Without an article of its own, and with a small letter when it is a common noun."""


# Filling sentences.


class Part(NamedTuple):
    """A piece of a sentence: text, then a value in some form."""

    text: str
    field: str
    form: str
    agreement: str
    conversion: str


@cache
def parts(sentence: str) -> tuple[Part, ...] | None:
    """The pieces of a sentence; `None` when none of its values asks for a form."""
    found = []
    for text, name, agreement, conversion in Formatter().parse(sentence):
        field, _, form = (name or "").partition(".")
        found.append(Part(text, field, form, agreement or "", conversion or ""))
    return tuple(found) if any(part.form or part.agreement for part in found) else None


def filled(sentence: str, values: dict[str, Any], lang: str) -> str:
    """A sentence with its values in the forms that it asks for.

    :raises KeyError: when a value is missing.
    """
    pieces = parts(sentence)
    return (
        sentence.format(**values) if pieces is None else "".join(_said(part, values, lang) for part in pieces)
    )


def _said(part: Part, values: dict[str, Any], lang: str) -> str:
    if not part.field:
        return part.text
    value = values[part.field]
    if part.agreement.startswith("="):
        return part.text + str(value).replace("(e)", ending(values[part.agreement[1:]], lang))
    if part.agreement:
        return part.text + agreeing(value, part.agreement, lang)
    if part.form:
        return part.text + form_of(value, part.form, lang)
    return part.text + (repr(value) if part.conversion == "r" else str(value))


# Agreement.


def is_plural(n: int, lang: str) -> bool:
    """In French zero is singular, in English it is plural."""
    return abs(n) >= 2 if lang == "fr" else abs(n) != 1


def agreeing(value: Any, words: str, lang: str) -> str:
    """The word that agrees with a value: `joue|jouent`, or `e` for the ending of a participle."""
    if words == "e":
        return ending(value, lang)
    feminine, plural = _gender_and_number(value, lang)
    choices = words.split("|")
    if len(choices) == 2:
        return choices[plural]
    return choices[2 * plural + feminine]


def ending(value: Any, lang: str) -> str:
    """What a French participle takes: nothing, e, s or es."""
    feminine, plural = _gender_and_number(value, lang)
    return ("e" if feminine else "") + ("s" if plural else "")


def _gender_and_number(value: Any, lang: str) -> tuple[bool, bool]:
    if isinstance(value, int):
        return False, is_plural(value, lang)
    noun = taken_apart(str(value), getattr(value, "noun", ""), lang)
    return noun.feminine, noun.plural


# Forms.


def form_of(value: Any, form: str, lang: str) -> str:
    """A value in the form that a sentence asks for; numbers have only one.

    :raises KeyError: when the language has no such form, which a test forbids.
    """
    if not isinstance(value, str):
        return str(value)
    forms = FORMS[lang]
    before, text, after = _unmarked(value)
    if not text:
        return value
    noun = taken_apart(text, getattr(value, "noun", ""), lang)
    article, bare = forms[form.lower()](text, noun)
    # Marks (the page prints names in bold) stand around the name, not around the article.
    said = f"{article}{before}{bare}{after}"
    if form[0].isupper():
        place = 0 if article else len(before)
        said = said[:place] + said[place : place + 1].upper() + said[place + 1 :]
    return said


def _unmarked(value: str) -> tuple[str, str, str]:
    """A name without the marks around it, and these."""
    text = value.lstrip(_MARKS)
    before = value[: len(value) - len(text)]
    bare = text.rstrip(_MARKS)
    return before, bare, text[len(bare) :]


_MARKS = "".join(chr(i) for i in range(ord(SMALLEST_MARK)))


@lru_cache(maxsize=4096)
def taken_apart(text: str, noun: str, lang: str) -> Noun:
    """What a name is: as its pack says, or as its own article tells."""
    text = text.strip(_MARKS)
    found = (FRENCH_ARTICLES if lang == "fr" else ENGLISH_ARTICLE).match(text)
    article = found[1].strip().lower() if found else ""
    if not noun:
        noun = "name " + {"la": "f", "les": "mp"}.get(article, "m")
    common = not noun.startswith("name ")
    bare = text[found.end() :] if found else _small(text) if common else text
    return Noun(bool(found) or common, common, "f" in noun.removeprefix("name "), noun.endswith("p"), bare)


def _small(text: str) -> str:
    """A common noun inside a sentence: with a small letter, unless it is an abbreviation."""
    return text if text[1:2].isupper() else text[:1].lower() + text[1:]


def elides(text: str) -> bool:
    """Does « de » become « d’ » before this?"""
    plain = f"{folded(text)} "
    return plain[0] in "aeiouyh" and not plain.startswith(ASPIRATED)


def _french_article(noun: Noun) -> str:
    if noun.plural:
        return "les "
    if elides(noun.bare):
        return "l’"
    return "la " if noun.feminine else "le "


def _le(text: str, noun: Noun) -> tuple[str, str]:
    return (_french_article(noun), noun.bare) if noun.article else ("", text)


def _de(text: str, noun: Noun) -> tuple[str, str]:
    if not noun.article:
        return ("d’" if elides(text) else "de "), text
    article = _french_article(noun)
    return {"le ": "du ", "les ": "des "}.get(article, f"de {article}"), noun.bare


def _a(text: str, noun: Noun) -> tuple[str, str]:
    if not noun.article:
        return "à ", text
    article = _french_article(noun)
    return {"le ": "au ", "les ": "aux "}.get(article, f"à {article}"), noun.bare


def _un(text: str, noun: Noun) -> tuple[str, str]:
    if not noun.common:
        return _le(text, noun)
    return "des " if noun.plural else "une " if noun.feminine else "un ", noun.bare


def _the(text: str, noun: Noun) -> tuple[str, str]:
    return ("the ", noun.bare) if noun.article else ("", text)


def _an(text: str, noun: Noun) -> tuple[str, str]:
    if not noun.common or noun.plural:
        return _the(text, noun) if not noun.common else ("", noun.bare)
    low = noun.bare.lower()
    vowel = (low.startswith(tuple("aeiou")) and not CONSONANT_SOUND.match(low)) or VOWEL_SOUND.match(low)
    return ("an " if vowel else "a "), noun.bare


def _possessive(text: str, noun: Noun) -> tuple[str, str]:
    article, bare = _the(text, noun)
    return article, bare + ("’" if noun.plural and bare.endswith("s") else "’s")


FORMS = {"fr": {"le": _le, "de": _de, "a": _a, "un": _un}, "en": {"the": _the, "a": _an, "s": _possessive}}
"""What may stand after the dot, in each language."""


def like(name: str, text: str) -> str:
    """Another text for the same kind of noun."""
    return Name(text, name.noun) if isinstance(name, Name) else text


def listed(names: Sequence[str], lang: str) -> str:
    """« Ada, Blaise et Carole »: one name when there is one, a plural when there are several."""
    if len(names) < 2:
        return names[0] if names else ""
    last = " et " if lang == "fr" else " and "
    return Name(", ".join(names[:-1]) + last + names[-1], "name mp")
