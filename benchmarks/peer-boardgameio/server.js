// node server.js --storage memory|flatfile|sqlite --folder FOLDER --port PORT
"use strict";

const path = require("node:path");
const { parseArgs } = require("node:util");
const { FlatFile, Server } = require("boardgame.io/server");
const { Serpentina } = require("./game");

const { values } = parseArgs({
  options: {
    storage: { type: "string", default: "sqlite" },
    folder: { type: "string", default: "." },
    port: { type: "string", default: "0" },
  },
});

function storage() {
  if (values.storage === "memory") return undefined; // boardgame.io's own
  if (values.storage === "flatfile") return new FlatFile({ dir: values.folder });
  const { Durable } = require("./storage");
  return new Durable(path.join(values.folder, "peer.sqlite3"));
}

const server = Server({ games: [Serpentina], db: storage(), origins: [/127\.0\.0\.1/] });
server.run(Number(values.port)).then(({ appServer }) => {
  console.log(`Ready at http://127.0.0.1:${appServer.address().port}`);
});
