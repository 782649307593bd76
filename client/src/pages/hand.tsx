/** The lower edge of the table: the fan to draw from, or the card drawn, and the way back. */
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import type { State } from "../api";
import { useDrag } from "../dragging";
import { takenBack } from "../events";
import { askHint, hintAt, hintSentence, isThinking, mayAsk } from "../hints";
import { Icon } from "../icons";
import { busy, send } from "../live";
import { flyFrom } from "../motion";
import { cardName } from "../saying";
import { CardView, FanView, PileView } from "../snakes";
import { words } from "../words";
import { useSize } from "./table";

const MANY = 60; // cards, for which the fan needs more room
/** How large the card drawn is. */
const cardSize = (): number => (Math.min(innerWidth, innerHeight) >= 600 ? 112 : 76);
const ALONE_MS = 800; // in which one sees that a card fits nowhere
let byKeyboard = false;
addEventListener("keydown", () => (byKeyboard = true), true);
addEventListener("pointerdown", () => (byKeyboard = false), true);

/** How many cards the fan had at first: all cards but the starter. */
function firstFan(now: State): number {
  const lie = now.table.reduce((sum, snake) => sum + snake.cards.length, 0);
  const taken = now.pits.reduce((sum, pit) => sum + pit.cards, 0);
  return now.slots.length + (now.card ? 1 : 0) + lie + taken - 1;
}

/** What the player does next. */
export function Hand({ now, isMine }: { now: State; isMine: boolean }) {
  const say = words.value;
  const { ref, width, height } = useSize();
  const drawn = useRef<DOMRect | null>(null);
  const View = now.spread === "pile" ? PileView : FanView;
  const total = firstFan(now);
  const mayDraw = isMine && now.card === null;
  const draw = (slot: number) => {
    drawn.current = document.querySelector(`[data-slot="${slot}"]`)?.getBoundingClientRect() ?? null;
    void send("draw", { slot });
  };
  useKeyboardFocus(now, isMine);
  return (
    <section class={`hand ${now.card ? "holding" : ""}`} aria-label={now.spread === "pile" ? say.pile : say.fan}>
      <div class={`fan-room ${total > MANY ? "large" : ""}`} ref={ref}>
        {width > 0 && (
          <View
            slots={now.slots}
            total={total}
            onDraw={draw}
            enabled={mayDraw}
            width={width}
            height={height}
            label={say.drawSlot}
          />
        )}
      </div>
      {now.card && <Held now={now} isMine={isMine} from={drawn} />}
      <Count now={now} />
    </section>
  );
}

/** Who plays by keyboard is led to what he can do next. */
function useKeyboardFocus(now: State, isMine: boolean): void {
  const entered = useRef("");
  useEffect(() => {
    // A page is entered at its heading, and not left for the table by itself.
    const isNew = entered.current !== now.game;
    entered.current = now.game;
    const lost = document.activeElement?.matches("body, h1");
    const counts = now.status === "over" && now.you.length > 0;
    if (!(isMine || counts) || !byKeyboard || !lost || isNew) return;
    const next = counts ? ".count-room button" : now.card ? "[data-place], [data-placement]" : "[data-slot]";
    document.querySelector<HTMLElement>(next)?.focus();
  }, [now.version, isMine, busy.value]); // a button is shut while a command is on its way
}

/** A card that can go nowhere goes to its own place after a moment, unless it has just been taken back.
 *
 * Returns how to stop it, for whoever takes the card into his hand.
 */
function useGoingAlone(now: State, alone: number | undefined): () => void {
  const timer = useRef(0);
  const stop = () => clearTimeout(timer.current);
  useEffect(() => {
    if (alone === undefined || takenBack.peek() === `${now.game} ${now.slot}`) return;
    const go = () => document.visibilityState === "visible" && void send("place", { placement: alone }, "quietly");
    timer.current = window.setTimeout(go, ALONE_MS);
    return stop;
  }, [now.game, now.version, alone]);
  return stop;
}

interface HeldProps {
  now: State;
  isMine: boolean;
  from: { current: DOMRect | null };
}

/** The card drawn: to drag, and to tap when it lies on its own. */
function Held({ now, isMine, from }: HeldProps) {
  const card = now.card ?? "";
  const alone = now.placements.find((one) => one.touches.length === 0);
  const onlyAlone = alone !== undefined && now.placements.length === 1;
  const drop = (target: HTMLElement | null) => {
    if (onlyAlone && (!target || target.dataset.placement)) void send("place", { placement: alone.placement });
    else if (target) target.click();
  };
  const { wasDrag, ...drag } = useDrag(drop);
  const stay = useGoingAlone(now, isMine && onlyAlone ? alone.placement : undefined);
  useLayoutEffect(() => {
    const thing = drag.ref.current;
    const start = from.current ?? document.querySelector(".fan-room")?.getBoundingClientRect();
    if (thing && start) flyFrom(thing, start, 0.6);
    from.current = null;
  }, [now.slot]);
  const tap = () => {
    if (!wasDrag() && alone) void send("place", { placement: alone.placement });
  };
  const given = hintAt(now);
  const hint = onlyAlone ? words.value.fitsNowhere : words.value.layIt;
  return (
    <div class="held">
      {isMine ? (
        <button
          type="button"
          class={`held-card ${onlyAlone ? "lonely" : ""}`}
          aria-label={`${words.value.drawnCard(cardName(card))}. ${hint}`}
          onClick={tap}
          {...drag}
          onPointerDown={(event) => {
            stay();
            drag.onPointerDown(event);
          }}
        >
          <CardView card={card} size={cardSize()} />
        </button>
      ) : (
        <span class="held-card" role="img" aria-label={words.value.drawnCard(cardName(card))}>
          <CardView card={card} size={cardSize()} />
        </span>
      )}
      {isMine && <p class={`bubble ${given ? "hinted" : ""}`}>{given ? hintSentence(given) : hint}</p>}
      {isMine && mayAsk(now) && (
        <button
          type="button"
          class={`sign lamp ${isThinking(now) ? "thinking" : ""}`}
          aria-label={words.value.hint}
          title={words.value.hint}
          aria-busy={isThinking(now)}
          aria-pressed={given !== null}
          onClick={() => void askHint(now)}
        >
          <Icon of="lamp" size={28} />
        </button>
      )}
    </div>
  );
}

/** All cards are laid: now they are counted. */
function Count({ now }: { now: State }) {
  if (now.status !== "over" || !now.you.length) return null;
  return (
    <div class="count-room">
      <button type="button" class="big" disabled={busy.value} onClick={() => void send("count")}>
        <Icon of="crown" size={28} />
        {words.value.count}
      </button>
    </div>
  );
}
