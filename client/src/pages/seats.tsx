/** The seats on the start page: big animals to add, change and take away. */
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { NewSeat } from "../api";
import { Icon } from "../icons";
import { keep } from "../kept";
import { Animals, Sheet } from "../parts";
import { Pictogram, PICTOGRAMS } from "../pictograms";
import { words } from "../words";

const MOST_SEATS = 8;
const LONGEST_NAME = 20;

interface Props {
  seats: NewSeat[];
  onChange: (seats: NewSeat[]) => void;
}

const picture = (seat: NewSeat): string =>
  seat.kind === "bot" ? "robot" : (seat.pictogram ?? "open");

function title(seat: NewSeat): string {
  if (seat.kind === "open") return words.value.friend;
  if (seat.kind === "bot") return words.value.bots[seat.player ?? ""] ?? seat.player ?? "";
  return seat.name || (words.value.pictograms[seat.pictogram ?? ""] ?? "");
}

/** The animal that nobody has taken yet. */
const freeAnimal = (seats: NewSeat[]): string =>
  PICTOGRAMS.find((of) => !seats.some((seat) => seat.pictogram === of)) ?? PICTOGRAMS[0];

/** All seats as tiles; a tap opens one. */
export function SeatTiles({ seats, onChange, children }: Props & { children: ComponentChildren }) {
  const [open, setOpen] = useState<number | null>(null);
  const change = (at: number, seat: NewSeat) => onChange(seats.map((old, n) => (n === at ? seat : old)));
  return (
    <div class="seats">
      {seats.map((seat, at) => (
        <button
          type="button"
          class="seat"
          aria-label={words.value.changeSeat(title(seat))}
          onClick={() => setOpen(at)}
        >
          <Pictogram of={picture(seat)} size={56} />
          <span>{title(seat)}</span>
        </button>
      ))}
      {children}
      {open !== null && seats[open] && (
        <SeatSheet
          seat={seats[open]}
          others={seats.filter((_, at) => at !== open)}
          onChange={(seat) => change(open, seat)}
          onRemove={() => {
            onChange(seats.filter((_, at) => at !== open));
            setOpen(null);
          }}
          onClose={() => setOpen(null)}
        />
      )}
    </div>
  );
}

/** The tiles with a plus. */
export function AddSeats({ seats, friends, onChange }: Props & { friends: boolean }) {
  if (seats.length >= MOST_SEATS) return null;
  const add = (seat: NewSeat) => onChange([...seats, seat]);
  return (
    <>
      {friends && (
        <Add picture="open" label={words.value.addFriend} onClick={() => add({ kind: "open" })} />
      )}
      <Add
        picture={freeAnimal(seats)}
        label={words.value.addPerson}
        onClick={() => add({ kind: "here", name: "", pictogram: freeAnimal(seats) })}
      />
      <Add
        picture="robot"
        label={words.value.addBot}
        onClick={() => add({ kind: "bot", player: "garter" })}
      />
    </>
  );
}

function Add(props: { picture: string; label: string; onClick: () => void }) {
  return (
    <button type="button" class="seat add" aria-label={props.label} title={props.label} onClick={props.onClick}>
      <Pictogram of={props.picture} size={44} />
      <Icon of="plus" size={28} />
    </button>
  );
}

interface SheetProps {
  seat: NewSeat;
  others: NewSeat[];
  onChange: (seat: NewSeat) => void;
  onRemove: () => void;
  onClose: () => void;
}

function SeatSheet({ seat, others, onChange, onRemove, onClose }: SheetProps) {
  const say = words.value;
  return (
    <Sheet title={title(seat)} onClose={onClose}>
      {seat.kind === "here" && <Who seat={seat} others={others} onChange={onChange} />}
      <div class="buttons">
        {others.length > 0 && (
          <button type="button" class="quiet" onClick={onRemove}>
            <Icon of="cross" />
            {say.remove}
          </button>
        )}
        <button type="button" onClick={onClose}>
          <Icon of="check" />
          {say.done}
        </button>
      </div>
    </Sheet>
  );
}

/** An animal and a name, for a person. */
export function Who({ seat, others, onChange }: Omit<SheetProps, "onRemove" | "onClose">) {
  const say = words.value;
  const set = (more: Partial<NewSeat>) => {
    if (more.pictogram !== undefined) keep("pictogram", more.pictogram);
    if (more.name !== undefined) keep("name", more.name);
    onChange({ ...seat, ...more });
  };
  return (
    <>
      <Animals
        all={PICTOGRAMS}
        chosen={seat.pictogram ?? ""}
        taken={others.map((other) => other.pictogram ?? "")}
        onChoose={(pictogram) => set({ pictogram })}
      />
      <label class="name">
        <span>
          {say.name} <small>({say.nameHint})</small>
        </span>
        <input
          type="text"
          maxLength={LONGEST_NAME}
          autocomplete="off"
          value={seat.name}
          onInput={(event) => set({ name: event.currentTarget.value })}
        />
      </label>
    </>
  );
}
