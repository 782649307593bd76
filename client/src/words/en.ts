/** English, and the shape of every other catalogue: each sentence whole, so that it can be translated. */
import { plurals } from "./plural";

const plural = plurals("en");
const cards = (count: number) => plural(count, { one: `${count} card`, other: `${count} cards` });

export const en = {
  language: "English",
  colours: {
    r: "red",
    o: "orange",
    y: "yellow",
    g: "green",
    b: "blue",
    p: "purple",
    "*": "rainbow",
  } as Record<string, string>,
  head: (colour: string) => `${colour} head`,
  tail: (colour: string) => `${colour} tail`,
  middle: (first: string, last: string) => `${first}–${last}`,
  pictograms: {
    cat: "Cat",
    dog: "Dog",
    fox: "Fox",
    owl: "Owl",
    frog: "Frog",
    bear: "Bear",
    fish: "Fish",
    bee: "Bee",
    mouse: "Mouse",
    snail: "Snail",
    duck: "Duck",
    hen: "Hen",
  } as Record<string, string>,
  bots: { hatchling: "Hatchling", garter: "Robot" } as Record<string, string>,
  cards,

  // The start
  whoPlays: "Who plays?",
  playHere: "Play here",
  playWithFriends: "With friends",
  play: "Play",
  invite: "Invite",
  addPerson: "Add a person",
  addBot: "Add a robot",
  addFriend: "Add a friend",
  friend: "Friend",
  remove: "Take away",
  chooseAnimal: "Choose your animal",
  name: "Name",
  nameHint: "if you like",
  done: "Done",
  changeSeat: (who: string) => `${who}: change`,
  rules: "Rules",
  preset: { serpentina: "Serpentina", hisss: "Hisss" },
  presetSays: {
    serpentina: "Join two snakes with one card, and both are yours at once.",
    hisss: "Only a whole snake, from head to tail, can be taken.",
  },
  fanOrPile: "Cards as",
  fan: "Fan",
  pile: "Pile",
  sets: "Length of the game",
  oneSet: "One set",
  twoSets: "Two sets",
  more: "More rules",
  goal: "Who wins",
  goalCards: "Most cards",
  goalSnakes: "Most snakes",
  goalRace: "First to ten cards",
  mustMatch: "A card that fits must be laid where it fits",
  joinLone: "A card on its own can be joined to a snake",
  joinTakes: "Who joins two snakes takes them at once",
  goOn: "Go on with your game",
  watchReplay: "Watch a game again",
  howToPlay: "How to play",
  home: "To the start",

  // The lobby
  lobby: "Waiting for friends",
  lobbyHint: "Let your friends scan the picture, or send them the link.",
  copyLink: "Copy the link",
  copied: "Copied",
  share: "Send",
  qr: "The link as a picture to scan",
  emptySeat: "Free seat",
  sitDown: "Sit down",
  begin: "Begin",
  emptyBecomeRobots: "Free seats become robots.",
  waitForMaker: "The game begins in a moment.",
  youSit: (who: string) => `You are ${who}.`,

  // The table
  yourTurn: "Your turn",
  turnOf: (who: string) => `${who}’s turn`,
  drawOne: "Draw a card",
  layIt: "Where does it fit?",
  layAlone: "On its own",
  fitsNowhere: "It fits nowhere. It starts a new snake.",
  undo: "Take back",
  count: "Count the cards",
  allLaid: "All cards are laid!",
  watching: "You are watching",
  fanHolds: (count: number) => `${cards(count)} left`,
  drawSlot: (slot: number) => `Draw card ${slot}`,
  drawnCard: (card: string) => `Drawn: ${card}`,
  onTable: "The table",
  hisss: "Hisss!",
  layAt: (card: string, where: string) => `Lay ${card}: ${where}`,
  endOf: (colour: string, snake: string) => `${colour} end of ${snake}`,
  andEndOf: (first: string, second: string) => `join ${first} and ${second}`,
  snakeWith: (ends: string, count: number) => `snake ${ends}, ${cards(count)}`,
  pitOf: (who: string, count: number) => `${who}: ${cards(count)} taken`,
  emptyPit: "No snake yet",
  close: "Close",
  substitute: (who: string) => `Let a robot play for ${who}`,
  awayNotice: (who: string) => `${who} is away.`,
  robotPlays: "A robot plays for you.",
  robotPlaysFor: (who: string) => `A robot plays for ${who}.`,
  back: "I am back",
  leave: "Leave the game",
  lost: "No connection. We keep trying.",
  reconnected: "Connected again.",

  // What is told
  tellDraw: (who: string, card: string) => `${who} draws ${card}.`,
  tellAlone: (who: string, card: string) => `${who} lays ${card} on its own.`,
  tellLay: (who: string, card: string, count: number) =>
    `${who} lays ${card}. The snake has ${cards(count)}.`,
  tellLayAt: (who: string, card: string, where: string) => `${who} lays ${card}: ${where}.`,
  tellJoin: (who: string, card: string, first: string, second: string) =>
    `${who} joins with ${card}: ${first} and ${second}.`,
  tellTake: (who: string, count: number) => `${who} takes a snake of ${cards(count)}. Hisss!`,
  tellUndo: "The card is taken back.",
  tellTurn: (who: string) => `It is ${who}’s turn.`,
  tellOver: "All cards are laid. Count them.",

  // The end
  wins: (who: string) => `${who} wins!`,
  shareWin: (who: string) => `${who} win together!`,
  longest: (count: number) => `Longest snake: ${cards(count)}`,
  snakes: (count: number) => plural(count, { one: `${count} snake`, other: `${count} snakes` }),
  series: "Games won",
  rematch: "Play again",
  nextGame: "To the next game",
  replay: "Watch again",
  saveRecord: "Save the game",
  verify: "Was the shuffle fair?",
  verified: "Yes: the cards lay so before the first draw.",
  notVerified: "No: the cards were not those promised.",
  cannotVerify: "Here the browser cannot check it. Save the game and run: serpentina verify",

  // The replay
  replayTitle: "Watch a game again",
  dropRecord: "Drop a saved game here, or choose it",
  chooseFile: "Choose a file",
  first: "To the beginning",
  previous: "Step back",
  playOn: "Play on",
  pause: "Pause",
  next: "Step on",
  last: "To the end",
  step: (number: number, of: number) => `Step ${number} of ${of}`,
  starter: "The first card is turned up.",

  // The rules
  rulesTitle: "How to play",
  ruleDraw: "Draw any card.",
  ruleMatch: "Lay it colour to colour. You may turn it.",
  ruleAlone: "Fits nowhere? It starts a new snake.",
  ruleRainbow: "Rainbow fits every colour.",
  ruleTake: "Head to tail: the snake is yours. Hisss!",
  ruleJoin: "One card can join two snakes.",
  ruleWin: "Most cards wins.",
  referee: "The referee",
  refereeHint: "Lay out what lies on your table, then the card drawn. See what is allowed.",
  newSnake: "New snake",
  snakeNumber: (number: number) => `Snake ${number}`,
  theCard: "The card drawn",
  pickColour: "Choose a colour, then a card",
  removeLast: "Remove the last card",
  turnRound: "Turn round",
  ask: "What is allowed?",
  allowed: (count: number) => plural(count, { one: "One way:", other: `${count} ways:` }),
  takes: (count: number) => `Takes ${cards(count)}`,
  after: "The table then",
  emptyTable: "An empty table",

  // Settings
  settings: "Settings",
  chooseLanguage: "Language",
  sound: "Sound",
  soundOff: "Sound off",
  readAloud: "Read aloud",

  // What went wrong
  problems: {
    full: "All seats are taken. You can watch.",
    stale: "Somebody was quicker. Here is the table now.",
    not_your_turn: "It is not your turn yet.",
    not_your_seat: "This is somebody else’s seat.",
    illegal: "This cannot be done now.",
    malformed: "The server did not understand that.",
    unknown_game: "This game is not here any more.",
    offline: "No connection. Please try again.",
    other: "Something went wrong. Please try again.",
  } as Problems,
};

/** A sentence for each way in which the server refuses. */
export type Problems = Record<
  | "full"
  | "stale"
  | "not_your_turn"
  | "not_your_seat"
  | "illegal"
  | "malformed"
  | "unknown_game"
  | "offline"
  | "other",
  string
>;

/** What a catalogue must hold. */
export type Words = typeof en;
