/** What the server offers: rules, and robots to play against. */
import { signal } from "@preact/signals";
import { ask, type RulesOffered } from "./api";

/** Null until the server has answered; without an answer there are the presets and two robots. */
export const offered = signal<RulesOffered | null>(null);

const USUAL_ROBOTS = ["hatchling", "garter"];
export const USUAL_ROBOT = "garter";

/** Ask once. */
export function loadOffered(): void {
  if (offered.peek()) return;
  ask<RulesOffered>("/rules").then(
    (answer) => (offered.value = answer),
    () => undefined,
  );
}

/** The kinds of robot, the weakest first. */
export const robotKinds = (): string[] => offered.value?.players ?? USUAL_ROBOTS;
