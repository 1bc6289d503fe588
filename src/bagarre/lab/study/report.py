"""The report of a study: one HTML page with its tables and plots, in the reader's language, that needs nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from bagarre.lab.study.description import Cell
from bagarre.lab.study.results import Results, Share
from bagarre.lab.telling import figure, lab_words

STYLE = """
:root{color-scheme:light dark;--ink:light-dark(#1b1a17,#f2efe6);--dim:light-dark(#6b665c,#b3ada0);--paper:light-dark(#fffdf7,#17161a);--line:light-dark(#d9d4c7,#3b3941);--accent:light-dark(#c8301c,#ff7a66);--cold:light-dark(#3f8fc9,#5aa9e0);--warm:light-dark(#e98a33,#f0a050)}
body{margin:0 auto;max-width:1080px;padding:24px;font:16px/1.5 system-ui,sans-serif;background:var(--paper);color:var(--ink)}
h1{font-size:30px;line-height:1.15;margin:0 0 8px}h2{font-size:20px;margin:32px 0 8px}p{max-width:70ch}
.lead{border-left:6px solid var(--accent);padding:8px 16px;background:color-mix(in srgb,var(--accent) 7%,transparent)}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}th,td{padding:6px 10px;border-bottom:1px solid var(--line);text-align:left}td.n,th.n{text-align:right}
.dim{color:var(--dim)}svg{display:block;width:100%;height:auto;max-width:900px}text{fill:var(--ink);font:14px system-ui,sans-serif}text.d{fill:var(--dim);font-size:12px}
code{background:color-mix(in srgb,var(--ink) 8%,transparent);padding:2px 6px;border-radius:4px}
@media print{body{max-width:none;padding:0}h2{break-after:avoid}table,svg{break-inside:avoid}}
"""


def html(results: Results, lang: str) -> str:
    """The whole page."""
    study, say = results.study, lab_words(lang)
    title = study.title.get(lang) or say("study.title", game=study.found.meta.title)
    parts = [
        f"<h1>{escape(title)}</h1>",
        f'<p class="lead">{escape(summary(results, lang))}</p>',
        *(table_of(results, table, lang) for table in study.tables),
        f"<h2>{escape(say('study.how'))}</h2>",
        f"<p>{escape(how(results, lang))}</p>",
    ]
    return (
        f'<!doctype html><html lang="{lang}"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{escape(title)}</title><style>{STYLE}</style><body>{''.join(parts)}</body></html>"
    )


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
    say, study = lab_words(lang), results.study
    games = sum(len(rows.deals) for rows in results.cells)
    return say(
        "study.how_text",
        games=games,
        seed=study.seed,
        version=study.found.meta.rules_version,
        digest=study.digest,
    )


def table_of(results: Results, table: tuple[str, ...], lang: str) -> str:
    """One table of players: the shares in every variant, as a plot and as numbers."""
    say = lab_words(lang)
    cells = [cell for cell in results.study.cells if cell.table == table]
    alike = len(set(table)) == 1
    rows, plotted = [], []
    for cell in cells:
        for player in range(len(table)):
            share = results.share(cell.number, player)
            label = f"{variant_name(cell, lang)} · {named(cell, player, lang)}"
            plotted.append((label, share))
            change = _change(results, cells[0], cell, player, lang)
            rows.append((label, _shown(share, lang), change))
    lengths = "; ".join(
        f"{variant_name(cell, lang)}{say('study.colon')} {figure(results.length(cell.number).value, lang)}" for cell in cells
    )  # fmt: skip
    head = say("study.seats" if alike else "study.table", n=len(table), players=", ".join(table))
    body = "".join(
        f'<tr><th scope="row">{escape(label)}</th><td class="n">{escape(share)}</td><td class="n">{escape(change)}</td></tr>'
        for label, share, change in rows
    )
    return (
        f"<h2>{escape(head)}</h2>{plot(plotted, 1 / len(table), lang)}"
        f'<table><thead><tr><th>{escape(say("study.who"))}</th><th class="n">{escape(say("study.share"))}</th>'
        f'<th class="n">{escape(say("study.change"))}</th></tr></thead><tbody>{body}</tbody></table>'
        f'<p class="dim">{escape(say("study.lengths"))} {escape(lengths)}</p>'
    )


def _change(results: Results, usual: Cell, cell: Cell, player: int, lang: str) -> str:
    if cell is usual:
        return "–"
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


def plot(rows: Sequence[tuple[str, Share]], fair: float, lang: str) -> str:
    """A dot and its interval for each row, and a line where everybody would be alike."""
    left, right, step = 300, 840, 28
    low = max(0.0, min([fair, *(share.low for _, share in rows)]) - 0.03)
    high = min(1.0, max([fair, *(share.high for _, share in rows)]) + 0.03)
    height = step * len(rows) + 34

    def x(value: float) -> float:
        return left + (right - left) * (value - low) / (high - low)

    marks = []
    for k, (label, share) in enumerate(rows):
        y = 18 + step * k
        marks.append(
            f'<text x="{left - 12}" y="{y + 5}" text-anchor="end">{escape(label)}</text>'
            f'<line x1="{x(share.low):.1f}" x2="{x(share.high):.1f}" y1="{y}" y2="{y}" stroke="currentColor" stroke-width="4" stroke-linecap="round"/>'
            f'<circle cx="{x(share.value):.1f}" cy="{y}" r="6" fill="var(--accent)" stroke="var(--paper)" stroke-width="2"/>'
            f'<text x="{right + 12}" y="{y + 5}">{percent(share.value, lang)}</text>'
        )
    axis = "".join(
        f'<text class="d" x="{x(value):.1f}" y="{height - 4}" text-anchor="middle">{percent(value, lang)}</text>'
        for value in (low, fair, high)
    )
    line = f'<line x1="{x(fair):.1f}" x2="{x(fair):.1f}" y1="4" y2="{height - 22}" stroke="var(--dim)" stroke-dasharray="5 4"/>'
    return f'<svg viewBox="0 0 920 {height}" role="img" aria-label="{escape(lab_words(lang)("study.plot"))}">{line}{"".join(marks)}{axis}</svg>'


def percent(value: float, lang: str) -> str:
    return f"{figure(100 * value, lang)}{' ' if lang == 'fr' else ''}%"


def points(value: float, lang: str, *, sign: bool = True) -> str:
    """Hundredths, with their sign."""
    return figure(100 * value, lang, signed=sign)
