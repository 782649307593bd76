/** A snake along its path. */

import { useMemo } from "preact/hooks";
import type { Lying } from "./arrange";
import { LENGTH, snakeLayers } from "./cards";
import { bendOf, round } from "./curve";
import { Layers } from "./Layers";

export function SnakeView({ snake, body }: { snake: Lying; body: number }) {
  const key = `${snake.cards.join()} ${body} ${snake.path.map(([x, y]) => `${round(x)},${round(y)}`).join()}`;
  const drawing = useMemo(() => {
    const bends = snake.cards.map((_, k) => bendOf(snake.path, k, body, LENGTH));
    return <Layers layers={snakeLayers(snake.cards, bends, body)} />;
  }, [key]);
  return (
    <g class="s-snake" data-snake={snake.place}>
      {drawing}
    </g>
  );
}
