import type { WorldView } from "./world-view.ts";

/** Why nothing of a log can be changed. */
export const LOG_REASON = "this is a log being played back";

/** Why nothing of the world can be changed from this page, in words that go after "because"; `undefined` when it can. */
export function whyNoEditing({ client, history, session, capabilities }: WorldView): string | undefined {
  if (client.current === undefined) return "there is no connection to the world";
  if (history.log.current !== "") return LOG_REASON;
  const may = session.presence.session.current?.may;
  if (may !== undefined && !may.includes("edit")) return "you only look on here; editing needs the role operator";
  if (!capabilities.current.has("edit")) return "this world runs without the system user-commands";
  return undefined;
}

/** Why its time cannot be: run, paused, stepped, reset. */
export function whyNoControl({ client, session }: WorldView): string | undefined {
  if (client.current === undefined) return "there is no connection to the world";
  const may = session.presence.session.current?.may;
  if (may !== undefined && !may.includes("control")) return "you only look on here; time is the role operator’s";
  return undefined;
}
