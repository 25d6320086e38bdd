import type { Entity, World } from "@orrery/sim";
import { Dice } from "./dice.ts";
import type { Edit } from "./edit.ts";
import { jointEdits } from "./joint-edits.ts";
import { linkEdits } from "./link-edits.ts";
import { modelEdits } from "./model-edits.ts";
import { nonsenseEdits } from "./nonsense-edits.ts";
import { shapeEdits } from "./shape-edits.ts";
import { systemEdits } from "./system-edits.ts";

export const edits: Readonly<Record<string, Edit>> = {
  ...modelEdits,
  ...linkEdits,
  ...shapeEdits,
  ...jointEdits,
  ...systemEdits,
  ...nonsenseEdits,
};
const names = Object.keys(edits);

/** Chooses the kind of the edit by the seed alone; its target depends on what exists. */
export function editName(seed: number): string {
  return new Dice(seed, "edit").pick(names);
}

export function applyEdit(world: World, root: Entity, seed: number, name = editName(seed)): void {
  edits[name]!({ world, root, dice: new Dice(seed, "values") });
}
