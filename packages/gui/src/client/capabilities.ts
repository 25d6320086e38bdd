import type { WorldClient } from "./world-client.ts";

/**
 * What the server supports for a world: run and pause it; send its state, without which there is nothing to see;
 * create, remove and move things; queue edits while it is paused; add and remove systems.
 */
export type Capability = "control" | "state" | "edit" | "queue" | "systems";

/** The service that provides each, below the world's prefix. */
const SERVICES: Readonly<Record<Capability, string>> = {
  control: "control",
  state: "stream",
  edit: "create",
  queue: "pending/announce",
  systems: "entity/system/add",
};

/** Returns what is supported for a world, by the services it offers. */
export function capabilitiesOf({ node, prefix }: WorldClient): ReadonlySet<Capability> {
  const there = new Set(node.services().map(({ name }) => name));
  const known = Object.entries(SERVICES) as [Capability, string][];
  return new Set(known.filter(([, service]) => there.has(`${prefix}/${service}`)).map(([what]) => what));
}

export function isSameSet<T>(a: ReadonlySet<T>, b: ReadonlySet<T>): boolean {
  return a.size === b.size && [...a].every((one) => b.has(one));
}
