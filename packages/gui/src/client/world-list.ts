import type { gz } from "@orrery/msgs";
import type { Node } from "@orrery/sim";

/** A world that runs behind a session. */
export interface WorldEntry {
  /** What the names of its topics and services begin with; empty for the first world. */
  readonly namespace: string;
  readonly name: string;
}

/**
 * Asks which worlds there are behind a node. Throws with the reason when there is none.
 *
 * The server has one world, without a namespace, and its name is all that is known of it.
 */
export async function listWorlds(node: Node): Promise<readonly WorldEntry[]> {
  const { data: [name] = [] } = await node.request<gz.StringMsg_V>("/gazebo/worlds", {});
  if (name === undefined) throw new Error("The server runs no world");
  return [{ namespace: "", name }];
}
