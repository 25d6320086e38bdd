import { Presence } from "./presence.ts";
import type { Source } from "./source.ts";
import { WorldHistory } from "./world-history.ts";

/** Why nothing of a log can be changed. */
export const LOG_REASON = "this is a log being played back";

/** Why nothing of the world can be changed from this page, in words that go after "because"; `undefined` when it can. */
export function whyNoEditing(source: Source): string | undefined {
  if (source.world.current === undefined) return "there is no connection to the world";
  if (WorldHistory.of(source).log.current !== "") return LOG_REASON;
  const may = Presence.of(source).session.current?.may;
  if (may !== undefined && !may.includes("edit")) return "you only look on here; editing needs the role operator";
  if (!source.capabilities.current.has("edit")) return "this world runs without the system user-commands";
  return undefined;
}

/** Why its time cannot be: run, paused, stepped, reset. */
export function whyNoControl(source: Source): string | undefined {
  if (source.world.current === undefined) return "there is no connection to the world";
  const may = Presence.of(source).session.current?.may;
  if (may !== undefined && !may.includes("control")) return "you only look on here; time is the role operator’s";
  return undefined;
}
