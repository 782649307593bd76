/** "Hisss!": the snake just taken, big, before it goes to its pit. */
import { useEffect, useRef } from "preact/hooks";
import type { State } from "../api";
import { hiss } from "../events";
import { SeatPicture } from "../parts";
import { reducedMotion } from "../settings";
import { SnakeStrip } from "../snakes";
import { words } from "../words";

/** Shown for a moment over the table; it takes no tap away. */
export function Hiss({ now }: { now: State }) {
  const shown = hiss.value;
  const snake = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const pit = document.querySelector(`[data-seat="${shown?.seat}"]`)?.getBoundingClientRect();
    const box = snake.current?.getBoundingClientRect();
    if (!pit || !box || reducedMotion.value) return;
    const x = pit.x + pit.width / 2 - box.x - box.width / 2;
    const y = pit.y + pit.height / 2 - box.y - box.height / 2;
    snake.current?.animate(
      [
        { transform: "scale(.3)", opacity: 0 },
        { transform: "scale(1.06)", opacity: 1, offset: 0.2 },
        { transform: "scale(1)", opacity: 1, offset: 0.7 },
        { transform: `translate(${x}px, ${y}px) scale(.1)`, opacity: 0.4 },
      ],
      { duration: 1800, easing: "ease-in-out", fill: "forwards" },
    );
  }, [shown]);
  if (!shown) return null;
  return (
    <div class="hiss" aria-hidden="true">
      <div ref={snake} class="hiss-snake">
        <strong>{words.value.hisss}</strong>
        <SnakeStrip cards={shown.cards} width={300} height={150} />
        <span>
          <SeatPicture seats={now.seats} at={shown.seat - 1} size={44} />+{shown.cards.length}
        </span>
      </div>
    </div>
  );
}
