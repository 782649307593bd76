/** The players' animals and the robot, drawn from a few round shapes. */
import type { JSX } from "preact";
import { Robot, type RobotLook } from "./robots";

export const PICTOGRAMS = [
  "cat", "dog", "fox", "owl", "frog", "bear", "fish", "bee", "mouse", "snail", "duck", "hen",
] as const; // prettier-ignore

const INK = "#2b2622";

const eyes = (y = 24, apart = 7, radius = 2.4): JSX.Element => (
  <g fill={INK}>
    <circle cx={24 - apart} cy={y} r={radius} />
    <circle cx={24 + apart} cy={y} r={radius} />
    <g fill="#fff">
      <circle cx={24.8 - apart} cy={y - 0.9} r={radius / 3} />
      <circle cx={24.8 + apart} cy={y - 0.9} r={radius / 3} />
    </g>
  </g>
);

const smile = (y: number, wide = 4): JSX.Element => (
  <path
    d={`M${24 - wide} ${y}q${wide / 2} ${wide} ${wide} 0q${wide / 2} ${wide} ${wide} 0`}
    fill="none"
    stroke={INK}
    stroke-width="1.8"
    stroke-linecap="round"
  />
);

const nose = (y: number): JSX.Element => <ellipse cx="24" cy={y} rx="3" ry="2.2" fill={INK} />;

const FACES: Record<string, (look: RobotLook) => JSX.Element> = {
  cat: () => (
    <>
      <path d="M8 8l11 6h10l11-6v16q0 18-16 18T8 24z" fill="#f2a65a" />
      <path d="M11 13l5 3-5 5zM37 13l-5 3 5 5z" fill="#f7cfae" />
      {eyes(25)}
      <path d="M22 30h4l-2 2.6z" fill="#d95d67" />
      {smile(33)}
      <path d="M4 29l9 2M4 35l9-1M44 29l-9 2M44 35l-9-1" stroke={INK} stroke-width="1.3" />
    </>
  ),
  dog: () => (
    <>
      <ellipse cx="24" cy="26" rx="15" ry="16" fill="#d8b48a" />
      <path d="M13 12q-9-3-9 8t6 13q4-3 5-12zM35 12q9-3 9 8t-6 13q-4-3-5-12z" fill="#7d5537" />
      <ellipse cx="24" cy="33" rx="8" ry="7" fill="#f6e8d6" />
      {eyes(23)}
      {nose(30)}
      {smile(33)}
      <path d="M22 37.500h4v3q-2 2.5-4 0z" fill="#e8717d" />
    </>
  ),
  fox: () => (
    <>
      <path d="M6 6l12 8h12l12-8-1 16q-2 14-17 22Q9 36 7 22z" fill="#e2703a" />
      <path d="M7.5 25q9 1 16.5 19Q9 37 7.5 25zM40.5 25q-9 1-16.5 19 15-7 16.5-19z" fill="#fff3e3" />
      {eyes(24, 8)}
      <circle cx="24" cy="40" r="3" fill={INK} />
    </>
  ),
  owl: () => (
    <>
      <path d="M8 8q8 4 16 4t16-4v18q0 17-16 17T8 26z" fill="#8b6bb1" />
      <circle cx="16" cy="23" r="8" fill="#fff" />
      <circle cx="32" cy="23" r="8" fill="#fff" />
      {eyes(23, 8, 4)}
      <path d="M21 29h6l-3 6z" fill="#f4b63f" />
      <path d="M16 38q2 2 4 0 2 2 4 0 2 2 4 0 2 2 4 0" fill="none" stroke="#fff" stroke-width="1.6" />
    </>
  ),
  frog: () => (
    <>
      <circle cx="13" cy="14" r="7.5" fill="#6cb04a" />
      <circle cx="35" cy="14" r="7.5" fill="#6cb04a" />
      <ellipse cx="24" cy="28" rx="19" ry="15" fill="#6cb04a" />
      <circle cx="13" cy="14" r="5" fill="#fff" />
      <circle cx="35" cy="14" r="5" fill="#fff" />
      {eyes(14, 11, 3)}
      <path d="M11 29q13 11 26 0" fill="none" stroke={INK} stroke-width="2" stroke-linecap="round" />
      <circle cx="10" cy="30" r="2.5" fill="#f2a0a0" />
      <circle cx="38" cy="30" r="2.5" fill="#f2a0a0" />
    </>
  ),
  bear: () => (
    <>
      <circle cx="11" cy="13" r="6.5" fill="#8a5a3c" />
      <circle cx="37" cy="13" r="6.5" fill="#8a5a3c" />
      <circle cx="11" cy="13" r="3" fill="#d9a982" />
      <circle cx="37" cy="13" r="3" fill="#d9a982" />
      <circle cx="24" cy="26" r="17" fill="#8a5a3c" />
      <ellipse cx="24" cy="32" rx="8" ry="6.5" fill="#e6c3a0" />
      {eyes(23)}
      {nose(29.5)}
      {smile(33, 3)}
    </>
  ),
  fish: () => (
    <>
      <path d="M30 24l14-10v20z" fill="#2f86c1" />
      <ellipse cx="20" cy="24" rx="17" ry="12" fill="#53b1e0" />
      <path d="M20 12q7-7 10 2zM20 36q6 6 9-1z" fill="#2f86c1" />
      <path d="M22 17q5 7 0 14M27 18q4 6 0 12" fill="none" stroke="#2f86c1" stroke-width="2" />
      <circle cx="12" cy="21" r="3.5" fill="#fff" />
      <circle cx="11.5" cy="21" r="2" fill={INK} />
      <path d="M6 29q4 2 7 0" fill="none" stroke={INK} stroke-width="1.8" stroke-linecap="round" />
    </>
  ),
  bee: () => (
    <>
      <ellipse cx="14" cy="13" rx="9" ry="7" fill="#cfe9f7" transform="rotate(25 14 13)" />
      <ellipse cx="34" cy="13" rx="9" ry="7" fill="#cfe9f7" transform="rotate(-25 34 13)" />
      <circle cx="24" cy="28" r="15" fill="#f6c945" />
      <path d="M11 35h26M14 39.500h20" stroke={INK} stroke-width="3.5" />
      <path d="M19 14q-2-6-6-7M29 14q2-6 6-7" fill="none" stroke={INK} stroke-width="1.8" />
      <circle cx="13" cy="7" r="2" fill={INK} />
      <circle cx="35" cy="7" r="2" fill={INK} />
      {eyes(24, 6)}
      {smile(28, 3)}
    </>
  ),
  mouse: () => (
    <>
      <circle cx="11" cy="14" r="9" fill="#a8a6ad" />
      <circle cx="37" cy="14" r="9" fill="#a8a6ad" />
      <circle cx="11" cy="14" r="5" fill="#f1b8bd" />
      <circle cx="37" cy="14" r="5" fill="#f1b8bd" />
      <path d="M24 11q14 0 14 14 0 10-14 19-14-9-14-19 0-14 14-14z" fill="#bcbac1" />
      {eyes(25, 6)}
      <circle cx="24" cy="38" r="3" fill="#e0707c" />
      <path d="M8 35l10 1M8 40l10-2M40 35l-10 1M40 40l-10-2" stroke={INK} stroke-width="1.2" />
    </>
  ),
  snail: () => (
    <>
      <path d="M4 40q0-5 6-5h4V18q0-4 4-4t4 4v12h14q8 2 8 10z" fill="#e6c27a" />
      <circle cx="30" cy="25" r="13" fill="#c9744d" />
      <path
        d="M30 36a11 11 0 1 1 9-11 8 8 0 1 1-9-8 5 5 0 1 1 0 10"
        fill="none"
        stroke="#f7dcc2"
        stroke-width="2.5"
      />
      <path d="M15 16l-4-8M19 15l2-8" stroke="#c79c4e" stroke-width="2" />
      <circle cx="11" cy="8" r="2.6" fill={INK} />
      <circle cx="21" cy="7" r="2.6" fill={INK} />
    </>
  ),
  duck: () => (
    <>
      <path d="M24 4q-3-3-5 0 3 0 4 4z" fill="#e8b52f" />
      <circle cx="24" cy="24" r="17" fill="#f8d94e" />
      {eyes(21)}
      <path d="M12 31q12-7 24 0-3 8-12 8t-12-8z" fill="#ee8a2c" />
      <path d="M14 31q10 4 20 0" fill="none" stroke="#b9601a" stroke-width="1.6" />
    </>
  ),
  hen: () => (
    <>
      <path d="M16 12q-2-7 3-6 1-5 5-3 4-2 5 3 5-1 3 6z" fill="#d63c3c" />
      <path d="M24 9q17 2 17 20 0 14-17 14T7 29Q7 11 24 9z" fill="#fffaf0" stroke="#d9cbb2" />
      {eyes(23)}
      <path d="M19 28h10l-5 6z" fill="#f0a02e" />
      <path d="M22 34q-2 6 2 7 4-1 2-7z" fill="#d63c3c" />
    </>
  ),
  robot: Robot,
};

interface PictogramProps extends RobotLook {
  of: string;
  size?: number;
}

/** One animal or robot; `open` is a seat that waits for a friend. */
export function Pictogram({ of, size = 48, ...look }: PictogramProps) {
  const Face = FACES[of];
  return (
    <svg class="pictogram" viewBox="0 0 48 48" width={size} height={size} aria-hidden="true">
      {Face ? (
        <Face {...look} />
      ) : (
        <g fill="none" stroke="currentColor" stroke-width="2.5" stroke-linecap="round">
          <circle cx="24" cy="24" r="18" stroke-dasharray="5 6" />
          <path d="M19 20a5 5 0 1 1 7 4.500q-2 1-2 4M24 34v.2" />
        </g>
      )}
    </svg>
  );
}
