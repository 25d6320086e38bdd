import type { Capability, SourceState } from "../../client/source.ts";

export interface Editor {
  readonly state: SourceState["kind"];
  readonly capabilities: ReadonlySet<Capability>;
  /** What the server lets this person do; `undefined` before it has told, or where nobody is told apart. */
  readonly may: readonly string[] | undefined;
}

/** Why this person cannot edit this world now, `undefined` when they can. */
export function editLock({ state, capabilities, may }: Editor): string | undefined {
  if (state !== "connected") return "No connection to the world: values are as they were last seen";
  if (!capabilities.has("edit")) return "This world takes no edits: it runs without the system user-commands";
  if (may === undefined)
    return capabilities.has("people") ? "Waiting for the server to say what you may do" : undefined;
  return may.includes("edit") ? undefined : "You may look at this world, not edit it";
}
