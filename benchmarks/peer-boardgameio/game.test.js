// node --test: the peer's rules play whole games as ours do.
"use strict";

const assert = require("node:assert");
const { test } = require("node:test");
const { deck, placed, placements } = require("./game");

const MEAN = 33.3; // of 400 random games through Serpentina's `Game`

/** The cards taken and left in a random game. */
function play() {
  const fan = deck().sort(() => Math.random() - 0.5);
  let table = [[fan.pop()]];
  let taken = 0;
  while (fan.length) {
    const card = fan.pop();
    const found = placements(table, card);
    const { rest, made, isTaken } = placed(table, card, found[Math.floor(Math.random() * found.length)]);
    taken += isTaken ? made.length : 0;
    table = isTaken ? rest : [...rest, made];
  }
  return { taken, left: table.flat().length };
}

test("a deck has 50 cards, and each is taken or left", () => {
  assert.strictEqual(deck().length, 50);
  for (let game = 0; game < 200; game += 1) {
    const { taken, left } = play();
    assert.strictEqual(taken + left, 50);
  }
});

test("two random players take as many cards on average as they do in Serpentina", () => {
  let taken = 0;
  for (let game = 0; game < 2000; game += 1) taken += play().taken;
  const mean = taken / 2000;
  assert.ok(Math.abs(mean - MEAN) < 1, `${mean} taken, ${MEAN} in Serpentina`);
});
