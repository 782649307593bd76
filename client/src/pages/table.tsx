/** The table: whose turn it is, the snakes, and the fan or the card drawn. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { State } from "../api";
import { laid } from "../events";
import { hintAt } from "../hints";
import { Icon } from "../icons";
import { send } from "../live";
import { flyTo } from "../motion";
import { Heading, SeatPicture, Sheet } from "../parts";
import { go } from "../route";
import { endName, listed, nameOf, placementName } from "../saying";
import { reducedMotion } from "../settings";
import { type Arrangement, CardBack, CardView, TableView, type Touch } from "../snakes";
import { words } from "../words";
import { Bar } from "./bar";
import { Hand } from "./hand";
import { Hiss } from "./hiss";
import { PlayersRow } from "./players_row";

/** The page on which the game is played, or watched. */
export function TablePage({ now }: { now: State }) {
  const say = words.value;
  const seat = now.seats[now.seat - 1];
  const isMine = now.you.includes(now.seat) && now.status === "playing" && !seat?.bot_plays;
  const title = now.status === "over" ? say.allLaid : isMine && now.you.length === 1 ? say.yourTurn : say.turnOf(nameOf(now, now.seat));
  const leaving = useLeaving(now);
  return (
    <div class={`page table-page ${isMine ? "my-turn" : ""}`}>
      <Bar more={leaving.offer}>
        <Heading class="turn" title={title}>
          {now.status !== "over" && <SeatPicture seats={now.seats} at={now.seat - 1} size={36} />}
          <span>{title}</span>
          {now.status === "playing" && <Left now={now} />}
        </Heading>
      </Bar>
      <PlayersRow now={now} />
      <Middle now={now} isMine={isMine} />
      <Back now={now} />
      {seat?.away && !isMine && now.you.length > 0 && !seat.bot_plays && (
        <Ask
          sentence={say.awayNotice(nameOf(now, now.seat))}
          button={say.substitute(nameOf(now, now.seat))}
          onClick={() => void send("substitute")}
        />
      )}
      <Hand now={now} isMine={isMine} />
      <Hiss now={now} />
      {leaving.question}
    </div>
  );
}

/** How many cards are left; and an eye for who only watches. */
function Left({ now }: { now: State }) {
  const left = words.value.fanHolds(now.slots.length);
  return (
    <span class="left" role="img" aria-label={now.you.length ? left : `${words.value.watching}. ${left}`} title={left}>
      {!now.you.length && <Icon of="eye" size={22} />}
      <CardBack size={17} />
      {now.slots.length}
    </span>
  );
}

function Ask(props: { sentence: string; button: string; onClick: () => void }) {
  return (
    <div class="asking" role="status">
      <span>{props.sentence}</span>
      <button type="button" onClick={props.onClick}>
        {props.button}
      </button>
    </div>
  );
}

/** The seats of this device for which a robot plays. */
const replaced = (now: State): number[] => now.you.filter((seat) => now.seats[seat - 1]?.bot_plays);

/** A robot plays for somebody here: how to be back, all at once. */
function Back({ now }: { now: State }) {
  const say = words.value;
  const away = replaced(now);
  if (!away.length || now.status !== "playing") return null;
  const all = away.length === now.you.length;
  const back = async () => {
    for (const seat of away) await send("back", { seat });
  };
  return (
    <Ask
      sentence={all ? say.robotPlays : say.robotPlaysFor(listed(away.map((seat) => nameOf(now, seat))))}
      button={say.back}
      onClick={() => void back()}
    />
  );
}

/** How to leave: an offer for the settings, and the question that it leads to. */
function useLeaving(now: State) {
  const say = words.value;
  const [asks, setAsks] = useState(false);
  const here = now.you.filter((seat) => !now.seats[seat - 1]?.bot_plays);
  const leave = async () => {
    setAsks(false);
    let isLeft = true;
    for (const seat of here) isLeft &&= await send("leave", { seat });
    if (isLeft) go("/"); // where one can go on with the game
  };
  const offer = (close: () => void) => {
    if (!here.length || now.status !== "playing") return null;
    const ask = () => {
      close();
      setAsks(true);
    };
    return (
      <button type="button" class="quiet" onClick={ask}>
        <Icon of="leave" />
        {say.leave}
      </button>
    );
  };
  const question = asks && (
    <Sheet title={say.leaveAsk} onClose={() => setAsks(false)}>
      <div class="buttons">
        <button type="button" onClick={() => setAsks(false)}>
          <Icon of="play" />
          {say.leaveNo}
        </button>
        <button type="button" class="quiet" onClick={() => void leave()}>
          <Icon of="leave" />
          {say.leaveYes}
        </button>
      </div>
    </Sheet>
  );
  return { offer, question };
}

/** The size of an element, as it changes. */
export function useSize() {
  const ref = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  useEffect(() => {
    const measure = () => {
      const box = ref.current;
      if (box) setSize({ width: Math.floor(box.clientWidth), height: Math.floor(box.clientHeight) });
    };
    const watcher = new ResizeObserver(measure);
    if (ref.current) watcher.observe(ref.current);
    measure();
    return () => watcher.disconnect();
  }, []);
  return { ref, ...size };
}

function Middle({ now, isMine }: { now: State; isMine: boolean }) {
  const { ref, width, height } = useSize();
  const arrangement = useRef<Arrangement | null>(null);
  const best = hintAt(now)?.placement ?? null;
  const label = (place: number, end: "a" | "z", chosen: Touch | null, marked: boolean) => {
    const touches = place === 0 ? [] : chosen && (chosen.place !== place || chosen.end !== end) ? [chosen, { place, end }] : [{ place, end }];
    const exact = now.placements.find(
      (one) => one.touches.length === touches.length && touches.every((a) => one.touches.some((b) => a.place === b.place && a.end === b.end)),
    );
    const name = exact ? placementName(now, exact) : endName(now.table, { place, end });
    return marked ? words.value.goodPlace(name) : name;
  };
  return (
    <main class="middle" ref={ref} aria-label={words.value.onTable}>
      {width > 0 && (
        <TableView
          snakes={now.table}
          width={width}
          height={height}
          glow={isMine ? now.placements : []}
          marked={isMine ? best : null}
          onPlace={(placement) => void send("place", { placement })}
          onArrange={(fresh) => (arrangement.current = fresh)}
          reducedMotion={reducedMotion.value}
          label={label}
        />
      )}
      <Flight table={ref} arrangement={arrangement} />
    </main>
  );
}

interface FlightProps {
  table: { current: HTMLDivElement | null };
  arrangement: { current: Arrangement | null };
}

/** The card just laid flies from the hand to its snake, or to the middle when it was taken. */
function Flight({ table, arrangement }: FlightProps) {
  const flown = useRef<HTMLDivElement>(null);
  const [done, setDone] = useState(laid.peek());
  const now = laid.value;
  const flies = now !== null && now !== done;
  useEffect(() => {
    const [card, box] = [flown.current, table.current?.getBoundingClientRect()];
    const from = document.querySelector(".hand")?.getBoundingClientRect();
    if (!flies || !card || !box || !from) return;
    const snake = arrangement.current?.snakes.find((one) => one.place === now.last.place);
    const path = snake && !now.last.taken ? snake.path : [];
    const isFirst = grewAtFirst(now);
    const [x, y] = path[isFirst ? 0 : path.length - 1] ?? [box.width / 2, box.height / 2];
    void flyTo(card, from, box.x + x, box.y + y).finally(() => setDone(now));
  }, [now]);
  if (!flies) return null;
  return (
    <div class="flight" ref={flown} aria-hidden="true">
      <CardView card={now.last.card} size={56} />
    </div>
  );
}

/** Whether the snake grew at its first end: then what was before is its end now. */
function grewAtFirst({ last, before }: NonNullable<typeof laid.value>): boolean {
  const placement = before.placements.find((one) => one.placement === last.placement);
  return placement?.touches[0]?.end === "a";
}
