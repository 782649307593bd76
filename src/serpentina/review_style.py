"""How the page of a review looks: colours for day and night, a phone's width first."""

STYLE = """
:root { --back: #f3ead2; --paper: #fffaf0; --ink: #2f2a26; --quiet: #655b51; --edge: #cbbd9c;
  --leaf: #2f7d4f; --doubt: #c77700; --bad: #b3261e; }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 860px; padding: 16px; background: var(--back);
  color: var(--ink); font: 16px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 8px 0; }
h2 { font-size: 1.1rem; margin: 0 0 8px; }
p { margin: 4px 0; }
a { color: inherit; }
header p, small, .figures { color: var(--quiet); }
section { margin: 20px 0; }
.night { display: none; }
.players { display: grid; gap: 12px; grid-template-columns: repeat(auto-fit, minmax(250px, 1fr)); }
article, .curve, .moves li { background: var(--paper); border: 1px solid var(--edge);
  border-radius: 14px; padding: 12px 14px; }
article { border-top: 5px solid var(--tint); }
.grade { font-size: 1.15rem; font-weight: 700; }
.figures { font-size: .92rem; }
.legend { display: flex; flex-wrap: wrap; gap: 4px 16px; list-style: none; margin: 0; padding: 0; }
.legend li::before { content: ""; display: inline-block; width: 14px; height: 4px;
  margin-right: 6px; vertical-align: middle; background: var(--tint); }
.curve svg { display: block; width: 100%; height: auto; }
.curve text { fill: var(--quiet); font-size: 9px; }
.grid { stroke: var(--edge); fill: none; }
.line { fill: none; stroke: var(--tint); stroke-width: 2; stroke-linejoin: round; }
.ring { fill: none; stroke: var(--ink); stroke-width: 1.5; }
circle.doubtful { fill: var(--doubt); }
circle.bad { fill: var(--bad); }
.tap { fill: var(--ink); fill-opacity: 0; }
.tap:hover { fill-opacity: .08; }
.moves { list-style: none; margin: 0; padding: 0; display: grid; gap: 6px; }
.moves li { display: grid; grid-template-columns: 2.2rem minmax(4rem, 8rem) 74px 1fr auto;
  align-items: center; gap: 2px 10px; padding: 6px 12px; border-left: 5px solid var(--tint);
  scroll-margin: 40vh; }
.moves li:target { outline: 3px solid var(--leaf); }
.turn { color: var(--quiet); font-variant-numeric: tabular-nums; }
.who { font-weight: 600; max-height: 3em; overflow: hidden; }
.numbers { text-align: right; }
.numbers b { display: block; }
.taken { border-radius: 10px; background: color-mix(in srgb, var(--leaf) 22%, transparent); }
.snake { display: inline-block; vertical-align: middle;
  width: min(100%, calc(8px + 46px * var(--cards))); height: auto; }
.better { grid-column: 1 / -1; padding: 6px 0 2px; border-top: 1px dashed var(--edge); }
.better .snake { width: min(70%, calc(8px + 46px * var(--cards))); margin: 0 6px; }
.doubtful em { color: var(--doubt); font-weight: 700; font-style: normal; }
.bad em { color: var(--bad); font-weight: 700; font-style: normal; }
@media (max-width: 560px) {
  .curve text { font-size: 15px; }
  .moves li { grid-template-columns: 1.8rem minmax(5.5rem, 1fr) auto; }
  .card { display: none; }
  .made, .taken { grid-column: 1 / -1; grid-row: 2; }
}
@media (prefers-color-scheme: dark) {
  :root { --back: #17221d; --paper: #202d27; --ink: #f2ecdf; --quiet: #b9b3a5; --edge: #3d4f46;
    --leaf: #63c48b; --doubt: #ffb74d; --bad: #ff8a80; }
  .day { display: none; }
  .night { display: inline; }
  .line, .legend li::before { filter: brightness(1.6); }
}
@media print { body { background: none; } .moves li { break-inside: avoid; } }
"""
