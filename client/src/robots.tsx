/** The robots: each kind has something of its own, each at a table its tint and, among its like, a number. */
import type { JSX } from "preact";

// The body and the darker parts.
const TINTS = [
  ["#8fb3c0", "#5d7580"],
  ["#e8aba6", "#8a4a46"],
  ["#acc98f", "#56743c"],
  ["#c6aadb", "#6d4a86"],
  ["#ead48f", "#86691f"],
  ["#8ed0c4", "#2f7268"],
  ["#dcb592", "#7c5230"],
  ["#b9b9c4", "#5a5a6b"],
] as const;

// Drawn, so that a picture adds nothing to what a page says.
const DIGITS = [
  "",
  "M-2-2.5L.8-5V5",
  "M-2.8-2.5q0-2.7 2.8-2.7t2.8 2.7q0 2-5.6 7.5H3",
  "M-2.6-4.4q5.2-2.2 5.2 1.6q0 2.4-3.2 2.6q3.8 0 3.8 2.7q0 3.9-6.2 1.9",
  "M1.6 5V-5L-3.3 2H3.4",
  "M2.6-5H-2L-2.6-.4q5.6-1.9 5.6 2.3q0 4.2-5.8 2.6",
  "M2-5q-4.8 3-4.8 6.8q0 3.3 2.8 3.3t2.8-2.9q0-2.8-2.8-2.8t-2.8 2.5",
  "M-2.8-5H2.9L-1 5",
  "M0-.4q-2.5 0-2.5-2.3t2.5-2.3t2.5 2.3t-2.5 2.3q-2.9 0-2.9 2.8t2.9 2.7t2.9-2.7t-2.9-2.8",
];

/** What tells the kinds apart; a kind that is not known here looks like the plain one. */
const EXTRAS: Record<string, () => JSX.Element> = {
  hatchling: () => (
    <path
      d="M5 33l6.3 3.5 6.3-3.5 6.4 3.5 6.4-3.5 6.3 3.5 6.3-3.5v5q0 9-19 9T5 38z"
      fill="#fff8ea"
      stroke="#8a7a55"
      stroke-width="1.6"
    />
  ),
  boa: () => (
    <path
      d="M13 23a5.5 5.5 0 1 0 11 0a5.5 5.5 0 1 0-11 0M24 23a5.5 5.5 0 1 0 11 0a5.5 5.5 0 1 0-11 0"
      fill="none"
      stroke="#ffd24a"
      stroke-width="2"
    />
  ),
  anaconda: () => <path d="M12 13l-1-11 7 6 6-8 6 8 7-6-1 11z" fill="#ffd24a" stroke="#86691f" stroke-width="1.2" />,
};

export interface RobotLook {
  kind?: string | null;
  /** Which of all the robots at the table, from 0. */
  tint?: number;
  /** Its number among those of its kind; 0 for none. */
  number?: number;
}

/** A robot's face. */
export function Robot({ kind, tint = 0, number = 0 }: RobotLook) {
  const [light, dark] = TINTS[tint % TINTS.length]!;
  const Extra = EXTRAS[kind ?? ""];
  return (
    <>
      <path d="M24 12V6" stroke={dark} stroke-width="2.5" />
      <circle cx="24" cy="5" r="3" fill="#ef6461" />
      <path d="M4 22h5v10H4zM39 22h5v10h-5z" fill={dark} />
      <rect x="8" y="11" width="32" height="31" rx="8" fill={light} />
      <rect x="12" y="17" width="24" height="12" rx="6" fill="#22343b" />
      <circle cx="18" cy="23" r="3" fill="#7ff0c8" />
      <circle cx="30" cy="23" r="3" fill="#7ff0c8" />
      <path d="M16 35h16" stroke="#22343b" stroke-width="3" stroke-dasharray="3 2" />
      {Extra && <Extra />}
      {number > 0 && (
        <>
          <circle cx="38" cy="38" r="9.5" fill="#fffdf5" stroke={dark} stroke-width="2" />
          <path
            d={DIGITS[number]}
            transform="translate(38 38)"
            fill="none"
            stroke="#2b2622"
            stroke-width="2.4"
            stroke-linecap="round"
            stroke-linejoin="round"
          />
        </>
      )}
    </>
  );
}
