/** The rules as a family chooses them: a preset, and what differs from it behind one fold. */
import type { ComponentChildren } from "preact";
import type { RulesOffered } from "../api";
import { offered } from "../offered";
import { Choice } from "../parts";
import { SnakeStrip } from "../snakes";
import { words } from "../words";

export type Preset = "serpentina" | "hisss";
type Settings = Record<string, string>;

/** What is chosen; an option that is left alone is as the preset has it. */
export interface RulesWish {
  preset: Preset;
  settings: Settings;
}

export const defaultRules: RulesWish = { preset: "serpentina", settings: {} };

/** The text by which the server knows the rules. */
export function rulesText(wish: RulesWish): string {
  const parts = Object.entries(wish.settings).map(([option, value]) => `${option}=${value}`);
  return [wish.preset, ...parts].join(",");
}

/** Of what differs, the goal stays when one changes to another preset. */
const goalOf = ({ settings: { goal } }: RulesWish): Settings => (goal ? { goal } : {});

// Which value the sentence beside a switch speaks of.
const SAID = { must_match: "on", joinable: "any", joined: "taken" };
type Switched = keyof typeof SAID;

interface Props {
  wish: RulesWish;
  onChange: (wish: RulesWish) => void;
  children?: ComponentChildren;
  /** What else stands in the fold. */
  more?: ComponentChildren;
}

/** Preset, then the fold. */
export function RulesChoice({ wish, onChange, children, more }: Props) {
  const say = words.value;
  return (
    <>
      <Choice
        legend={say.rules}
        name="preset"
        value={wish.preset}
        of={(["serpentina", "hisss"] as const).map((preset) => [preset, <PresetTile of={preset} />])}
        onChoose={(preset) => onChange({ preset, settings: goalOf(wish) })}
      />
      {children}
      {offered.value && <Fold wish={wish} offered={offered.value} onChange={onChange} more={more} />}
    </>
  );
}

interface FoldProps extends Omit<Props, "children"> {
  offered: RulesOffered;
}

/** What an option is set to now. */
const valueOf = ({ wish, offered }: FoldProps, option: string): string =>
  wish.settings[option] ?? offered.presets[wish.preset]?.[option] ?? "";

/** The wish with an option set; what is as the preset has it need not be said. */
function withOption({ wish, offered }: FoldProps, option: string, value: string): RulesWish {
  const { [option]: _, ...others } = wish.settings;
  const isUsual = offered.presets[wish.preset]?.[option] === value;
  return { ...wish, settings: isUsual ? others : { ...others, [option]: value } };
}

function Fold(props: FoldProps) {
  const say = words.value;
  const goals = [
    ["cards", say.goalCards],
    ["snakes", say.goalSnakes],
    ["race:10", say.goalRace],
  ] as const;
  return (
    <details class="fold">
      <summary>{say.more}</summary>
      <Choice
        legend={say.goal}
        name="goal"
        value={valueOf(props, "goal")}
        of={goals.filter(([goal]) => props.offered.options.goal?.includes(goal.split(":")[0]!))}
        onChoose={(goal) => props.onChange(withOption(props, "goal", goal))}
      />
      <Switch {...props} option="must_match" text={say.mustMatch} />
      <Switch {...props} option="joinable" text={say.joinLone} />
      <Switch {...props} option="joined" text={say.joinTakes} />
      {props.more}
    </details>
  );
}

function PresetTile({ of }: { of: Preset }) {
  const cards = of === "hisss" ? ["<b", "bp", "pr", "r>"] : ["gy", "yo", "or"];
  return (
    <>
      <SnakeStrip cards={cards} width={120} height={44} />
      <b>{words.value.preset[of]}</b>
      <small>{words.value.presetSays[of]}</small>
    </>
  );
}

function Switch(props: FoldProps & { option: Switched; text: string }) {
  const { option, text, offered, onChange } = props;
  const said = SAID[option];
  const other = offered.options[option]?.find((value) => value !== said);
  if (other === undefined) return null;
  return (
    <label class="row">
      <span>{text}</span>
      <input
        type="checkbox"
        checked={valueOf(props, option) === said}
        onChange={(event) => onChange(withOption(props, option, event.currentTarget.checked ? said : other))}
      />
    </label>
  );
}
