// The same game for a boardgame.io server, as one would write it there in an afternoon. It is
// measured beside Serpentina and used for nothing else; rules "serpentina", two or more players.
"use strict";

const { INVALID_MOVE, PlayerView } = require("boardgame.io/core");

const RAINBOW = "*";
const COLOURS = [..."roygbp"];
const NEIGHBOURS = ["ro", "oy", "yg", "gb", "bp", "rp"];

const head = (colour) => ({ kind: "head", first: null, last: colour });
const tail = (colour) => ({ kind: "tail", first: colour, last: null });
const middle = (first, last) => ({ kind: "middle", first, last });
const turned = (card) => ({ kind: card.kind, first: card.last, last: card.first });
const turnedSnake = (snake) => snake.map(turned).reverse();
const has = (snake, kind) => snake.some((card) => card.kind === kind);

function deck() {
  const cards = [...COLOURS, RAINBOW].flatMap((colour) => [head(colour), tail(colour)]);
  COLOURS.forEach((one, at) => {
    for (const other of COLOURS.slice(at + 1)) {
      const copies = NEIGHBOURS.includes(one + other) ? 3 : 2;
      for (let copy = 0; copy < copies; copy += 1) cards.push(middle(one, other));
    }
  });
  return cards;
}

/** Whether a side of a card may touch an end of a snake. */
function fits(card, side, snake, atFirst) {
  const neighbour = atFirst ? snake[0] : snake[snake.length - 1];
  const end = atFirst ? neighbour.first : neighbour.last;
  if (side === null || end === null) return false;
  if (side === RAINBOW || end === RAINBOW) {
    if (card.kind !== "middle" && neighbour.kind !== "middle") return false;
  } else if (side !== end) return false;
  if (card.kind === "middle") return true;
  const other = card.kind === "head" ? "tail" : "head";
  return !has(snake, card.kind) && !(snake.length === 1 && has(snake, other));
}

function mayJoin(one, other) {
  if (["head", "tail"].some((kind) => has(one, kind) && has(other, kind))) return false;
  return Math.min(one.length, other.length) > 1;
}

/** Every placement: the ends that the card's first and last side touch, null for none. */
function placements(table, card) {
  const ends = table.flatMap((_, at) => [{ at, first: true }, { at, first: false }]);
  const before = ends.filter((end) => fits(card, card.first, table[end.at], end.first));
  const after = ends.filter((end) => fits(card, card.last, table[end.at], end.first));
  const joins = before.flatMap((one) =>
    after
      .filter((two) => one.at !== two.at && mayJoin(table[one.at], table[two.at]))
      .map((two) => [one, two]),
  );
  const found = [...before.map((end) => [end, null]), ...after.map((end) => [null, end]), ...joins];
  return found.length ? found : [[null, null]];
}

/** The table after a placement, the snake it has made, and whether that is taken. */
function placed(table, card, [before, after]) {
  let made = [card];
  if (before) {
    const snake = table[before.at];
    made = [...(before.first ? turnedSnake(snake) : snake), ...made];
  }
  if (after) {
    const snake = table[after.at];
    made = [...made, ...(after.first ? snake : turnedSnake(snake))];
  }
  const used = [before, after].filter(Boolean).map((end) => end.at);
  const rest = table.filter((_, at) => !used.includes(at));
  const isTaken = used.length === 2 || (has(made, "head") && has(made, "tail"));
  return { rest, made, isTaken };
}

const cardsIn = (pit) => pit.reduce((sum, snake) => sum + snake.length, 0);
const longestIn = (pit) => Math.max(0, ...pit.map((snake) => snake.length));

function winners(pits) {
  const best = pits.map((pit) => cardsIn(pit) * 1000 + longestIn(pit));
  return best.flatMap((score, seat) => (score === Math.max(...best) ? [seat] : []));
}

const Serpentina = {
  name: "serpentina",
  disableUndo: true,

  setup: ({ ctx, random }) => {
    const fan = random.Shuffle(deck());
    return {
      secret: { fan },
      table: [[fan[0]]],
      pits: Array.from({ length: ctx.numPlayers }, () => []),
      slots: fan.map((_, slot) => slot).slice(1),
      card: null,
      placements: [],
    };
  },
  playerView: PlayerView.STRIP_SECRETS,

  moves: {
    draw: {
      client: false,
      move: ({ G }, slot) => {
        if (G.card || !G.slots.includes(slot)) return INVALID_MOVE;
        G.slots = G.slots.filter((each) => each !== slot);
        G.card = { ...G.secret.fan[slot] };
        // As ours does, with what comes of each.
        G.placements = placements(G.table, G.card).map((ends) => {
          const { made, isTaken } = placed(G.table, G.card, ends);
          return { ends, made: made.map((card) => ({ ...card })), isTaken };
        });
      },
    },
    place: {
      client: false,
      move: ({ G, playerID, events }, number) => {
        const chosen = G.card && G.placements[number];
        if (!chosen) return INVALID_MOVE;
        const { rest, made, isTaken } = placed(G.table, G.card, chosen.ends);
        if (isTaken) G.pits[Number(playerID)].push(made);
        G.table = isTaken ? rest : [...rest, made];
        G.card = null;
        G.placements = [];
        events.endTurn();
      },
    },
  },
  endIf: ({ G }) => (G.slots.length || G.card ? undefined : { winners: winners(G.pits) }),
};

module.exports = { Serpentina, deck, placements, placed };
