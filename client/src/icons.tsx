/** The small signs on buttons: one stroke each. */
const STROKES = {
  home: "M3 11l9-8 9 8M6 9v11h4v-6h4v6h4V9",
  gear: "M4 7h10M18 7h2M4 17h2M10 17h10M16 4.500v5M8 14.500v5",
  undo: "M8 5L3 10l5 5M3 10h11a6 6 0 0 1 0 12h-3",
  plus: "M12 4v16M4 12h16",
  cross: "M5 5l14 14M19 5L5 19",
  check: "M4 13l6 6L20 5",
  link: "M10 14a4 4 0 0 0 6 0l4-4a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-4 4a4 4 0 0 0 6 6l1-1",
  copy: "M8 8h12v12H8zM16 8V4H4v12h4",
  send: "M12 15V3M7 8l5-5 5 5M5 13v8h14v-8",
  play: "M7 4l13 8-13 8z",
  pause: "M8 4v16M16 4v16",
  first: "M19 5l-9 7 9 7zM6 5v14",
  last: "M5 5l9 7-9 7zM18 5v14",
  back: "M15 4l-8 8 8 8",
  on: "M9 4l8 8-8 8",
  sound: "M4 9v6h4l5 5V4L8 9zM16 9q3 3 0 6M18.5 6q6 6 0 12",
  mute: "M4 9v6h4l5 5V4L8 9zM16 9l5 6M21 9l-5 6",
  save: "M12 3v12M7 10l5 5 5-5M4 20h16",
  seal: "M12 3l8 3v6q0 6-8 9-8-3-8-9V6zM8 12l3 3 5-6",
  book: "M4 5q5-2 8 1 3-3 8-1v14q-5-2-8 1-3-3-8-1zM12 6v14",
  pencil: "M4 20l1-5L16 4l4 4L9 19zM13 7l4 4",
  eye: "M2 12q10-14 20 0-10 14-20 0M12 9a3 3 0 1 1 0 6 3 3 0 0 1 0-6",
  turn: "M4 9a8 8 0 0 1 14-3l2 2M20 3v5h-5M20 15a8 8 0 0 1-14 3l-2-2M4 21v-5h5",
  leave: "M10 4H4v16h6M9 12h12M16 7l5 5-5 5",
  speak: "M3 5h18v11H11l-5 5v-5H3z",
  curve: "M3 4v16h18M6 15l4-6 4 4 6-8",
  lamp: "M9 18h6M10 21h4M9 18c0-3-4-4-4-9a7 7 0 0 1 14 0c0 5-4 6-4 9M12 18v-5M9.500 11l2.500 2 2.500-2",
  print: "M7 9V3h10v6M7 17H3V9h18v8h-4M7 14h10v7H7z",
  crown: "M3 8l5 5 4-8 4 8 5-5-2 11H5z",
};

export type IconName = keyof typeof STROKES;

/** A sign; it says nothing to a screen reader, the button's label does. */
export function Icon({ of, size = 24 }: { of: IconName; size?: number }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" width={size} height={size} aria-hidden="true">
      <path d={STROKES[of]} />
    </svg>
  );
}
