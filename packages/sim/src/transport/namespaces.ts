import { isHostName, nameProblem } from "./names.ts";
import { TransportError } from "./transport-error.ts";

/** First parts of names that every world or server uses; a namespace of that name would hide them. */
const TAKEN = ["world", "model", "orrery", "gazebo", "clock", "stats", "introspection", "server_control"];
/** Leaves most of a name's length to the world. */
const LONGEST = 200;

/** Returns what is wrong with a namespace; `undefined` if it is valid. The empty one is valid. */
export function namespaceProblem(namespace: string): string | undefined {
  if (namespace === "") return undefined;
  const problem = nameProblem(namespace);
  if (problem !== undefined) return problem;
  if (!namespace.startsWith("/")) return "does not begin with a slash";
  if (namespace.endsWith("/")) return "ends with a slash";
  if (namespace.length > LONGEST) return `is longer than ${LONGEST} characters`;
  const [, first = ""] = namespace.split("/", 2);
  return TAKEN.includes(first) ? `begins with "/${first}", where every world has names of its own` : undefined;
}

/**
 * The namespaces that one bus reserves for worlds, one each. All other names are in the empty one, whether or not a
 * world has that. A name is in the longest namespace that it begins with: the world at `/lab` has nothing to do with
 * names of the one at `/lab/run-3`.
 */
export class Namespaces {
  /** The longest first. */
  #claimed: readonly string[] = [];

  /** Throws if the namespace is invalid or in use. */
  add(namespace: string): void {
    const problem = namespaceProblem(namespace);
    if (problem !== undefined)
      throw new TransportError(`the namespace ${JSON.stringify(namespace.slice(0, LONGEST))} ${problem}`);
    if (this.#claimed.includes(namespace)) throw new TransportError(`the namespace "${namespace}" is in use`);
    this.#claimed = [...this.#claimed, namespace].toSorted((a, b) => b.length - a.length);
  }

  delete(namespace: string): void {
    this.#claimed = this.#claimed.filter((other) => other !== namespace);
  }

  /** Returns the namespace that a name is in. */
  of(name: string): string {
    for (const namespace of this.#claimed) if (isBelow(namespace, name)) return namespace;
    return "";
  }

  /** Returns a name as the world in its namespace knows it: `/world/w/stats` for `/lab/run-3/world/w/stats`. */
  inner(name: string): string {
    return name.slice(this.of(name).length);
  }
}

/** Returns whether a name begins with a namespace. */
export function isBelow(namespace: string, name: string): boolean {
  return name.startsWith(namespace) && name[namespace.length] === "/";
}

/** The names on one bus that belong to the host alone, even while unused: of topics, or of services. */
export class HostNames {
  readonly #namespaces: Namespaces;
  /**
   * Names that only the host used when its link was last lost, by namespace. They stay reserved, whether or not the
   * host uses them again.
   */
  readonly #lost = new Map<string, ReadonlySet<string>>();

  constructor(namespaces: Namespaces) {
    this.#namespaces = namespaces;
  }

  has(name: string): boolean {
    const namespace = this.#namespaces.of(name);
    return isHostName(name.slice(namespace.length)) || this.#lost.get(namespace)?.has(name) === true;
  }

  /** Reserves the names that the host of a namespace had. */
  keep(namespace: string, names: Iterable<string>): void {
    this.#lost.set(namespace, new Set(names));
  }

  /** Releases the names that the host of a namespace had, because it will not come back. */
  forget(namespace: string): void {
    this.#lost.delete(namespace);
  }
}
