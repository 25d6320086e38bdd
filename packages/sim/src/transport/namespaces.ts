import { isHostName, nameProblem } from "./names.ts";
import { TransportError } from "./transport-error.ts";

/** First parts of names that every world or server uses: a namespace there would cover them up. */
const TAKEN = ["world", "model", "orrery", "gazebo", "clock", "stats", "introspection", "server_control"];
/** Leaves most of a name's length to the world. */
const LONGEST = 200;

/** Says what is wrong with a namespace; `undefined` when nothing is. The empty one is fine. */
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
 * The namespaces that one bus keeps for worlds, one each. All other names are in the empty one, whether or not a world has that. A
 * name is in the longest namespace that it begins with: the world at `/lab` has nothing to do with names of the one at `/lab/run-3`.
 */
export class Namespaces {
  /** The longest first. */
  #claimed: readonly string[] = [];

  /** Throws when the text is no namespace, or is in use. */
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

  /** Returns a name as the world of its namespace knows it: `/world/w/stats` for `/lab/run-3/world/w/stats`. */
  inner(name: string): string {
    return name.slice(this.of(name).length);
  }
}

/** Returns whether a name begins with a namespace. */
export function isBelow(namespace: string, name: string): boolean {
  return name.startsWith(namespace) && name[namespace.length] === "/";
}

/** The names that are the host's alone on one bus, also while it does not use them: of topics, or of services. */
export class HostNames {
  readonly #namespaces: Namespaces;
  /** What the host alone used when its link was last lost, by namespace: these names stay its own, whether or not it comes back to them. */
  readonly #lost = new Map<string, ReadonlySet<string>>();

  constructor(namespaces: Namespaces) {
    this.#namespaces = namespaces;
  }

  has(name: string): boolean {
    const namespace = this.#namespaces.of(name);
    return isHostName(name.slice(namespace.length)) || this.#lost.get(namespace)?.has(name) === true;
  }

  /** Keeps what the host of a namespace had. */
  keep(namespace: string, names: Iterable<string>): void {
    this.#lost.set(namespace, new Set(names));
  }

  /** Forgets what the host of a namespace had: it does not come back. */
  forget(namespace: string): void {
    this.#lost.delete(namespace);
  }
}
