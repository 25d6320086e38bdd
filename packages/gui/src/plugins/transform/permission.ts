import { Presence } from "../../client/presence.ts";
import type { Source } from "../../client/source.ts";

/** Why this page cannot change the world; `undefined` when it can. */
export function whyNoEditing(source: Source): string | undefined {
  if (source.state.current.kind !== "connected" || source.world.current === undefined) {
    return "There is no connection to the world";
  }
  const may = Presence.of(source).session.current?.may;
  if (may !== undefined && !may.includes("edit")) return "You may look, but not edit: ask for an operator’s link";
  if (!source.capabilities.current.has("edit")) return "This world runs without user-commands, which edits it";
  return undefined;
}

/** Calls back when the answer may be another. */
export function onPermission(source: Source, listener: () => void): Disposable {
  const listening = new DisposableStack();
  for (const value of [source.state, source.world, source.capabilities, Presence.of(source).session]) {
    listening.use(value.changes.on(listener));
  }
  return listening;
}
