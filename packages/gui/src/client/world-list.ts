import type { orrery } from "@orrery/msgs";
import type { Node } from "@orrery/sim";

/** A running world of a session. */
export interface WorldEntry {
  /** The prefix of its topics and services; empty for the world without a namespace. */
  readonly namespace: string;
  /** Empty while unknown; worlds in different namespaces may have the same name. */
  readonly name: string;
}

/**
 * Follows the list of worlds behind a node, until the result is disposed of. By the time it resolves, the callback has
 * been called once. Rejects with the reason if there is no world.
 */
export async function followWorldList(
  node: Node,
  onList: (entries: readonly WorldEntry[]) => void,
): Promise<Disposable> {
  const first = entriesOf(await node.request(LIST, {}, { response: "orrery.msgs.WorldList" }));
  if (first.length === 0) throw new Error("The server runs no world");
  onList(first);
  return node.subscribe(LIST, "orrery.msgs.WorldList", ({ value }) => onList(entriesOf(value)), {
    queue: "latest",
    hostOnly: true,
  });
}

/** The name of both a topic and a service. */
const LIST = "/orrery/worlds";

function entriesOf({ worlds = [] }: orrery.WorldList): WorldEntry[] {
  return worlds.map(({ namespace = "", name = "" }) => ({ namespace, name }));
}
