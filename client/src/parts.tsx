/** Small parts that several pages share. */
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Icon, type IconName } from "./icons";
import { Pictogram } from "./pictograms";
import { go } from "./route";
import { type Known, robotNumber, shownKind } from "./saying";
import { words } from "./words";

/** The picture of a seat: a person's animal, or one of the robots at the table. */
export function SeatPicture({ seats, at, size }: { seats: readonly Known[]; at: number; size: number }) {
  const seat = seats[at];
  if (seat?.kind !== "bot") return <Pictogram of={seat?.pictogram ?? "open"} size={size} />;
  const tint = seats.slice(0, at).filter((other) => other.kind === "bot").length;
  return <Pictogram of="robot" size={size} kind={shownKind(seat.player ?? "")} tint={tint} number={robotNumber(seats, at)} />;
}

let isFirstPage = true;

/** The heading of a page: the window's title says it too, and who comes to the page begins here. */
export function Heading(props: { title: string; class?: string; children: ComponentChildren }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = props.title ? `Serpentina – ${props.title}` : "Serpentina";
  }, [props.title]);
  useEffect(() => {
    if (!isFirstPage) heading.current?.focus({ preventScroll: true });
    isFirstPage = false;
  }, []);
  return (
    <h1 ref={heading} class={props.class} tabIndex={-1}>
      {props.children}
    </h1>
  );
}

/** A link to another page of ours. */
export function To(props: { path: string; class?: string; children: ComponentChildren; label?: string }) {
  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    go(props.path);
  };
  return (
    <a href={props.path} class={props.class} onClick={follow} aria-label={props.label}>
      {props.children}
    </a>
  );
}

/** A round button with a sign and a label for those who cannot see it. */
export function Sign(props: { of: IconName; label: string; onClick: () => void; disabled?: boolean }) {
  return (
    <button
      type="button"
      class="sign"
      aria-label={props.label}
      title={props.label}
      disabled={props.disabled}
      onClick={props.onClick}
    >
      <Icon of={props.of} />
    </button>
  );
}

/** A choice of a few, each a big tile: radio buttons. */
export function Choice<Value extends string>(props: {
  legend: string;
  name: string;
  value: Value;
  of: readonly (readonly [Value, ComponentChildren])[];
  onChoose: (value: Value) => void;
}) {
  return (
    <fieldset class="choice">
      <legend>{props.legend}</legend>
      <div class="tiles">
        {props.of.map(([value, children]) => (
          <label key={value} class="tile">
            <input
              type="radio"
              name={props.name}
              checked={value === props.value}
              onChange={() => props.onChoose(value)}
            />
            <span>{children}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** A sheet over the page; Escape, the cross and a tap beside it close it. */
export function Sheet(props: { title: string; onClose: () => void; children: ComponentChildren }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const sheet = dialog.current;
    sheet?.showModal();
    return () => sheet?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      class="sheet"
      aria-label={props.title}
      onClose={props.onClose}
      onClick={(event) => event.target === dialog.current && props.onClose()}
    >
      <div class="sheet-body">
        <div class="sheet-head">
          <h2>{props.title}</h2>
          <Sign of="cross" label={words.value.close} onClick={props.onClose} />
        </div>
        {props.children}
      </div>
    </dialog>
  );
}

/** The animals to choose from. */
export function Animals(props: { chosen: string; taken?: string[]; onChoose: (of: string) => void; all: readonly string[] }) {
  return (
    <div class="animals" role="group" aria-label={words.value.chooseAnimal}>
      {props.all.map((animal) => (
        <button
          key={animal}
          type="button"
          class="animal"
          aria-pressed={animal === props.chosen}
          aria-label={words.value.pictograms[animal]}
          disabled={animal !== props.chosen && props.taken?.includes(animal)}
          onClick={() => props.onChoose(animal)}
        >
          <Pictogram of={animal} size={52} />
        </button>
      ))}
    </div>
  );
}
