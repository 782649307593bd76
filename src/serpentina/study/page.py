"""What a study found, as one page that needs nothing else: no script, no request."""

from __future__ import annotations

from html import escape

from serpentina.study.plots import plots
from serpentina.study.running import Found
from serpentina.study.showing import NOTE, Rows, about, tables

STYLE = """
:root { color-scheme: light dark; --back: #f3ead2; --ink: #2f2a26; --edge: #cbbd9c; }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 980px; padding: 16px; background: var(--back); color: var(--ink);
  font: 16px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 8px 0; }
h2 { font-size: 1.15rem; margin: 28px 0 8px; }
.question { font-size: 1.1rem; }
figure { margin: 20px 0; padding: 12px; background: #fff; color: #222; border-radius: 14px;
  border: 1px solid var(--edge); }
figure svg { display: block; width: 100%; max-width: 620px; height: auto;
  margin: 0 auto; }
figcaption { font-weight: 600; margin-bottom: 6px; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: .92rem; font-variant-numeric: tabular-nums; }
th, td { padding: 4px 10px; border-bottom: 1px solid var(--edge); text-align: right;
  white-space: nowrap; }
th:first-child, td:first-child { text-align: left; white-space: normal; min-width: 12rem; }
@media (prefers-color-scheme: dark) { :root { --back: #17221d; --ink: #f2ecdf; --edge: #3d4f46; } }
@media print { body { background: none; } figure { break-inside: avoid; } }
"""


def page_of(found: Found) -> str:
    """The whole page."""
    study = found.study
    figures = [_figure(title, drawing) for title, drawing in plots(found)]
    shown = [f"<h2>{escape(name)}</h2>\n{_table(rows)}" for name, rows in tables(found)]
    return "\n".join(
        [
            '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{escape(study.title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>",
            f"<header><h1>{escape(study.title)}</h1>",
            f'<p class="question">{escape(study.question)}</p>',
            f"<p>{escape(about(found))}. {NOTE}</p></header>\n<main>",
            *figures,
            *shown,
            "</main>\n</body>\n</html>\n",
        ]
    )


def _figure(title: str, drawing: str) -> str:
    named = drawing.replace("<svg", f'<svg role="img" aria-label="{escape(title)}"', 1)
    caption = f"<figcaption>{escape(title)}</figcaption>"
    return f"<figure>{caption}\n{named}</figure>"


def _table(rows: Rows) -> str:
    head, *body = rows
    titles = "".join(f'<th scope="col">{escape(title)}</th>' for title in head)
    lines = "".join(
        f"<tr>{''.join(f'<td>{escape(text)}</td>' for text in row)}</tr>\n" for row in body
    )
    return f'<div class="wide"><table><thead><tr>{titles}</tr></thead>\n{lines}</table></div>'
