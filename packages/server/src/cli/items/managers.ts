import type { orrery } from "@orrery/msgs";
import { nearest } from "@orrery/msgs/nearest";
import type { Client } from "../client.ts";
import { Failure } from "../failure.ts";
import { textFlag } from "../arguments.ts";

export const managerFlag = textFlag(
  "ID",
  "only items of this manager: the name of a world, or what a program calls its own; with several worlds /NAMESPACE/ID",
);

/** Offers items of a world or a program. */
export interface Manager {
  /** Its id, after its namespace if it has one: "shapes", "/lab/run-3/arm". */
  readonly label: string;
  readonly namespace: string;
  /** Of its services and topics: "/introspection/shapes". */
  readonly prefix: string;
}

/** Lists the managers that a server has: those with plain names first. */
export function managersOf({ node }: Client): Manager[] {
  const found = node.services().flatMap(({ name, request }) => {
    const [, namespace = "", id] = /^(.*)\/introspection\/([^/]+)\/items$/.exec(name) ?? [];
    if (id === undefined || request !== "orrery.msgs.ItemQuery") return [];
    const label = namespace === "" ? id : `${namespace}/${id}`;
    return [{ label, namespace, prefix: `${namespace}/introspection/${id}` }];
  });
  const key = ({ namespace, label }: Manager): string => `${namespace} ${label}`;
  return found.sort((a, b) => (key(a) < key(b) ? -1 : 1));
}

/** Returns the manager that is asked for, or all. Throws a Failure if there is none. */
export function chosenManagers(client: Client, label: string | undefined): Manager[] {
  const all = managersOf(client);
  const found = all.filter((manager) => label === undefined || manager.label === label);
  if (found.length > 0) return found;
  if (label === undefined || all.length === 0) throw new Failure("the server has nothing that can be watched");
  const labels = all.map((manager) => manager.label);
  const near = nearest(label, labels);
  throw new Failure(
    `there is no manager "${label}"; ${near === undefined ? `there is ${labels.join(", ")}` : `did you mean "${near}"?`}`,
  );
}

/** Asks a manager for some of its items. */
export function queryItems(
  { node }: Pick<Client, "node">,
  { prefix }: Manager,
  query: orrery.ItemQuery,
): Promise<orrery.IntrospectionItems> {
  return node.request(`${prefix}/items`, query, { response: "orrery.msgs.IntrospectionItems" });
}

/** Resolves when a manager is no longer there. */
export async function managerGone({ node }: Client, { prefix }: Manager): Promise<void> {
  const isGone = (): boolean => !node.services().some(({ name }) => name === `${prefix}/items`);
  // The longest time that timers know. A command that runs longer asks again.
  while (!isGone()) await node.until(isGone, { timeoutMs: 2 ** 31 - 1 }).catch(() => undefined);
}
