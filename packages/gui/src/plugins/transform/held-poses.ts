import type { Entity, Pose } from "@orrery/sim";
import type { Emitter } from "@orrery/sim/host";
import { Value } from "../../client/value.ts";
import type { WorldApp } from "../../shell/app.ts";

/** Where tools have things that they move, before the world has them there. */
export interface HeldPoses {
  readonly changes: Emitter<void>;
  /** In the world; `undefined` for what no tool has in hand. */
  of(entity: Entity): { readonly pose: Pose } | undefined;
}

/** Returns what the world's tools hold; its value is `undefined` while there are no tools. */
export function heldPosesOf({ view }: WorldApp): Value<HeldPoses | undefined> {
  return view.services.of(Held, () => new Held(undefined));
}

class Held extends Value<HeldPoses | undefined> {}
