/** The end: the pits counted before everybody's eyes, who has won, and once more. */
import { useEffect, useState } from "preact/hooks";
import { alone, isHere } from "../along/where";
import type { State } from "../api";
import { winSentence } from "../events";
import { Icon } from "../icons";
import { send, state } from "../live";
import { Heading, SeatPicture, To } from "../parts";
import { go } from "../route";
import { nameOf } from "../saying";
import { isSealKept } from "../seal";
import { reducedMotion } from "../settings";
import { SnakeStrip } from "../snakes";
import { words } from "../words";
import { Bar } from "./bar";
import { Hiss } from "./hiss";

const COUNT_MS = 1600;

/** Counts up to a number while one watches. */
function useCounting(to: number): number {
  const [shown, setShown] = useState(reducedMotion.peek() ? to : 0);
  useEffect(() => {
    if (reducedMotion.peek()) return setShown(to);
    let frame = 0;
    const begun = performance.now();
    const step = (at: number) => {
      const part = Math.min(1, (at - begun) / COUNT_MS);
      setShown(Math.round(to * part));
      if (part < 1) frame = requestAnimationFrame(step);
    };
    frame = requestAnimationFrame(step);
    return () => cancelAnimationFrame(frame);
  }, [to]);
  return shown;
}

/** The page of a game that is counted. */
export function EndPage({ now }: { now: State }) {
  const winners = now.result?.winners ?? [];
  const order = now.seats.map((_, at) => at + 1);
  order.sort((a, b) => Number(winners.includes(b)) - Number(winners.includes(a)) || cardsOf(now, b) - cardsOf(now, a));
  const longest = Math.max(0, ...now.pits.map((pit) => pit.longest));
  return (
    <div class="page end">
      <Bar />
      <main>
        <Heading class="winner" title={winSentence(now)}>
          <span class="winners">
            {winners.map((seat) => (
              <Crowned now={now} seat={seat} />
            ))}
          </span>
          {winSentence(now)}
        </Heading>
        <Again now={now} />
        <ul class="pits">
          {order.map((seat) => (
            <PitOf key={seat} now={now} seat={seat} isWinner={winners.includes(seat)} longest={longest} />
          ))}
        </ul>
        <After now={now} />
      </main>
      <Hiss now={now} />
    </div>
  );
}

const cardsOf = (now: State, seat: number): number => now.pits[seat - 1]?.cards ?? 0;

function Crowned({ now, seat }: { now: State; seat: number }) {
  return (
    <span class="crowned">
      <Icon of="crown" size={40} />
      <SeatPicture seats={now.seats} at={seat - 1} size={84} />
    </span>
  );
}

interface PitProps {
  now: State;
  seat: number;
  isWinner: boolean;
  longest: number;
}

function PitOf({ now, seat, isWinner, longest }: PitProps) {
  const say = words.value;
  const pit = now.pits[seat - 1];
  const counted = useCounting(pit?.cards ?? 0);
  const wins = now.series[seat - 1] ?? 0;
  return (
    <li class={isWinner ? "won" : ""}>
      <div class="pit-head">
        <SeatPicture seats={now.seats} at={seat - 1} size={44} />
        <span class="pit-name">
          {nameOf(now, seat)}
          <small>
            {say.snakes(pit?.snakes.length ?? 0)}
            {wins > 0 && ` · ${say.series}: ${wins}`}
          </small>
        </span>
        <b class="pit-count" aria-label={say.cards(pit?.cards ?? 0)}>
          {counted}
        </b>
      </div>
      <div class="pit-snakes">
        {pit?.snakes.map((snake) => (
          <figure class={snake.length === longest ? "longest" : ""}>
            <SnakeStrip cards={snake} width={138} height={snake.length > 6 ? 92 : 60} />
            <figcaption>{snake.length === longest ? say.longest(snake.length) : snake.length}</figcaption>
          </figure>
        ))}
      </div>
    </li>
  );
}

function Again({ now }: { now: State }) {
  const say = words.value;
  const next = now.next;
  const rematch = async () => {
    await send("rematch");
    const made = state.value?.next;
    if (made) go(`/g/${made}`);
  };
  if (next) {
    return (
      <div class="go">
        <To path={`/g/${next}`} class="button big">
          <Icon of="play" size={28} />
          {say.nextGame}
        </To>
      </div>
    );
  }
  if (!now.you.length) return null;
  return (
    <div class="go">
      <button type="button" class="big" onClick={() => void rematch()}>
        <Icon of="turn" size={28} />
        {say.rematch}
      </button>
    </div>
  );
}

/** What may be done with a game that is over. */
function After({ now }: { now: State }) {
  const say = words.value;
  const [verdict, setVerdict] = useState("");
  const verify = () => setVerdict(isSealKept(now) ? say.verified : say.notVerified);
  return (
    <section class="after">
      <To path={`/r/${now.game}`} class="button quiet">
        <Icon of="eye" />
        {say.replay}
      </To>
      {!isHere(now.game) && (
        <To path={`/review/${now.game}`} class="button quiet">
          <Icon of="curve" />
          {say.review.title}
        </To>
      )}
      <SaveRecord game={now.game} />
      {!alone.value && <To path={`/print?${new URLSearchParams({ rules: now.rules, deck: now.deck })}`} class="button quiet">
        <Icon of="print" />
        {say.print.title}
      </To>}
      <button type="button" class="quiet" onClick={verify}>
        <Icon of="seal" />
        {say.verify}
      </button>
      <p class="hint" role="status">
        {verdict}
      </p>
    </section>
  );
}

function SaveRecord({ game }: { game: string }) {
  const inside = (
    <>
      <Icon of="save" />
      {words.value.saveRecord}
    </>
  );
  if (!isHere(game)) {
    return (
      <a class="button quiet" href={`/api/games/${game}/record`} download={`serpentina-${game}.txt`}>
        {inside}
      </a>
    );
  }
  const save = () => void import("../along/desk").then(({ saveRecord }) => saveRecord(game));
  return (
    <button type="button" class="quiet" onClick={save}>
      {inside}
    </button>
  );
}
