import type { orrery } from "@orrery/msgs";
import type { Node } from "@orrery/sim";

/** A world that runs behind a session. */
export interface WorldEntry {
  /** What the names of its topics and services begin with; empty for the world whose names are plain. */
  readonly namespace: string;
  /** Empty before it is known; worlds in different namespaces may have the same. */
  readonly name: string;
}

/**
 * Follows the list of worlds behind a node, until the result is disposed of. Has called back once when it resolves; rejects with the
 * reason when there is no world.
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

/** A topic and a service. */
const LIST = "/orrery/worlds";

function entriesOf({ worlds = [] }: orrery.WorldList): WorldEntry[] {
  return worlds.map(({ namespace = "", name = "" }) => ({ namespace, name }));
}
