/** Dragging a card with one pointer; a cancelled pointer or a turned device lets it go. */
import { useEffect, useRef } from "preact/hooks";

const THRESHOLD = 8; // pixels; less is a tap

/** The placement of the target under a point, if there is exactly one. */
function targetAt(x: number, y: number): HTMLElement | null {
  const found = document.elementsFromPoint(x, y).map((one) => one.closest<HTMLElement>("[data-place], [data-placement]"));
  return found.find((one) => one !== null) ?? null;
}

interface Drag {
  pointer: number;
  x: number;
  y: number;
  moved: boolean;
}

/** Handlers for the card; a tap is left to its click. */
export function useDrag(onDrop: (target: HTMLElement | null) => void) {
  const drag = useRef<Drag | null>(null);
  const card = useRef<HTMLButtonElement>(null);
  const swallow = useRef(false);

  const move = (x: number, y: number) => {
    if (card.current) card.current.style.transform = x || y ? `translate(${x}px, ${y}px) scale(.8)` : "";
  };
  const end = () => {
    drag.current = null;
    card.current?.classList.remove("dragged");
    document.querySelectorAll(".under").forEach((one) => one.classList.remove("under"));
    move(0, 0);
  };
  useEffect(() => {
    const events = ["resize", "orientationchange", "blur"];
    events.forEach((name) => addEventListener(name, end));
    return () => events.forEach((name) => removeEventListener(name, end));
  }, []);

  return {
    ref: card,
    onPointerDown: (event: PointerEvent) => {
      if (drag.current || !event.isPrimary || event.button !== 0) return;
      swallow.current = false;
      drag.current = { pointer: event.pointerId, x: event.clientX, y: event.clientY, moved: false };
      card.current?.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: PointerEvent) => {
      const now = drag.current;
      if (!now || event.pointerId !== now.pointer) return;
      const [x, y] = [event.clientX - now.x, event.clientY - now.y];
      if (!now.moved && Math.hypot(x, y) < THRESHOLD) return;
      now.moved = true;
      card.current?.classList.add("dragged");
      move(x, y);
      const under = targetAt(event.clientX, event.clientY);
      document.querySelectorAll(".under").forEach((one) => one !== under && one.classList.remove("under"));
      under?.classList.add("under");
    },
    onPointerUp: (event: PointerEvent) => {
      const now = drag.current;
      if (!now || event.pointerId !== now.pointer) return;
      swallow.current = now.moved;
      const target = now.moved ? targetAt(event.clientX, event.clientY) : null;
      end();
      if (now.moved) onDrop(target);
    },
    onPointerCancel: (event: PointerEvent) => event.pointerId === drag.current?.pointer && end(),
    onLostPointerCapture: (event: PointerEvent) => event.pointerId === drag.current?.pointer && end(),
    /** Whether the click that follows belongs to a drag. */
    wasDrag: () => {
      const was = swallow.current;
      swallow.current = false;
      return was;
    },
  };
}
