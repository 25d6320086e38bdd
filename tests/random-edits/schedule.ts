import { assertNever } from "../../packages/sim/src/base/assert-never.ts";
import { Dice } from "./dice.ts";
import { editName } from "./edits.ts";
import { passingNames } from "./system-edits.ts";

/** An outside event of a world. */
export type Act =
  | { readonly kind: "edit"; readonly seed: number }
  | { readonly kind: "reset"; readonly what: "all" | "time_only" | "model_only"; readonly seed: number }
  | { readonly kind: "start"; readonly system: string };

export interface Happening {
  readonly acts: readonly Act[];
  /** Whether edits are written between two passes, as a host could; otherwise they arrive as messages. */
  readonly isDirect: boolean;
}

/** Busy and quiet stretches alternate, two to one: in quiet ones bodies come to rest and fall asleep. */
const STRETCH = 60;
/** For HAND_STEPS steps all edits are chosen from HAND_SIZE kinds: some are made twice, which often reverts them. */
const HAND_STEPS = 12;
const HAND_SIZE = 5;

/** Returns what happens before a step; the same for one seed, whatever happened to the world. */
export function happeningAt(seed: number, step: number): Happening {
  const dice = new Dice(seed, "schedule", step);
  const isQuiet = Math.floor(step / STRETCH) % 3 === 2;
  const isDirect = dice.chance(0.3);
  if (!dice.chance(isQuiet ? 0.01 : 0.25)) return { acts: [], isDirect };
  // Alone: if several inputs wait, those of the host come first, and pauses in between would change the order.
  if (dice.chance(0.03)) return { acts: [{ kind: "start", system: dice.pick(passingNames) }], isDirect };
  return { acts: Array.from({ length: 1 + dice.below(4) }, () => randomAct(dice, firstOfHand(seed, step))), isDirect };
}

export function actText(act: Act): string {
  switch (act.kind) {
    case "edit":
      return editName(act.seed);
    case "reset":
      return `reset ${act.what}${act.seed === 0 ? "" : ` with seed ${act.seed}`}`;
    case "start":
      return `start ${act.system} by an input`;
    default:
      return assertNever(act);
  }
}

function randomAct(dice: Dice, hand: number): Act {
  if (dice.chance(0.985)) return { kind: "edit", seed: hand + dice.below(HAND_SIZE) };
  // 0 leaves the random streams unchanged.
  return { kind: "reset", what: dice.pick(["all", "time_only", "model_only"]), seed: dice.below(3) };
}

function firstOfHand(seed: number, step: number): number {
  return (seed * 1000 + Math.floor(step / HAND_STEPS)) * HAND_SIZE;
}
