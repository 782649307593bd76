/** The rules as a family chooses them: a preset, and what differs from it behind one fold. */
import type { ComponentChildren } from "preact";
import { Choice } from "../parts";
import { SnakeStrip } from "../snakes";
import { words } from "../words";

export type Preset = "serpentina" | "hisss";
type Goal = "cards" | "snakes" | "race:10";

/** What is chosen; an option that is left alone is as the preset has it. */
export interface RulesWish {
  preset: Preset;
  goal: Goal;
  must_match?: boolean;
  joinable?: boolean;
  joined?: boolean;
}

export const defaultRules: RulesWish = { preset: "serpentina", goal: "cards" };

/** The text by which the server knows the rules. */
export function rulesText(wish: RulesWish): string {
  const parts: string[] = [wish.preset];
  if (wish.joined !== undefined) parts.push(`joined=${wish.joined ? "taken" : "when_complete"}`);
  if (wish.joinable !== undefined) parts.push(`joinable=${wish.joinable ? "any" : "snakes"}`);
  if (wish.must_match !== undefined) parts.push(`must_match=${wish.must_match ? "on" : "off"}`);
  if (wish.goal !== "cards") parts.push(`goal=${wish.goal}`);
  return parts.join(",");
}

// What the switches show before anybody moves them.
const SHOWN = {
  serpentina: { must_match: true, joinable: false, joined: true },
  hisss: { must_match: true, joinable: true, joined: false },
};

interface Props {
  wish: RulesWish;
  onChange: (wish: RulesWish) => void;
  children?: ComponentChildren;
}

/** Preset, then the fold. */
export function RulesChoice({ wish, onChange, children }: Props) {
  const say = words.value;
  return (
    <>
      <Choice
        legend={say.rules}
        name="preset"
        value={wish.preset}
        of={(["serpentina", "hisss"] as const).map((preset) => [preset, <PresetTile of={preset} />])}
        onChoose={(preset) => onChange({ preset, goal: wish.goal })}
      />
      {children}
      <details class="fold">
        <summary>{say.more}</summary>
        <Choice
          legend={say.goal}
          name="goal"
          value={wish.goal}
          of={[
            ["cards", say.goalCards],
            ["snakes", say.goalSnakes],
            ["race:10", say.goalRace],
          ]}
          onChoose={(goal) => onChange({ ...wish, goal })}
        />
        <Switch wish={wish} option="must_match" text={say.mustMatch} onChange={onChange} />
        <Switch wish={wish} option="joinable" text={say.joinLone} onChange={onChange} />
        <Switch wish={wish} option="joined" text={say.joinTakes} onChange={onChange} />
      </details>
    </>
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

function Switch(props: Props & { option: "must_match" | "joinable" | "joined"; text: string }) {
  const { wish, option, text, onChange } = props;
  const on = wish[option] ?? SHOWN[wish.preset][option];
  return (
    <label class="row">
      <span>{text}</span>
      <input
        type="checkbox"
        checked={on}
        onChange={(event) => onChange({ ...wish, [option]: event.currentTarget.checked })}
      />
    </label>
  );
}
