import type { WorldView } from "./world-view.ts";

/** Why a log cannot be changed. */
export const LOG_REASON = "this is a log being played back";

/**
 * Returns why nothing in the world can be changed from this page, in words that follow "because"; `undefined` if it
 * can.
 */
export function whyNoEditing({ client, history, session, capabilities }: WorldView): string | undefined {
  if (client.current === undefined) return "there is no connection to the world";
  if (history.log.current !== "") return LOG_REASON;
  const may = session.presence.session.current?.may;
  if (may !== undefined && !may.includes("edit")) return "you are only a viewer here; editing needs the role operator";
  if (!capabilities.current.has("edit")) return "this world runs without the system user-commands";
  return undefined;
}

/** Returns why the world's time cannot be controlled (run, paused, stepped, reset); `undefined` if it can. */
export function whyNoControl({ client, session }: WorldView): string | undefined {
  if (client.current === undefined) return "there is no connection to the world";
  const may = session.presence.session.current?.may;
  if (may !== undefined && !may.includes("control"))
    return "you are only a viewer here; controlling time needs the role operator";
  return undefined;
}
