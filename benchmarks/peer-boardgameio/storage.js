// Matches in SQLite, as durable as Serpentina's: one transaction a move, and one fsync. What is read
// comes from memory, so that reading costs the server nothing.
"use strict";

const { DatabaseSync } = require("node:sqlite");
const { Sync } = require("boardgame.io/internal");

const TABLES = `
  CREATE TABLE IF NOT EXISTS matches (id TEXT PRIMARY KEY, state TEXT, metadata TEXT);
  CREATE TABLE IF NOT EXISTS log (match TEXT, entry TEXT);
  CREATE INDEX IF NOT EXISTS log_of_match ON log (match);
`;

class Durable extends Sync {
  constructor(file) {
    super();
    this.database = new DatabaseSync(file);
    this.database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;" + TABLES);
    const prepare = (text) => this.database.prepare(text);
    this.insert = prepare("INSERT INTO matches VALUES (?, ?, ?)");
    this.update = prepare("UPDATE matches SET state = ? WHERE id = ?");
    this.append = prepare("INSERT INTO log VALUES (?, ?)");
    this.describe = prepare("UPDATE matches SET metadata = ? WHERE id = ?");
    this.remove = prepare("DELETE FROM matches WHERE id = ?");
    this.known = new Map();
  }

  connect() {
    for (const { id, state, metadata } of this.database.prepare("SELECT * FROM matches").all()) {
      const rows = this.database.prepare("SELECT entry FROM log WHERE match = ?").all(id);
      const log = rows.map(({ entry }) => JSON.parse(entry));
      const parsed = JSON.parse(state);
      this.known.set(id, { state: parsed, initialState: parsed, metadata: JSON.parse(metadata), log });
    }
  }

  createMatch(id, { initialState, metadata }) {
    this.insert.run(id, JSON.stringify(initialState), JSON.stringify(metadata));
    this.known.set(id, { state: initialState, initialState, metadata, log: [] });
  }

  /** A move: the state and the log in one transaction. */
  setState(id, state, deltalog = []) {
    const known = this.known.get(id);
    this.database.exec("BEGIN IMMEDIATE");
    this.update.run(JSON.stringify(state), id);
    for (const entry of deltalog) this.append.run(id, JSON.stringify(entry));
    this.database.exec("COMMIT");
    known.state = state;
    known.log.push(...deltalog);
  }

  /** Who sits where, and how it ended; that it was touched is kept in memory alone. */
  setMetadata(id, metadata) {
    const known = this.known.get(id);
    const lasting = ({ updatedAt, ...rest }) => JSON.stringify(rest);
    const isNews = lasting(known.metadata) !== lasting(metadata);
    known.metadata = metadata;
    if (isNews) this.describe.run(JSON.stringify(metadata), id);
  }

  fetch(id, wanted) {
    const known = this.known.get(id) ?? {};
    return Object.fromEntries(Object.keys(wanted).map((name) => [name, known[name]]));
  }

  wipe(id) {
    this.remove.run(id);
    this.known.delete(id);
  }

  listMatches() {
    return [...this.known.keys()];
  }
}

module.exports = { Durable };
