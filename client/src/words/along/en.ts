/** What is said of taking the game along; it is loaded with the page that says it. */
export const en = {
  says: "Then you play on this device without any network: in the car, on the train, in the garden. Who is with you plays, and robots.",
  size: (megabytes: string) => `About ${megabytes} MB are fetched, once. Later only what has changed.`,
  take: "Take it along",
  taking: (part: string) => `${part} is there.`,
  ready: "All is here. Without a network, open this page or the game on your home screen, and play.",
  install: "Your browser’s menu puts the game on the home screen.",
  without: "Friends on other devices, hints and looking back need the network.",
  remove: "Take it off this device",
  removeSays: "The games that you began without a network go with it.",
  removed: "It is gone from this device.",
  broken: "That broke off. What has come is kept: try again.",
  insecure: "Not from this address: it begins with http, and browsers take a page along only from https, or on the very computer that runs the game. Ask who set up the game for an https address.",
  browser: "This browser cannot do it, or not in a private window. Try another one.",
  nothing: "The game’s server cannot be reached just now, or has nothing to take along.",
  waking: "One moment, the game is waking up …",
};

export type AlongWords = typeof en;
