/** The start: who plays, here or with friends. Two taps begin a game. */
import { useEffect, useState } from "preact/hooks";
import { alone, isHere } from "../along/where";
import { ask, type NewGame, type NewSeat, type Spread, type State } from "../api";
import { Icon } from "../icons";
import { kept, keep, keptGames } from "../kept";
import { problemSentence } from "../live";
import { loadOffered, USUAL_ROBOT } from "../offered";
import { Choice, Heading, To } from "../parts";
import { PICTOGRAMS } from "../pictograms";
import { go } from "../route";
import { SnakeStrip } from "../snakes";
import { show } from "../telling";
import { words } from "../words";
import { defaultRules, RulesChoice, rulesText, type RulesWish } from "./rules_choice";
import { AddSeats, SeatTiles } from "./seats";
import { Bar } from "./bar";

type Mode = "here" | "friends";

const BOT: NewSeat = { kind: "bot", player: USUAL_ROBOT };
const OPEN: NewSeat = { kind: "open" };

/** The seats that a mode begins with. */
function firstSeats(mode: Mode): NewSeat[] {
  const me: NewSeat = { kind: "here", name: kept("name"), pictogram: kept("pictogram") || PICTOGRAMS[0] };
  return [me, mode === "here" ? BOT : OPEN];
}

/** The page on which a game is made. */
export function StartPage() {
  const say = words.value;
  const [mode, setMode] = useState<Mode>("here");
  const [seats, setSeats] = useState(firstSeats("here"));
  const [wish, setWish] = useState<RulesWish>(defaultRules);
  const [spread, setSpread] = useState<Spread>(kept("spread") === "pile" ? "pile" : "fan");
  const [sets, setSets] = useState<"1" | "2">("1");
  const [hints, setHints] = useState(false);
  const [busy, setBusy] = useState(false);

  useEffect(loadOffered, [alone.value]);
  const choose = (chosen: Mode) => {
    setMode(chosen);
    if (chosen !== mode) setSeats(firstSeats(chosen));
  };
  useEffect(() => {
    if (alone.value) choose("here");
  }, [alone.value]);
  const begin = async () => {
    setBusy(true);
    const game = { rules: rulesText(wish), deck: "standard", sets: Number(sets), spread, hints, seats };
    const made = await make(game);
    setBusy(false);
    if (made) go(`/g/${made.game}`);
  };
  const hasOpen = seats.some((seat) => seat.kind === "open");

  return (
    <div class="page start">
      <Bar />
      <main>
        <Heading class="title" title="">
          <SnakeStrip cards={["<g", "gy", "yo", "or", "rp", "pb", "b>"]} width={216} height={92} />
          <span>Serpentina</span>
        </Heading>
        <GoOn />
        {alone.value ? (
          <p class="hint">{say.alone}</p>
        ) : (
          <Choice
            legend={say.whoPlays}
            name="mode"
            value={mode}
            of={[
              ["here", <Labelled of="here" text={say.playHere} />],
              ["friends", <Labelled of="friends" text={say.playWithFriends} />],
            ]}
            onChoose={choose}
          />
        )}
        <SeatTiles seats={seats} onChange={setSeats}>
          <AddSeats seats={seats} friends={mode === "friends" && !alone.value} onChange={setSeats} />
        </SeatTiles>
        <div class="go">
          <button type="button" class="big" disabled={busy} onClick={begin}>
            <Icon of={hasOpen ? "link" : "play"} size={32} />
            {hasOpen ? say.invite : say.play}
          </button>
        </div>
        <RulesChoice
          wish={wish}
          onChange={setWish}
          more={!alone.value && (
            <label class="row">
              <span>{say.hints}</span>
              <input type="checkbox" checked={hints} onChange={(event) => setHints(event.currentTarget.checked)} />
            </label>
          )}
        >
          <Choice
            legend={say.fanOrPile}
            name="spread"
            value={spread}
            of={[
              ["fan", <Labelled of="fan" text={say.fan} />],
              ["pile", <Labelled of="pile" text={say.pile} />],
            ]}
            onChoose={(chosen) => {
              setSpread(chosen);
              keep("spread", chosen);
            }}
          />
          <Choice
            legend={say.sets}
            name="sets"
            value={sets}
            of={[
              ["1", <Labelled of="one" text={say.oneSet} />],
              ["2", <Labelled of="two" text={say.twoSets} />],
            ]}
            onChoose={setSets}
          />
        </RulesChoice>
        <nav class="links">
          <To path="/rules">
            <Icon of="book" />
            {say.howToPlay}
          </To>
          {!alone.value && (
            <To path={`/print?${new URLSearchParams({ rules: rulesText(wish), deck: `standard:${sets}` })}`}>
              <Icon of="print" />
              {say.print.title}
            </To>
          )}
          <To path="/replay">
            <Icon of="eye" />
            {say.watchReplay}
          </To>
          <To path="/along">
            <Icon of="save" />
            {say.takeAlong}
          </To>
        </nav>
      </main>
    </div>
  );
}

async function make(game: NewGame): Promise<State | null> {
  try {
    return (await ask<{ state: State }>("/games", { json: game })).state;
  } catch (error) {
    show(problemSentence(error));
    return null;
  }
}

/** The games left unfinished on this device. */
function GoOn() {
  const latest = keptGames().find((game) => !alone.value || isHere(game));
  if (!latest) return null;
  return (
    <To path={`/g/${latest}`} class="go-on">
      <Icon of="play" />
      {words.value.goOn}
    </To>
  );
}

const DRAWINGS = {
  here: "M6 8h36v26H6zM18 42h12M24 34v8M14 21a4 4 0 1 1 8 0 4 4 0 0 1-8 0M26 21a4 4 0 1 1 8 0 4 4 0 0 1-8 0",
  friends: "M6 8h14v32H6zM28 8h14v32H28zM20 24h8M11 35h4M33 35h4",
  fan: "M10 40L4 20l8-3zM18 39L15 15h9l1 24zM28 39l2-24 9 3-5 22zM37 40l4-20 5 2-5 18z",
  pile: "M8 24l18-10 14 14-18 10zM14 14l20-4 4 18-20 4zM10 34l10 8 20-8",
  one: "M16 8h16v32H16z",
  two: "M8 10h14v30H8zM26 8h14v30H26z",
};

/** A picture and a word under it. */
function Labelled({ of, text }: { of: keyof typeof DRAWINGS; text: string }) {
  return (
    <>
      <svg class="icon" viewBox="0 0 48 48" width="40" height="40" aria-hidden="true">
        <path d={DRAWINGS[of]} />
      </svg>
      {text}
    </>
  );
}
