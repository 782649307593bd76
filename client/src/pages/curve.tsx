/** The chances over the turns of a game; a touch chooses a turn. */
import type { Move } from "../api";
import { useSize } from "./table";

const HEIGHT = 150;
const EDGE = 10;
export const TINTS = ["--tint-1", "--tint-2", "--tint-3", "--tint-4", "--tint-5", "--tint-6", "--tint-7", "--tint-8"];

interface Props {
  moves: readonly Move[];
  /** What is drawn: for a seat, its number at a point in time; all from 0 to 1. */
  seats: readonly number[];
  heightOf: (worth: Move["before"], seat: number) => number;
  turning: ReadonlySet<number>;
  at: number;
  label: string;
  onChoose: (turn: number) => void;
}

export function Curve({ moves, seats, heightOf, turning, at, label, onChoose }: Props) {
  const { ref, width } = useSize();
  const x = (turn: number) => EDGE + ((width - 2 * EDGE) * turn) / moves.length;
  const y = (part: number) => EDGE + (HEIGHT - 2 * EDGE) * (1 - part);
  const points = (seat: number): [number, number][] => {
    const first = moves[0];
    const start: [number, number][] = first ? [[0, heightOf(first.before, seat)]] : [];
    return [...start, ...moves.flatMap((move): [number, number][] => [
      [move.turn - 0.5, heightOf(move.drawn, seat)],
      [move.turn, heightOf(move.after, seat)],
    ])];
  };
  const path = (seat: number) => `M${points(seat).map(([turn, part]) => `${x(turn).toFixed(1)} ${y(part).toFixed(1)}`).join("L")}`;
  const choose = (event: PointerEvent) => {
    const left = ref.current?.getBoundingClientRect().left ?? 0;
    const turn = Math.round(((event.clientX - left - EDGE) / (width - 2 * EDGE)) * moves.length);
    onChoose(Math.min(moves.length, Math.max(0, turn)));
  };
  const isAlone = seats.length === 1;
  const seatOf = (move: Move) => (isAlone ? seats[0]! : move.seat - 1);
  const spot = (turn: number, seat: number): number => {
    const move = moves[turn - 1];
    return move ? heightOf(move.after, seat) : moves[0] ? heightOf(moves[0].before, seat) : 0;
  };
  return (
    <div class="curve" ref={ref}>
      {width > 0 && (
        <svg
          role="img"
          aria-label={label}
          width={width}
          height={HEIGHT}
          onPointerDown={choose}
          onPointerMove={(event) => event.buttons && choose(event)}
        >
          {[0, 0.5, 1].map((part) => (
            <path class="grid" d={`M${EDGE} ${y(part)}H${width - EDGE}`} />
          ))}
          {isAlone && <path class="under" d={`${path(seats[0]!)}L${x(moves.length)} ${y(0)}L${x(0)} ${y(0)}Z`} />}
          {seats.map((seat) => (
            <path class="line" style={{ stroke: `var(${TINTS[seat % TINTS.length]})` }} d={path(seat)} />
          ))}
          <path class="now" d={`M${x(at)} ${EDGE}V${HEIGHT - EDGE}`} />
          {moves.map((move) => (
            <>
              {turning.has(move.turn) && <circle class="ring" cx={x(move.turn)} cy={y(spot(move.turn, seatOf(move)))} r="8" />}
              {move.verdict !== "fine" && (
                <circle class={`dot ${move.verdict}`} data-turn={move.turn} cx={x(move.turn)} cy={y(spot(move.turn, seatOf(move)))} r="5" />
              )}
            </>
          ))}
        </svg>
      )}
    </div>
  );
}
