/** The snakes in the middle of the table, and the ends at which the drawn card may be placed. */

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { type Arrangement, type Laid, arrange } from "./arrange";
import { symbolOf } from "./cards";
import { round } from "./curve";
import { SnakeView } from "./SnakeView";
import { type Glow, type Target, type Touch, colourAt, sameTouch, targetsOf } from "./targets";

export interface TableProps {
  snakes: readonly Laid[];
  width: number;
  height: number;
  glow: readonly Glow[];
  onPlace: (placement: number) => void;
  /** Where the snakes lay before; the table itself remembers when nothing is given. */
  previous?: Arrangement | null;
  /** Told of each new arrangement, for animations. */
  onArrange?: (arrangement: Arrangement) => void;
  reducedMotion?: boolean;
  /** Words for a target: `place` is 0 for a place of its own; `chosen` the end chosen before. */
  label: (place: number, end: "a" | "z", chosen: Touch | null) => string;
}

/** The arrangement of the snakes, each where it lay before if it can be. */
export function useArrangement(props: Pick<TableProps, "snakes" | "width" | "height" | "previous">): Arrangement {
  const before = useRef<Arrangement | null>(null);
  const text = props.snakes.map(({ place, cards }) => `${place}${cards.join("")}`).join();
  return useMemo(() => {
    before.current = arrange(props.snakes, props.width, props.height, props.previous ?? before.current);
    return before.current;
  }, [text, props.width, props.height, props.previous]);
}

export function TableView(props: TableProps) {
  const { width, height, glow, onPlace, label, onArrange } = props;
  const arrangement = useArrangement(props);
  const [chosen, choose] = useState<Touch | null>(null);
  const offer = glow.map(({ placement }) => placement).join();
  useEffect(() => choose(null), [offer, arrangement]);
  useEffect(() => onArrange?.(arrangement), [arrangement]);
  const targets = useMemo(() => targetsOf(arrangement, glow, chosen), [arrangement, offer, chosen]);
  const tap = ({ placements, touch }: Target): void => {
    if (placements.length === 1) onPlace(placements[0]!);
    else choose(touch);
  };
  return (
    <div class={`s-table${props.reducedMotion ? " s-still" : ""}`} style={{ width: `${width}px`, height: `${height}px` }}
      onKeyDown={(event) => event.key === "Escape" && choose(null)}>
      <svg viewBox={`0 0 ${width} ${height}`} width={width} height={height} aria-hidden="true" onClick={() => choose(null)}>
        {arrangement.snakes.map((snake) => (
          <SnakeView key={snake.place} snake={snake} body={arrangement.body} />
        ))}
        {chosen && <Bridges targets={targets} chosen={chosen} />}
      </svg>
      {targets.map((target) => (
        <TargetButton key={target.key} target={target} colour={colourAt(arrangement, target.touch)}
          chosen={sameTouch(target.touch, chosen) && chosen !== null} tap={tap}
          label={label(target.touch?.place ?? 0, target.touch?.end ?? "a", chosen)} />
      ))}
    </div>
  );
}

/** Dotted lines from the chosen end to those that the card may join it with. */
function Bridges({ targets, chosen }: { targets: readonly Target[]; chosen: Touch }) {
  const from = targets.find(({ touch }) => sameTouch(touch, chosen));
  if (!from) return null;
  const [x, y] = from.at;
  const others = targets.filter((target) => target !== from);
  const d = others.map(({ at }) => `M${round(x)} ${round(y)}L${round(at[0])} ${round(at[1])}`).join("");
  return <path class="s-bridge" d={d} />;
}

interface ButtonProps {
  target: Target;
  colour: string | null;
  chosen: boolean;
  tap: (target: Target) => void;
  label: string;
}

function TargetButton({ target, colour, chosen, tap, label }: ButtonProps) {
  const { at, touch, placements } = target;
  return (
    <button type="button" class={`s-target${chosen ? " s-chosen" : ""}`} aria-label={label}
      style={{ left: `${at[0]}px`, top: `${at[1]}px` }}
      data-placement={placements.length === 1 ? placements[0] : undefined}
      data-choose={placements.length > 1 ? placements.join() : undefined}
      data-place={touch?.place} data-end={touch?.end} onClick={() => tap(target)}>
      <svg viewBox="-22 -22 44 44" aria-hidden="true">
        <circle class={`s-halo ${colour ? `r-${colour === "*" ? "x" : colour}` : ""}`} r="14" />
        <path class={colour ? "s-sign" : "s-plus"} d={colour ? symbolOf(colour) : "M-1 0H1M0-1V1"} transform="scale(6.5)" />
      </svg>
    </button>
  );
}
