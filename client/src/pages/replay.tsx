/** A game once more: step, play, scrub; by its link, or from a record dropped here. */
import { useEffect, useState } from "preact/hooks";
import { ask, type ReplayStep, type ReplayText } from "../api";
import { problemSentence } from "../live";
import { Icon } from "../icons";
import { Sign } from "../parts";
import { Pictogram } from "../pictograms";
import { stepSentence } from "../saying";
import { reducedMotion } from "../settings";
import { CardView, TableView } from "../snakes";
import { show } from "../telling";
import { words } from "../words";
import { Bar } from "./bar";
import { Trouble } from "./game";
import { useSize } from "./table";

const STEP_MS = 1300;

/** The replay of a game by its link. */
export function ReplayPage({ game }: { game: string }) {
  const [replay, setReplay] = useState<ReplayText | null>(null);
  const [trouble, setTrouble] = useState("");
  useEffect(() => {
    ask<ReplayText>(`/games/${game}/replay`).then(setReplay, (error) => setTrouble(problemSentence(error)));
  }, [game]);
  if (trouble) return <Trouble sentence={trouble} />;
  if (!replay) return <div class="page waiting" aria-busy="true" />;
  return <Player replay={replay} />;
}

/** A place to drop a record; then its replay. */
export function DropPage() {
  const say = words.value;
  const [replay, setReplay] = useState<ReplayText | null>(null);
  const [over, setOver] = useState(false);
  const read = async (file: File | null | undefined) => {
    setOver(false);
    if (!file) return;
    const text = await file.text();
    await ask<ReplayText>("/replay", { text }).then(setReplay, (error) => show(problemSentence(error)));
  };
  if (replay) return <Player replay={replay} />;
  return (
    <div class="page">
      <Bar />
      <main>
        <h1>{say.replayTitle}</h1>
        <label
          class={`drop ${over ? "over" : ""}`}
          onDragOver={(event) => {
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={(event) => {
            event.preventDefault();
            void read(event.dataTransfer?.files[0]);
          }}
        >
          <Icon of="eye" size={64} />
          <span>{say.dropRecord}</span>
          <input
            type="file"
            accept=".txt,text/plain"
            aria-label={say.chooseFile}
            onChange={(event) => void read(event.currentTarget.files?.[0])}
          />
        </label>
      </main>
    </div>
  );
}

/** A name in a record as it is shown: a robot's begins with "bot:". */
function shownName(name: string): string {
  if (!name.startsWith("bot:")) return words.value.pictograms[name] ?? name;
  return words.value.bots[name.slice(4)] ?? name.slice(4);
}

const BOT = "bot:";

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
  const names = replay.seats;
  const sentence = said(replay, at, step);
  return (
    <div class="page table-page replay">
      <Bar>
        <h1 class="turn">{say.step(at, final)}</h1>
      </Bar>
      <div class={`players ${names.length > 5 ? "many" : ""}`}>
        {names.map((name, seat) => (
          <span class={`player ${seat + 1 === step.seat ? "turn-now" : ""}`}>
            <Pictogram of={name.startsWith(BOT) ? "robot" : (replay.pictograms[seat] ?? name)} size={28} />
            <small>{shownName(name)}</small>
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

/** What a step does, in a sentence. */
function said(replay: ReplayText, at: number, step: ReplayStep): string {
  if (step.seat === 0) return words.value.starter;
  const who = shownName(replay.seats[step.seat - 1] ?? "");
  return stepSentence(who, replay.steps[at - 1]?.table ?? [], step);
}
