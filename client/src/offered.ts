/** What the server offers: rules, and robots to play against. */
import { signal } from "@preact/signals";
import { alone } from "./along/where";
import { ask, type RulesOffered } from "./api";

/** Null until the server has answered; without an answer there are the presets and two robots. */
export const offered = signal<RulesOffered | null>(null);

const USUAL_ROBOTS = ["hatchling", "garter"];
export const USUAL_ROBOT = "garter";

let isOfDevice = false;

/** Ask once, and again when this device answers in place of the server, or no more. */
export function loadOffered(): void {
  if (offered.peek() && isOfDevice === alone.peek()) return;
  ask<RulesOffered>("/rules").then(
    (answer) => {
      offered.value = answer;
      isOfDevice = alone.peek();
    },
    () => undefined,
  );
}

/** The kinds of robot, the weakest first. */
export const robotKinds = (): string[] => offered.value?.players ?? USUAL_ROBOTS;
