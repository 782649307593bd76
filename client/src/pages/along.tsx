/** Taking the game along: what that is, how far it has come, how it is undone; or why it cannot be had here. */
import { useEffect, useRef, useState } from "preact/hooks";
import { type Luggage, leaveBehind, luggageOffered, obstacle, takeAlong } from "../along/taking";
import { isTaken } from "../along/where";
import { Icon } from "../icons";
import { Heading } from "../parts";
import { tell } from "../telling";
import { language, words } from "../words";
import { alongWords } from "../words/along";
import { Bar } from "./bar";

type Stage = "offered" | "taking" | "taken" | "broken" | "removed";

const MEGABYTE = 1_000_000;
const STEPS = 10; // so often the progress is told to who listens

const inMegabytes = (bytes: number): string =>
  new Intl.NumberFormat(language.value, { maximumFractionDigits: 0 }).format(bytes / MEGABYTE);

const inPercent = (part: number): string =>
  new Intl.NumberFormat(language.value, { style: "percent", maximumFractionDigits: 0 }).format(part);

/** The page `/along`. */
export function AlongPage() {
  const say = alongWords();
  const why = obstacle();
  return (
    <div class="page along">
      <Bar />
      <main>
        <Heading title={words.value.takeAlong}>{words.value.takeAlong}</Heading>
        <p>{say.says}</p>
        {why ? <p class="card-panel">{say[why]}</p> : <Taking />}
      </main>
    </div>
  );
}

function Taking() {
  const say = alongWords();
  const [luggage, setLuggage] = useState<Luggage | null | undefined>(undefined);
  const [stage, setStage] = useState<Stage>(isTaken() ? "taken" : "offered");
  const [part, setPart] = useState(0);
  useEffect(() => void luggageOffered().then(setLuggage), []);
  const isFirst = useRef(true);
  useEffect(() => {
    // The button that was pressed is gone: who uses the keyboard goes on from the heading.
    if (!isFirst.current) document.querySelector("h1")?.focus({ preventScroll: true });
    isFirst.current = false;
  }, [stage]);

  const take = async () => {
    if (!luggage) return;
    setStage("taking");
    try {
      await takeAlong(luggage, (bytes) => setPart(bytes / luggage.bytes));
      setStage("taken");
      tell(say.ready);
    } catch {
      setStage("broken");
      tell(say.broken);
    }
  };
  const remove = async () => {
    await leaveBehind();
    setPart(0);
    setStage("removed");
    tell(say.removed);
  };

  if (stage === "taken") return <Taken onRemove={() => void remove()} />;
  if (stage === "taking") return <Progress part={part} />;
  if (luggage === undefined) return <p aria-busy="true" />;
  if (luggage === null) return <p class="card-panel">{say.nothing}</p>;
  return (
    <>
      {stage === "broken" && <p class="card-panel">{say.broken}</p>}
      {stage === "removed" && <p class="card-panel">{say.removed}</p>}
      <p>{say.size(inMegabytes(luggage.bytes))}</p>
      <div class="go">
        <button type="button" class="big" onClick={() => void take()}>
          <Icon of="save" size={32} />
          {say.take}
        </button>
      </div>
      <p class="hint">{say.without}</p>
    </>
  );
}

/** How much is there: seen at every file, told now and then. */
function Progress({ part }: { part: number }) {
  const say = alongWords();
  const told = Math.floor(part * STEPS) / STEPS;
  useEffect(() => tell(say.taking(inPercent(told))), [told]);
  return (
    <div class="go">
      <progress value={part} max={1} aria-label={words.value.takeAlong} />
      <p>{say.taking(inPercent(part))}</p>
    </div>
  );
}

function Taken({ onRemove }: { onRemove: () => void }) {
  const say = alongWords();
  return (
    <>
      <p class="card-panel">
        <Icon of="check" />
        {say.ready}
      </p>
      <p>{say.install}</p>
      <p class="hint">{say.without}</p>
      <div class="buttons">
        <button type="button" class="quiet" onClick={onRemove}>
          <Icon of="cross" />
          {say.remove}
        </button>
      </div>
      <p class="hint">{say.removeSays}</p>
    </>
  );
}
