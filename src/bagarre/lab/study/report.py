"""The report of a study: one HTML page with its tables, plots and heat maps, in French and English, that needs nothing else and prints well."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from bagarre.kernel.words import LANGUAGES
from bagarre.lab.study.description import Cell
from bagarre.lab.study.results import Results, Share
from bagarre.lab.telling import figure, lab_words

STYLE = """
:root{color-scheme:light dark;--ink:light-dark(#1b1a17,#f2efe6);--dim:light-dark(#625d54,#b3ada0);--paper:light-dark(#f6f3ea,#17161a);--card:light-dark(#fffdf7,#212026);--line:light-dark(#d9d4c7,#3b3941);--accent:light-dark(#c8301c,#ff7a66);--cold:light-dark(#3f8fc9,#2f6f9f);--warm:light-dark(#e98a33,#b06420)}
*{box-sizing:border-box}body{margin:0 auto;max-width:1180px;padding:24px;font:16px/1.5 system-ui,sans-serif;background:var(--paper);color:var(--ink);print-color-adjust:exact;-webkit-print-color-adjust:exact}
h1{font-size:30px;line-height:1.15;margin:0 0 12px;text-wrap:balance}h2{font-size:19px;line-height:1.25;margin:0 0 2px}h3{font-size:15px;margin:0 0 8px}p{margin:0}.dim{color:var(--dim);font-size:14px}
.lead{border-left:6px solid var(--accent);border-radius:4px 10px 10px 4px;padding:12px 18px;background:var(--card);font-size:18px}
.card{margin-top:20px;padding:20px 24px;background:var(--card);border:1px solid var(--line);border-radius:14px}
.two{display:flex;flex-wrap:wrap;gap:28px;margin:16px 0 12px}.heat{flex:0 1 auto;overflow-x:auto;max-width:100%}.dots{flex:1 1 380px;min-width:0}
table{border-collapse:collapse;font-variant-numeric:tabular-nums}th,td{padding:6px 10px;text-align:left;font-weight:400}thead th{color:var(--dim);font-size:13px;vertical-align:bottom}tbody th{font-weight:600}.n{text-align:right}
.heat table{border-collapse:separate;border-spacing:3px}.heat td{min-width:64px;padding:9px 10px;border-radius:6px;text-align:center;font-weight:600;background:color-mix(in srgb,var(--tint) var(--depth),var(--card))}.heat td.sure{outline:2px solid var(--ink);outline-offset:-2px}.heat th{white-space:nowrap}
.dots table{width:100%}.dots tbody tr{border-top:1px solid var(--line)}.dots tbody tr.first{border-top-width:2px;border-top-color:var(--dim)}.dots td.plot,.dots th.plot{width:38%;padding:6px 16px}small{display:block;color:var(--dim);font-size:13px;font-weight:400}.plot span{display:flex;justify-content:space-between}.dots .n{white-space:nowrap}
svg{display:block;width:100%;height:22px;overflow:visible}
.facts{display:flex;flex-wrap:wrap;gap:14px 40px;margin:10px 0 12px}.facts div{min-width:90px}dt{color:var(--dim);font-size:14px}dd{margin:0;font-weight:600;overflow-wrap:anywhere}
code{font-size:14px}nav{float:right;display:flex;border:1px solid var(--line);border-radius:8px;overflow:hidden;background:var(--card)}nav label{padding:6px 14px;font-weight:600;cursor:pointer}
input[name=lang]{position:absolute;opacity:0}main{display:none}
#lang-fr:checked~main[lang=fr],#lang-en:checked~main[lang=en]{display:block}
#lang-fr:checked~nav label[for=lang-fr],#lang-en:checked~nav label[for=lang-en]{background:var(--ink);color:var(--card)}
input[name=lang]:focus-visible~nav{outline:3px solid var(--accent);outline-offset:2px}
@media(max-width:700px){body{padding:16px}.card{padding:16px}h1{font-size:25px;clear:both;padding-top:12px}.heat th{white-space:normal;overflow-wrap:anywhere}.heat td{min-width:44px;padding:9px 4px}.dots{flex-basis:100%}.dots thead{display:none}.dots tr{display:grid;grid-template-columns:1fr auto;padding:6px 0}.dots th,.dots td{padding:2px 0}.dots td.plot{grid-row:2;grid-column:1/-1;width:auto;padding:4px 8px}.dots td.change{grid-column:1/-1;color:var(--dim);font-size:14px}.dots td.change:not(:empty)::before{content:attr(data-head) " "}}
@media print{:root{color-scheme:light}body{max-width:none;padding:0;font-size:11pt;background:none}nav{display:none}.two{display:block}.heat{margin-bottom:12px}.card{border-color:#999;break-inside:avoid}.lead{border:1px solid #999;border-left:6px solid var(--accent)}}
"""


def html(results: Results, lang: str) -> str:
    """The whole page; it opens in this language, and one click away is the other."""
    mains = "".join(main(results, each) for each in LANGUAGES)
    buttons = "".join(
        f'<input type="radio" name="lang" id="lang-{each}"{" checked" if each == lang else ""}>'
        for each in LANGUAGES
    )
    labels = "".join(f'<label for="lang-{each}" lang="{each}">{each.upper()}</label>' for each in LANGUAGES)
    return (
        f'<!doctype html><html lang="{lang}"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{escape(title_of(results, lang))}</title><style>{STYLE}</style><body>{buttons}<nav>{labels}</nav>{mains}</body></html>"
    )


def main(results: Results, lang: str) -> str:
    """All that the page says, in one language."""
    cards = "".join(table_of(results, table, lang) for table in results.study.tables)
    return (
        f'<main lang="{lang}"><h1>{escape(title_of(results, lang))}</h1>'
        f'<p class="lead">{escape(summary(results, lang))}</p>{cards}{how(results, lang)}</main>'
    )


def title_of(results: Results, lang: str) -> str:
    study = results.study
    return study.title.get(lang) or lab_words(lang)("study.title", game=study.found.meta.title)


def summary(results: Results, lang: str) -> str:
    """The largest difference that is surely one, in a sentence."""
    say, study = lab_words(lang), results.study
    found = [
        (abs(share.value - 1 / len(cell.table)), cell, player, share)
        for cell in study.cells
        for player in range(len(cell.table))
        if not (share := results.share(cell.number, player)).low <= 1 / len(cell.table) <= share.high
    ]
    if not found:
        return say("study.even")
    _, cell, player, share = max(found, key=lambda row: row[0])
    return say(
        "study.uneven", player=named(cell, player, lang), share=percent(share.value, lang),
        fair=percent(1 / len(cell.table), lang), variant=variant_name(cell, lang),
    )  # fmt: skip


def how(results: Results, lang: str) -> str:
    """What was played, and how the intervals are meant."""
    say, study = lab_words(lang), results.study
    facts = {
        "game": study.found.meta.title,
        "games": str(sum(len(rows.deals) for rows in results.cells)),
        "deals": str(max(len(set(rows.deals.tolist())) for rows in results.cells)),
        "until": f"± {percent(study.until, lang)}" if study.until else say("study.facts.never"),
        "seed": study.seed,
        "version": str(study.found.meta.rules_version),
        "digest": study.digest,
    }
    told = "".join(
        f"<div><dt>{escape(say(f'study.facts.{key}'))}</dt><dd>{escape(value)}</dd></div>"
        for key, value in facts.items()
    )
    return (
        f'<section class="card"><h2>{escape(say("study.how"))}</h2><dl class="facts">{told}</dl>'
        f'<p class="dim">{escape(say("study.how_text"))}</p></section>'
    )


def table_of(results: Results, table: tuple[str, ...], lang: str) -> str:
    """One table of players: a heat map of its variants, and every share with its interval."""
    say = lab_words(lang)
    cells = [cell for cell in results.study.cells if cell.table == table]
    alike = len(set(table)) == 1
    head = say(
        "study.seats" if alike else "study.table",
        n=len(table),
        players=table[0] if alike else ", ".join(table),
    )
    lengths = " · ".join(
        f"{variant_name(cell, lang)}{say('study.colon')} {figure(results.length(cell.number).value, lang)}" for cell in cells
    )  # fmt: skip
    heat = heat_of(results, cells, lang) if len(cells) > 1 else ""
    return (
        f'<section class="card"><h2>{escape(head)}</h2><p class="dim">{escape(say("study.plot"))}</p>'
        f'<div class="two">{heat}{dots_of(results, cells, lang)}</div>'
        f'<p class="dim">{escape(say("study.lengths"))} {escape(lengths)}</p></section>'
    )


def heat_of(results: Results, cells: Sequence[Cell], lang: str) -> str:
    """The variants against the players: points above and below an equal share; framed where that is sure."""
    say, fair = lab_words(lang), 1 / len(cells[0].table)
    shares = [[results.share(cell.number, player) for player in range(len(cell.table))] for cell in cells]
    deepest = max(0.02, *(abs(share.value - fair) for row in shares for share in row))
    head = "".join(f"<th>{escape(named(cells[0], player, lang))}</th>" for player in range(len(shares[0])))
    body = "".join(
        f'<tr><th scope="row">{escape(variant_name(cell, lang))}</th>'
        + "".join(_square(share, fair, deepest, lang) for share in row)
        + "</tr>"
        for cell, row in zip(cells, shares)
    )
    return (
        f'<div class="heat"><h3>{escape(say("study.heat"))}</h3><table><thead><tr><td></td>{head}</tr></thead><tbody>{body}</tbody></table>'
        f'<p class="dim">{escape(say("study.framed"))}</p></div>'
    )


def _square(share: Share, fair: float, deepest: float, lang: str) -> str:
    far = share.value - fair
    sure = "" if share.low <= fair <= share.high else ' class="sure"'
    tint, depth = "warm" if far > 0 else "cold", round(90 * abs(far) / deepest)
    return f'<td{sure} style="--tint:var(--{tint});--depth:{depth}%">{points(far, lang)}</td>'


def dots_of(results: Results, cells: Sequence[Cell], lang: str) -> str:
    """Every share with its interval, drawn and in figures, and what the variant changes deal by deal."""
    say, fair = lab_words(lang), 1 / len(cells[0].table)
    rows = [
        (cell, player, results.share(cell.number, player))
        for cell in cells
        for player in range(len(cell.table))
    ]
    low = max(0.0, min([fair, *(share.low for _, _, share in rows)]) - 0.02)
    high = min(1.0, max([fair, *(share.high for _, _, share in rows)]) + 0.02)
    change_head = escape(say("study.change"))
    head = (
        f'<th>{escape(say("study.who"))}</th><th class="plot"><span><span>{percent(low, lang)}</span><span>{percent(high, lang)}</span></span></th>'
        f'<th class="n">{escape(say("study.share"))}</th>'
        + (f'<th class="n">{change_head}</th>' if len(cells) > 1 else "")
    )
    body = ""
    for cell, player, share in rows:
        label = escape(named(cell, player, lang))
        if len(cells) > 1:
            label = f"<small>{escape(variant_name(cell, lang))}</small> {label}"
            change = _change(results, cells[0], cell, player, lang)
            told = f'<td class="n change" data-head="{change_head}">{escape(change)}</td>'
        else:
            told = ""
        first = ' class="first"' if player == 0 and cell is not cells[0] else ""
        body += (
            f'<tr{first}><th scope="row">{label}</th><td class="plot">{interval(share, fair, low, high)}</td>'
            f'<td class="n">{escape(_shown(share, lang))}</td>{told}</tr>'
        )
    return f'<div class="dots"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def interval(share: Share, fair: float, low: float, high: float) -> str:
    """A dot and its interval, and a line where everybody would be alike; as wide as there is room."""

    def x(value: float) -> str:
        return f"{100 * (value - low) / (high - low):.2f}%"

    return (
        '<svg aria-hidden="true">'
        '<line x1="0" x2="100%" y1="11" y2="11" stroke="var(--line)" stroke-width="2"/>'
        f'<line x1="{x(fair)}" x2="{x(fair)}" y1="-2" y2="24" stroke="var(--dim)" stroke-dasharray="4 3"/>'
        f'<line x1="{x(share.low)}" x2="{x(share.high)}" y1="11" y2="11" stroke="var(--ink)" stroke-width="4" stroke-linecap="round"/>'
        f'<circle cx="{x(share.value)}" cy="11" r="6" fill="var(--accent)" stroke="var(--card)" stroke-width="2"/></svg>'
    )


def _change(results: Results, usual: Cell, cell: Cell, player: int, lang: str) -> str:
    if cell is usual:
        return ""
    found = results.difference(cell.number, usual.number, player)
    return f"{points(found.value, lang)} ± {points(found.half, lang, sign=False)}"


def _shown(share: Share, lang: str) -> str:
    return f"{percent(share.value, lang)} ({percent(share.low, lang)} – {percent(share.high, lang)})"


def named(cell: Cell, player: int, lang: str) -> str:
    """A player by its spec, or by its seat where all are alike."""
    say = lab_words(lang)
    if len(set(cell.table)) == 1:
        return say("study.seat", n=player + 1)
    again = cell.table.count(cell.table[player]) > 1
    return f"{cell.table[player]} {player + 1}" if again else cell.table[player]


def variant_name(cell: Cell, lang: str) -> str:
    return lab_words(lang)("study.usual") if cell.variant.name == "usual" else cell.variant.name


def percent(value: float, lang: str) -> str:
    return f"{figure(100 * value, lang)}{' ' if lang == 'fr' else ''}%"


def points(value: float, lang: str, *, sign: bool = True) -> str:
    """Hundredths, with their sign."""
    return figure(100 * value, lang, signed=sign)
