"""What a game must be able to say."""

from __future__ import annotations

from bagarre.kernel.contract.run import ContractBroken
from bagarre.kernel.game import Game
from bagarre.kernel.words import LANGUAGES, placeholders


def check_words(game: Game) -> None:
    """Everything the game can say is said in both languages, and every clause it cites exists.

    :raises ContractBroken: with everything that is missing.
    """
    faults = [
        *_different_sentences(game),
        *(fault for lang in LANGUAGES for fault in _missing_sentences(game, lang)),
        *_wrong_clauses(game),
    ]
    if faults:
        raise ContractBroken("words", f"{game.name}:\n  " + "\n  ".join(faults))


def _different_sentences(game: Game) -> list[str]:
    first, second = (game.words(lang).sentences() for lang in LANGUAGES)
    faults = [f"words/{LANGUAGES[1]}.toml lacks {key}" for key in first.keys() - second.keys()]
    faults += [f"words/{LANGUAGES[0]}.toml lacks {key}" for key in second.keys() - first.keys()]
    for key in sorted(first.keys() & second.keys()):
        if not isinstance(first[key], str) or not isinstance(second[key], str):
            faults.append(f"{key} is not a sentence")
        elif placeholders(first[key]) != placeholders(second[key]):
            faults.append(
                f"{key} asks for {placeholders(first[key])} in one language, {placeholders(second[key])} in the other"
            )
    return sorted(faults)


def _missing_sentences(game: Game, lang: str) -> list[str]:
    words = game.words(lang)
    wanted: dict[str, set[str] | None] = {}
    for kind in game.event_book.kinds:
        wanted[f"events.{kind.name}"] = {declared.name for declared in kind.fields}
    for verb in game.verbs.verbs:
        wanted[f"choices.{verb.name}"] = {"arg", "n"} if verb.kind else set()
    for reason in game.reasons[1:]:
        wanted[f"reasons.{reason.name}"] = set()
    for ending in game.endings[1:]:
        wanted[f"endings.{ending}"] = None
    for option in game.meta.options:
        wanted[f"options.{option.name}.label"] = set()
        wanted[f"options.{option.name}.help"] = None
        for value in getattr(option, "values", ()):
            wanted[f"options.{option.name}.values.{value}"] = set()
    for stat in game.room("stats").STATS:
        wanted[f"stats.{stat}"] = set()
    faults = []
    for key, allowed in wanted.items():
        found = words.find(key)
        sentences = (
            list(found.values()) if isinstance(found, dict) and set(found) == {"one", "other"} else [found]
        )
        if not all(isinstance(sentence, str) for sentence in sentences):
            faults.append(f"words/{lang}.toml has no sentence {key}")
        elif allowed is not None:
            extra = {name for sentence in sentences for name in placeholders(sentence)} - allowed
            if extra:
                faults.append(
                    f"words/{lang}.toml: {key} asks for {', '.join(sorted(extra))}, which it is not given"
                )
    return faults


def _wrong_clauses(game: Game) -> list[str]:
    books = {lang: game.rulebook(lang).clauses for lang in LANGUAGES}
    first, second = (books[lang] for lang in LANGUAGES)
    faults = [f"rules.{LANGUAGES[1]}.md lacks {clause}" for clause in first if clause not in second]
    faults += [f"rules.{LANGUAGES[0]}.md lacks {clause}" for clause in second if clause not in first]
    cited = [(f"the event {kind.name}", kind.clause) for kind in game.event_book.kinds]
    cited += [(f"the reason {reason.name}", reason.clause) for reason in game.reasons[1:]]
    faults += [
        f"{what} cites {clause!r}, which is not in the rules" for what, clause in cited if clause not in first
    ]
    wrong = [clause for clause in first if not clause.startswith(game.meta.prefix + "-")]
    return faults + [f"{clause} does not begin with {game.meta.prefix}-" for clause in wrong]
