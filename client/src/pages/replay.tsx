/** A game once more: step, play, scrub; by its link, or from a record dropped here. */
import { useEffect, useState } from "preact/hooks";
import { ask, Refusal, type ReplayStep, type ReplayText } from "../api";
import { problemSentence } from "../live";
import { Icon } from "../icons";
import { Heading, SeatPicture, Sign } from "../parts";
import { type Known, seatNames, stepSentence } from "../saying";
import { reducedMotion } from "../settings";
import { CardView, TableView } from "../snakes";
import { show } from "../telling";
import { words } from "../words";
import { Bar } from "./bar";
import { isGame, Trouble } from "./game";
import { useSize } from "./table";

const STEP_MS = 1300;

/** The replay of a game by its link. */
export function ReplayPage({ game }: { game: string }) {
  const [replay, setReplay] = useState<ReplayText | null>(null);
  const [trouble, setTrouble] = useState<unknown>(null);
  useEffect(() => {
    if (isGame(game)) ask<ReplayText>(`/games/${game}/replay`).then(setReplay, setTrouble);
  }, [game]);
  if (!isGame(game)) return <Trouble sentence={words.value.problems.not_found} />;
  if (trouble) return <Trouble sentence={problemSentence(trouble)} />;
  if (!replay) return <div class="page waiting" aria-busy="true" />;
  return <Player replay={replay} />;
}

const LONGEST_FILE = 64_000; // bytes; no record is longer

/** Read a file as a record, and say so where it is none. */
async function readRecord(file: File): Promise<ReplayText | null> {
  try {
    if (file.size > LONGEST_FILE) throw new Refusal("malformed");
    return await ask<ReplayText>("/replay", { text: await file.text() });
  } catch (error) {
    const isNone = error instanceof Refusal && ["malformed", "too_large"].includes(error.code);
    show(isNone ? words.value.noRecord : problemSentence(error));
    return null;
  }
}

/** Files dropped anywhere on the page; without this the browser would leave it to show them. */
function useDrop(onFile: (file: File) => void): boolean {
  const [over, setOver] = useState(false);
  useEffect(() => {
    const drag = (event: DragEvent) => {
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent) => event.relatedTarget === null && setOver(false);
    const drop = (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      const file = event.dataTransfer?.files[0];
      if (file) onFile(file);
    };
    addEventListener("dragover", drag);
    addEventListener("dragleave", leave);
    addEventListener("drop", drop);
    return () => {
      removeEventListener("dragover", drag);
      removeEventListener("dragleave", leave);
      removeEventListener("drop", drop);
    };
  }, []);
  return over;
}

/** A place to drop a record; then its replay. */
export function DropPage() {
  const say = words.value;
  const [{ replay, number }, setReplay] = useState<{ replay: ReplayText | null; number: number }>({ replay: null, number: 0 });
  const read = async (file: File) => {
    const found = await readRecord(file);
    if (found) setReplay((before) => ({ replay: found, number: before.number + 1 }));
  };
  const over = useDrop((file) => void read(file));
  if (replay) return <Player key={number} replay={replay} />;
  return (
    <div class="page">
      <Bar />
      <main>
        <Heading title={say.replayTitle}>{say.replayTitle}</Heading>
        <label class={`drop ${over ? "over" : ""}`}>
          <Icon of="eye" size={64} />
          <span>{say.dropRecord}</span>
          <input
            type="file"
            accept=".txt,text/plain"
            aria-label={say.chooseFile}
            onChange={(event) => {
              const [file] = event.currentTarget.files ?? [];
              event.currentTarget.value = ""; // so that the same one may be chosen again
              if (file) void read(file);
            }}
          />
        </label>
      </main>
    </div>
  );
}

const BOT = "bot:";

/** The seats of a record: a robot's name begins with "bot:", a person without one is his animal. */
export const seatsOf = ({ seats, pictograms }: ReplayText): Known[] =>
  seats.map((name, at) => {
    if (name.startsWith(BOT)) return { kind: "bot", player: name.slice(BOT.length) };
    const isAnimal = name in words.value.pictograms;
    return { kind: "here", name: isAnimal ? "" : name, pictogram: pictograms[at] ?? name };
  });

function Player({ replay }: { replay: ReplayText }) {
  const say = words.value;
  const final = replay.steps.length - 1;
  const [at, setAt] = useState(0);
  const [plays, setPlays] = useState(false);
  const { ref, width, height } = useSize();
  useEffect(() => {
    if (!plays) return;
    if (at >= final) return setPlays(false);
    const timer = setTimeout(() => setAt(at + 1), STEP_MS);
    return () => clearTimeout(timer);
  }, [plays, at, final]);
  const step = replay.steps[at];
  if (!step) return null;
  const seats = seatsOf(replay);
  const names = seatNames(seats);
  const sentence = said(names, step, replay.steps[at - 1]);
  return (
    <div class="page table-page replay">
      <Bar>
        <Heading class="turn" title={say.replayTitle}>
          {say.step(at, final)}
        </Heading>
      </Bar>
      <div class={`players ${names.length > 4 ? "many" : ""}`}>
        {names.map((name, seat) => (
          <span class={`player ${seat + 1 === step.seat ? "turn-now" : ""}`}>
            <SeatPicture seats={seats} at={seat} size={28} />
            <small>{name}</small>
            <b>{step.pits[seat]}</b>
          </span>
        ))}
      </div>
      <main class="middle" ref={ref} aria-label={say.onTable}>
        {width > 0 && (
          <TableView
            snakes={step.table}
            width={width}
            height={height}
            glow={[]}
            onPlace={() => undefined}
            reducedMotion={reducedMotion.value}
            label={() => ""}
          />
        )}
      </main>
      <section class="replay-hand">
        <p aria-live="polite">
          <CardView card={step.card} size={40} />
          <span>{sentence}</span>
        </p>
        <input
          type="range"
          min="0"
          max={final}
          value={at}
          aria-label={say.step(at, final)}
          onInput={(event) => setAt(Number(event.currentTarget.value))}
        />
        <div class="buttons">
          <Sign of="first" label={say.first} onClick={() => setAt(0)} disabled={at === 0} />
          <Sign of="back" label={say.previous} onClick={() => setAt(at - 1)} disabled={at === 0} />
          <Sign
            of={plays ? "pause" : "play"}
            label={plays ? say.pause : say.playOn}
            onClick={() => {
              if (!plays && at === final) setAt(0);
              setPlays(!plays);
            }}
          />
          <Sign of="on" label={say.next} onClick={() => setAt(at + 1)} disabled={at === final} />
          <Sign of="last" label={say.last} onClick={() => setAt(final)} disabled={at === final} />
        </div>
      </section>
    </div>
  );
}

/** What a step does to the table that the one before left, in a sentence. */
export function said(names: string[], step: ReplayStep, before: ReplayStep | undefined): string {
  if (step.seat === 0) return words.value.starter;
  return stepSentence(names[step.seat - 1] ?? "", before?.table ?? [], step);
}
