import type { orrery } from "@orrery/msgs";
import { compose, type Pose } from "@orrery/sim";
import { createEdit, toPoseMessage } from "@orrery/sim/host";
import { Name } from "@orrery/sim/components";
import type { Mirror } from "../../client/mirror.ts";
import { freeName } from "./free-name.ts";
import type { Staged } from "./staged.ts";

/**
 * Makes the edits that create all things, at the place they are held by. `taken` has the names in the world; the new
 * names are added to it.
 */
export function creationsOf(
  { things, poses }: Pick<Staged, "things" | "poses">,
  at: Pose,
  taken: Set<string>,
): orrery.Edit[] {
  return things.map((thing, i) => {
    const name = freeName(thing.name, taken);
    taken.add(name);
    const from = "sdf" in thing ? { sdf: thing.sdf } : { sdf_filename: thing.uri };
    // Another person may use the name at the same time.
    return createEdit({ ...from, name, allow_renaming: true, pose: toPoseMessage(compose(at, poses[i]!)) });
  });
}

/** Collects the names of everything directly in the world. */
export function namesIn({ world, root }: Mirror): Set<string> {
  return new Set(root === undefined ? [] : world.childrenOf(root).map((child) => world.get(child, Name) ?? ""));
}
