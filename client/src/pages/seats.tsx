/** The seats on the start page: big animals to add, change and take away. */
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { NewSeat } from "../api";
import { Icon } from "../icons";
import { keep } from "../kept";
import { robotKinds, USUAL_ROBOT } from "../offered";
import { Animals, Choice, SeatPicture, Sheet } from "../parts";
import { Pictogram, PICTOGRAMS } from "../pictograms";
import { botName, GENTLE, seatNames } from "../saying";
import { words } from "../words";

const MOST_SEATS = 8;
const LONGEST_NAME = 20;

interface Props {
  seats: NewSeat[];
  onChange: (seats: NewSeat[]) => void;
}

const titles = (seats: NewSeat[]): string[] =>
  seatNames(seats).map((name, at) => (seats[at]?.kind === "open" ? words.value.friend : name));

/** The animal that nobody has taken yet. */
const freeAnimal = (seats: NewSeat[]): string =>
  PICTOGRAMS.find((of) => !seats.some((seat) => seat.pictogram === of)) ?? PICTOGRAMS[0];

/** All seats as tiles; a tap opens one. */
export function SeatTiles({ seats, onChange, children }: Props & { children: ComponentChildren }) {
  const [open, setOpen] = useState<number | null>(null);
  const names = titles(seats);
  const change = (at: number, seat: NewSeat) => onChange(seats.map((old, n) => (n === at ? seat : old)));
  return (
    <div class="seats">
      {seats.map((_, at) => (
        <button
          type="button"
          class="seat"
          aria-label={words.value.changeSeat(names[at] ?? "")}
          onClick={() => setOpen(at)}
        >
          <SeatPicture seats={seats} at={at} size={56} />
          <span>{names[at]}</span>
        </button>
      ))}
      {children}
      {open !== null && seats[open] && (
        <SeatSheet
          title={names[open] ?? ""}
          seats={seats}
          seat={seats[open]}
          isFirst={open === 0}
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
        onClick={() => add({ kind: "bot", player: USUAL_ROBOT })}
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

interface WhoProps {
  seat: NewSeat;
  others: NewSeat[];
  /** Whether the animal and the name are to be proposed the next time. */
  isFirst: boolean;
  onChange: (seat: NewSeat) => void;
}

interface SheetProps extends WhoProps {
  title: string;
  seats: NewSeat[];
  onRemove: () => void;
  onClose: () => void;
}

function SeatSheet({ title, seats, onRemove, onClose, ...who }: SheetProps) {
  const say = words.value;
  return (
    <Sheet title={title} onClose={onClose}>
      {who.seat.kind === "here" && <Who {...who} />}
      {who.seat.kind === "bot" && <WhichRobot {...who} seats={seats} />}
      <div class="buttons">
        {who.others.length > 0 && (
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
export function Who({ seat, others, isFirst, onChange }: WhoProps) {
  const say = words.value;
  const set = (more: Partial<NewSeat>) => {
    if (isFirst && more.pictogram !== undefined) keep("pictogram", more.pictogram);
    if (isFirst && more.name !== undefined) keep("name", more.name);
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

/** The kind of a robot: how well it plays. */
function WhichRobot({ seat, seats, onChange }: WhoProps & { seats: NewSeat[] }) {
  const say = words.value;
  const kinds = robotKinds();
  const [chosen = "", ...wish] = (seat.player ?? USUAL_ROBOT).split(":");
  const people = seats.flatMap((other, at) => (other.kind === "bot" ? [] : [at]));
  const choose = (player: string) => onChange({ ...seat, player });
  const gentleWith = (at: number) => `${GENTLE}:${at + 1}`;
  return (
    <>
      <Choice
        legend={say.whichBot}
        name="robot"
        value={chosen}
        of={(kinds.includes(chosen) ? kinds : [chosen, ...kinds]).map((kind) => [kind, <RobotTile of={kind} />])}
        onChoose={(kind) => choose(kind === GENTLE && people.length ? gentleWith(people[0]!) : kind)}
      />
      {chosen === GENTLE && people.length > 1 && (
        <Choice
          legend={say.gentleWith}
          name="gentle"
          value={`${GENTLE}:${wish[0] ?? ""}`}
          of={people.map((at) => [gentleWith(at), <PersonTile seats={seats} at={at} />])}
          onChoose={choose}
        />
      )}
    </>
  );
}

function PersonTile({ seats, at }: { seats: NewSeat[]; at: number }) {
  return (
    <>
      <SeatPicture seats={seats} at={at} size={44} />
      {titles(seats)[at]}
    </>
  );
}

function RobotTile({ of }: { of: string }) {
  const says = words.value.botSays[of];
  return (
    <>
      <Pictogram of="robot" kind={of} size={52} />
      {botName(of)}
      {says && <small>{says}</small>}
    </>
  );
}
