/** A small curled snake, for pits, replays and the pages of rules. */

import { useMemo } from "preact/hooks";
import { arrangeAlone } from "./arrange";
import type { CardText } from "./cards";
import { SnakeView } from "./SnakeView";

interface Props {
  cards: readonly CardText[];
  width: number;
  height: number;
}

export function SnakeStrip({ cards, width, height }: Props) {
  const { snakes, body } = useMemo(() => arrangeAlone(cards, width, height), [cards.join(), width, height]);
  return (
    <svg class="s-strip" viewBox={`0 0 ${width} ${height}`} width={width} height={height} aria-hidden="true">
      {snakes.map((snake) => (
        <SnakeView key={snake.place} snake={snake} body={body} />
      ))}
    </svg>
  );
}
