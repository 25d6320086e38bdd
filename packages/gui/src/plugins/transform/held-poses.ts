import type { Emitter, Entity, Pose } from "@orrery/sim";
import { Value } from "../../client/value.ts";
import type { App } from "../../shell/app.ts";

/** Where tools have things that they move, before the world has them there. */
export interface HeldPoses {
  readonly changes: Emitter<void>;
  /** In the world; `undefined` for what no tool has in hand. */
  of(entity: Entity): { readonly pose: Pose } | undefined;
}

const held = new WeakMap<App, Value<HeldPoses | undefined>>();

/** Returns what the page's tools hold; its value is `undefined` while there are no tools. */
export function heldPosesOf(app: App): Value<HeldPoses | undefined> {
  let value = held.get(app);
  if (value === undefined) held.set(app, (value = new Value<HeldPoses | undefined>(undefined)));
  return value;
}
