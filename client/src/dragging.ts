/** Dragging a card with one pointer; a cancelled pointer or a turned device lets it go. */
import { useEffect, useMemo, useRef } from "preact/hooks";

const THRESHOLD = 8; // pixels; less is a tap

/** The target under a point. */
function targetAt(x: number, y: number): HTMLElement | null {
  const found = document.elementsFromPoint(x, y).map((one) => one.closest<HTMLElement>("[data-place], [data-placement]"));
  return found.find((one) => one !== null) ?? null;
}

interface Start {
  pointer: number;
  x: number;
  y: number;
  moved: boolean;
}

type Pointing = Pick<PointerEvent, "pointerId" | "isPrimary" | "button" | "clientX" | "clientY">;

/** One card that can be dragged; `onDrop` is told the target under the pointer, or null for none. */
export class Dragging {
  private start: Start | null = null;
  private swallows = false;

  constructor(
    private readonly card: () => HTMLElement | null,
    private readonly onDrop: (target: HTMLElement | null) => void,
  ) {}

  readonly down = (event: Pointing): void => {
    if (this.start || !event.isPrimary || event.button !== 0) return;
    this.swallows = false;
    this.start = { pointer: event.pointerId, x: event.clientX, y: event.clientY, moved: false };
    this.card()?.setPointerCapture(event.pointerId);
  };

  readonly move = (event: Pointing): void => {
    const { start } = this;
    if (!start || event.pointerId !== start.pointer) return;
    const [x, y] = [event.clientX - start.x, event.clientY - start.y];
    if (!start.moved && Math.hypot(x, y) < THRESHOLD) return;
    start.moved = true;
    this.card()?.classList.add("dragged");
    this.shift(x, y);
    const under = targetAt(event.clientX, event.clientY);
    document.querySelectorAll(".under").forEach((one) => one !== under && one.classList.remove("under"));
    under?.classList.add("under");
  };

  readonly up = (event: Pointing): void => {
    const { start } = this;
    if (!start || event.pointerId !== start.pointer) return;
    this.swallows = start.moved;
    const target = start.moved ? targetAt(event.clientX, event.clientY) : null;
    this.end();
    if (start.moved) this.onDrop(target);
  };

  readonly cancel = (event: Pointing): void => {
    if (event.pointerId === this.start?.pointer) this.end();
  };

  /** Let the card go back to where it lay. */
  readonly end = (): void => {
    this.start = null;
    this.card()?.classList.remove("dragged");
    document.querySelectorAll(".under").forEach((one) => one.classList.remove("under"));
    this.shift(0, 0);
  };

  /** Whether the click that follows belongs to a drag; asked once. */
  readonly wasDrag = (): boolean => {
    const was = this.swallows;
    this.swallows = false;
    return was;
  };

  private shift(x: number, y: number): void {
    const card = this.card();
    if (card) card.style.transform = x || y ? `translate(${x}px, ${y}px) scale(.8)` : "";
  }
}

/** Handlers for the card; a tap is left to its click. */
export function useDrag(onDrop: (target: HTMLElement | null) => void) {
  const card = useRef<HTMLButtonElement>(null);
  const latest = useRef(onDrop);
  latest.current = onDrop;
  const dragging = useMemo(() => new Dragging(() => card.current, (target) => latest.current(target)), []);
  useEffect(() => {
    const events = ["resize", "orientationchange", "blur"];
    events.forEach((name) => addEventListener(name, dragging.end));
    return () => events.forEach((name) => removeEventListener(name, dragging.end));
  }, []);
  return {
    ref: card,
    onPointerDown: dragging.down,
    onPointerMove: dragging.move,
    onPointerUp: dragging.up,
    onPointerCancel: dragging.cancel,
    onLostPointerCapture: dragging.cancel,
    wasDrag: dragging.wasDrag,
  };
}
