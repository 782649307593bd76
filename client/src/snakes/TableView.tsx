/** The snakes in the middle of the table, and the ends at which the drawn card may be placed. */

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { type Arrangement, type Laid, arrange } from "./arrange";
import { symbolOf } from "./cards";
import { round } from "./curve";
import { SnakeView } from "./SnakeView";
import { type Glow, type Target, type Touch, sameTouch, targetsOf } from "./targets";
import { useGlide } from "./gliding";

export interface TableProps {
  snakes: readonly Laid[];
  width: number;
  height: number;
  glow: readonly Glow[];
  /** The placement that is marked as a good one. */
  marked?: number | null;
  onPlace: (placement: number) => void;
  /** Where the snakes lay before this table was shown; from then on the table itself remembers. */
  previous?: Arrangement | null;
  /** Told of each new arrangement, for animations. */
  onArrange?: (arrangement: Arrangement) => void;
  reducedMotion?: boolean;
  /** Words for a target: `place` is 0 for a place of its own; `chosen` the end chosen before. */
  label: (place: number, end: "a" | "z", chosen: Touch | null, marked: boolean) => string;
}

/** The arrangement of the snakes, each where it lay before if it can be. */
export function useArrangement(props: Pick<TableProps, "snakes" | "width" | "height" | "previous">): Arrangement {
  const before = useRef<Arrangement | null>(null);
  const text = props.snakes.map(({ place, cards }) => `${place}${cards.join("")}`).join();
  return useMemo(() => {
    before.current = arrange(props.snakes, props.width, props.height, before.current ?? props.previous);
    return before.current;
  }, [text, props.width, props.height]);
}

export function TableView(props: TableProps) {
  const { width, height, glow, onPlace, label, onArrange } = props;
  const arrangement = useArrangement(props);
  const { lying, leaving, body } = useGlide(arrangement, props.reducedMotion);
  const [chosen, choose] = useState<Touch | null>(null);
  const offer = glow.map(({ placement }) => placement).join();
  useEffect(() => choose(null), [offer, arrangement]);
  useEffect(() => onArrange?.(arrangement), [arrangement]);
  const targets = useMemo(() => targetsOf(arrangement, glow, chosen), [arrangement, offer, chosen]);
  const tap = ({ placements, touch }: Target): void => {
    const placement = only(placements);
    if (placement === null) choose(touch);
    else onPlace(placement);
  };
  return (
    <div class={`s-table${props.reducedMotion ? " s-still" : ""}`} style={{ width: `${width}px`, height: `${height}px` }}
      onKeyDown={(event) => event.key === "Escape" && choose(null)}>
      <svg viewBox={`0 0 ${width} ${height}`} width={width} height={height} aria-hidden="true" onClick={() => choose(null)}>
        {leaving.map((snake) => (
          <g key={`leaving ${snake.cards.join()}`} class="s-leaving">
            <SnakeView snake={snake} body={arrangement.body} />
          </g>
        ))}
        {lying.map((snake) => (
          <SnakeView key={snake.place} snake={snake} body={body} />
        ))}
        {chosen && <Bridges targets={targets} chosen={chosen} />}
      </svg>
      {targets.map((target) => {
        const marked = props.marked != null && target.placements.includes(props.marked);
        return (
          <TargetButton key={target.key} target={target} tap={tap} marked={marked}
            chosen={sameTouch(target.touch, chosen) && chosen !== null}
            label={label(target.touch?.place ?? 0, target.touch?.end ?? "a", chosen, marked)} />
        );
      })}
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

/** The one placement among several, if there is but one. */
const only = (placements: readonly number[]): number | null => (placements.length === 1 ? placements[0]! : null);

interface ButtonProps {
  target: Target;
  chosen: boolean;
  marked: boolean;
  tap: (target: Target) => void;
  label: string;
}

function TargetButton({ target, chosen, marked, tap, label }: ButtonProps) {
  const { at, touch, placements, sign } = target;
  return (
    <button type="button" class={`s-target${chosen ? " s-chosen" : ""}${marked ? " s-marked" : ""}`} aria-label={label}
      style={{ left: `${at[0]}px`, top: `${at[1]}px` }}
      data-placement={only(placements) ?? undefined}
      data-choose={placements.length > 1 ? placements.join() : undefined}
      data-place={touch?.place} data-end={touch?.end} onClick={() => tap(target)}>
      <svg viewBox="-22 -22 44 44" aria-hidden="true">
        <circle class={`s-halo ${sign ? `r-${sign === "*" ? "x" : sign}` : ""}`} r="14" />
        <path class={sign ? "s-sign" : "s-plus"} d={sign ? symbolOf(sign) : "M-1 0H1M0-1V1"} transform="scale(6.5)" />
        {marked && <circle class="s-ring" r="19" />}
        {marked && <path class="s-lamp" d="M0-33l2.700 6.200 6.800.6-5.100 4.500 1.500 6.600-5.900-3.500-5.900 3.500 1.500-6.600-5.100-4.500 6.800-.6z" />}
      </svg>
    </button>
  );
}
