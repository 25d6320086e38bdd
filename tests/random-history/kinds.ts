import type { Dice } from "../random-edits/dice.ts";
import { makingKinds } from "./making-kinds.ts";
import { placeKinds } from "./place-kinds.ts";
import type { Kind } from "./request.ts";
import { runningKinds } from "./running-kinds.ts";
import { settingKinds } from "./setting-kinds.ts";

/** Every kind of command. */
export const kinds: Readonly<Record<string, Kind>> = {
  ...placeKinds,
  ...makingKinds,
  ...settingKinds,
  ...runningKinds,
};

const often = [placeKinds, makingKinds, settingKinds, runningKinds].map((group) => Object.keys(group));

/** Returns a random kind, seldom a reset, after which everything is as at the start. */
export function randomKind(dice: Dice): string {
  const name = dice.pick(dice.pick(often));
  return name.startsWith("reset") && dice.chance(0.7) ? "translate" : name;
}
