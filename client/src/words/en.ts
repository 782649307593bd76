/** English, and the shape of every other catalogue: each sentence whole, so that it can be translated. */
import { plurals } from "./plural";

const plural = plurals("en");
const cards = (count: number) => plural(count, { one: `${count} card`, other: `${count} cards` });

const colours: Record<string, string> = {
  r: "red",
  o: "orange",
  y: "yellow",
  g: "green",
  b: "blue",
  p: "purple",
  "*": "rainbow",
};
const article = (colour: string) => (colour === "o" ? "an" : "a");

export const en = {
  language: "English",
  colours,
  // A card by the letters of its colours: as a name, and as what somebody draws or lays.
  head: (colour: string) => `${colours[colour]} head`,
  tail: (colour: string) => `${colours[colour]} tail`,
  middle: (first: string, last: string) => `${colours[first]}–${colours[last]}`,
  aHead: (colour: string) => `${article(colour)} ${colours[colour]} head`,
  aTail: (colour: string) => `${article(colour)} ${colours[colour]} tail`,
  aMiddle: (first: string, last: string) => `${colours[first]}–${colours[last]}`,
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
  bots: {
    hatchling: "Baby robot",
    garter: "Robot",
    gentle: "Robot pal",
    boa: "Clever robot",
    anaconda: "Champion robot",
  } as Record<string, string>,
  botSays: {
    hatchling: "It is only just learning.",
    garter: "It takes whatever it can get.",
    gentle: "It plays about as well as you do.",
    boa: "It looks ahead.",
    anaconda: "It is the strongest of all.",
  } as Record<string, string>,
  whichBot: "Which robot?",
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
  joinTakes: "Whoever joins two snakes takes them at once",
  goOn: "Go on with your game",
  watchReplay: "Watch a game again",
  howToPlay: "How to play",
  home: "To the start",

  // The lobby
  lobby: "Waiting for friends",
  lobbyHint: "Let your friends scan the picture, or send them the link.",
  localOnly: "Only this computer can open this link. To let your friends in, start the game like this:",
  copyLink: "Copy the link",
  copied: "Copied",
  share: "Send",
  qr: "The link as a picture to scan",
  emptySeat: "Free seat",
  sitDown: "Sit down",
  standUp: "Give up the seat",
  begin: "Begin",
  emptyBecomeRobots: "Free seats become robots.",
  waitForMaker: "The game begins in a moment.",
  youSit: (who: string) => `You are ${who}.`,

  // The table
  yourTurn: "Your turn",
  turnOf: (who: string) => `${who}’s turn`,
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
  endOf: (colour: string, snake: string) => `${colours[colour]} end of ${snake}`,
  andEndOf: (first: string, second: string) => `join ${first} and ${second}`,
  snakeWith: (ends: string, count: number) => `the snake (${ends}, ${cards(count)})`,
  pitOf: (who: string, count: number) => `${who}: ${cards(count)} taken`,
  emptyPit: "No snake yet",
  close: "Close",
  substitute: (who: string) => `Let a robot play for ${who}`,
  awayNotice: (who: string) => `${who} is away.`,
  robotPlays: "A robot plays for you.",
  robotPlaysFor: (who: string) => `A robot plays for ${who}.`,
  back: "I am back",
  leave: "Leave the game",
  leaveAsk: "Leave the game? A robot plays on for you.",
  leaveYes: "Leave",
  leaveNo: "Stay",
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
  verified: "Yes: the cards lay like this before the first draw.",
  notVerified: "No: these are not the cards that were promised.",

  // The replay
  replayTitle: "Watch a game again",
  dropRecord: "Drop a saved game here, or choose it",
  noRecord: "This is no saved game.",
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
  refereeHint: "Lay out what lies on your table, then the card drawn, and see what is allowed.",
  newSnake: "New snake",
  snakeNumber: (number: number) => `Snake ${number}`,
  theCard: "The card drawn",
  pickColour: "Choose a colour, then a card",
  removeLast: "Remove the last card",
  turnRound: "Turn round",
  ask: "What is allowed?",
  allowed: (count: number) => plural(count, { one: "One way:", other: `${count} ways:` }),
  takes: (count: number) => `Takes ${cards(count)}`,

  // Hints
  hint: "Hint",
  hints: "Hints by a lamp",
  goodPlace: (place: string) => `Good: ${place}`,
  allTheSame: "All places come to the same.",
  gentleWith: "With whom is it a pal?",
  // Why a placement is better: a number here, and that after the other placement
  reasons: {
    takes: (here: number) => `You take ${cards(here)} at once.`,
    takes_more: (here: number, there: number) => `You take ${cards(here)}, at the other place ${there}.`,
    feeds_less: (here: number, there: number) =>
      here
        ? `The next player could take a snake with ${cards(here)} of the fan. After the other place it would be ${there}.`
        : `The next player cannot take a snake then. After the other place ${cards(there)} of the fan would do.`,
    feeds_smaller: (here: number, there: number) =>
      `The next player could take ${cards(here)} at most. After the other place it would be ${there}.`,
    serves_more: (here: number, there: number) =>
      `You could take a snake with ${cards(here)} of the fan. After the other place it would be ${there}.`,
    serves_larger: (here: number, there: number) =>
      `You could then take up to ${cards(here)}. After the other place it would be ${there}.`,
    fits_more: (here: number, there: number) =>
      `${plural(here, { one: `${here} card of the fan fits`, other: `${here} cards of the fan fit` })} this snake then. At the other place it would be ${there}.`,
    long_run: (_here: number, _there: number) => "It pays off later in the game.",
  },

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
    busy: "I am still thinking. Ask again in a moment.",
    not_your_turn: "It is not your turn yet.",
    not_your_seat: "This is somebody else’s seat.",
    illegal: "This cannot be done now.",
    malformed: "The server did not understand that.",
    unknown_game: "This game is not here any more.",
    not_found: "There is nothing at this address.",
    not_allowed: "That cannot be done here.",
    foreign_origin: "Please play on the game’s own page.",
    too_large: "That is too big.",
    not_the_maker: "Only the one who made the game can start it.",
    not_away: "The player is here. Wait a little.",
    internal: "The server has stumbled. Please try again.",
    offline: "No connection. Please try again.",
    other: "Something went wrong. Please try again.",
  },
};

/** What a catalogue must hold. */
export type Words = typeof en;

/** A sentence for each way in which the server refuses. */
export type Problems = Words["problems"];
