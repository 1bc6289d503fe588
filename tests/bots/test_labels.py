"""Levels: told once, the same wherever they are named."""

from itertools import combinations

import pytest

from bagarre.bots import LABELS, bot_told, level_of, make_player, names_code, spec_of
from bagarre.bots.labels import bot_name, character_of, level_named
from bagarre.bots.searching import SearchPlayer
from bagarre.kernel.errors import Mistake
from bagarre.kernel.game import Game
from bagarre.kernel.words import LANGUAGES
from bagarre.match import Match
from bagarre.web.guard import NAME_LENGTH

MOST_SEATS = 6


def test_five_levels_with_a_word_pips_and_a_sentence() -> None:
    assert [level.spec for level in LABELS] == [f"search:{n}" for n in range(1, 6)]
    assert [level.pips for level in LABELS] == ["●○○○○", "●●○○○", "●●●○○", "●●●●○", "●●●●●"]
    assert [level.word("fr") for level in LABELS] == ["Débutant", "Facile", "Moyen", "Fort", "Expert"]
    assert [level.word("en") for level in LABELS] == ["Beginner", "Easy", "Medium", "Strong", "Expert"]
    for lang in LANGUAGES:
        sentences = [level.sentence(lang) for level in LABELS]
        assert len(set(sentences)) == len(LABELS)
        assert all(sentence.endswith(".") and len(sentence) < 110 for sentence in sentences)


@pytest.mark.parametrize(
    ("typed", "spec"),
    [("facile", "search:2"), ("Débutant", "search:1"), ("debutant", "search:1"), ("STRONG", "search:4"), ("expert", "search:5")],
)  # fmt: skip
def test_a_level_is_named_by_its_word_in_any_language(typed: str, spec: str) -> None:
    assert spec_of(typed) == spec
    level = level_named(typed)
    assert level is not None
    assert level_of(spec) == level
    assert not names_code(spec)


def test_a_player_of_each_level_can_be_made(leduc: Game) -> None:
    for level in LABELS:
        for word in (level.spec, level.word("fr"), level.word("en")):
            assert isinstance(make_player(word, leduc), SearchPlayer)
    for spec in ("search:0", "search:6", "search:expert", "moyenne"):
        with pytest.raises(Mistake) as mistake:
            make_player(spec, leduc)
        assert "search:" in mistake.value.say("fr")
        assert "\n" not in mistake.value.say("fr")


def test_a_whole_table_of_bots_has_different_names_that_fit() -> None:
    names = {one.name(lang) for level in LABELS for one in level.characters for lang in LANGUAGES}
    assert all(len(name) <= NAME_LENGTH for name in names)
    for lang in LANGUAGES:
        for level in LABELS:
            assert len(level.characters) >= MOST_SEATS - 1
            taken: list[str] = []
            for seat in range(1, MOST_SEATS):
                taken.append(bot_name(level.spec, seat, lang, taken))
            assert len(set(taken)) == len(taken)
            assert all(character_of(level.spec, name) is not None for name in taken)
        for one, other in combinations(LABELS, 2):
            assert not {c.name(lang) for c in one.characters} & {c.name(lang) for c in other.characters}


def test_other_bots_have_words_too() -> None:
    assert bot_told("search:2", "fr") == "Facile"
    assert bot_told("scripted:1", "en") == "scripted"
    assert bot_told("mybot:play", "en") == "mybot:play"
    assert character_of("scripted", "Rouage") is None


def test_the_record_says_who_played_at_which_level(leduc: Game) -> None:
    match = Match(leduc, ["Ada", "Cog"], kinds=["human", "moyen"], seed=1)
    assert match.header()["seats"] == ["human", "search:3"]
