import { asNamePart } from "@orrery/sim/host";
import { Value } from "../../../client/value.ts";
import type { WorldView } from "../../../client/world-view.ts";

/** A program outside of all worlds that offers items. */
export interface Program {
  /** Of its manager. */
  readonly id: string;
  /** The prefix of its services. */
  readonly prefix: string;
}

/** The programs that offer items now. A program is listed as long as its services are there. */
export class ProgramList implements Disposable {
  readonly list = new Value<readonly Program[]>([]);
  readonly #view: WorldView;
  readonly #parts = new DisposableStack();
  #following: Disposable | undefined;

  constructor(view: WorldView) {
    this.#view = view;
    this.#parts.use(view.client.changes.on(() => this.#connect()));
    this.#parts.use(view.session.worlds.changes.on(() => this.#look()));
    this.#parts.defer(() => this.#following?.[Symbol.dispose]());
    this.#connect();
  }

  find(id: string): Program | undefined {
    return this.list.current.find((program) => program.id === id);
  }

  [Symbol.dispose](): void {
    this.#parts.dispose();
  }

  #connect(): void {
    this.#following?.[Symbol.dispose]();
    this.#following = this.#view.client.current?.node.bus.changes.on(() => this.#look());
    this.#look();
  }

  #look(): void {
    const { client, session, namespace } = this.#view;
    const worlds = new Set(session.worlds.current.map((world) => prefixOf(world.namespace, asNamePart(world.name))));
    // One of the world's own namespace comes before one of the same name for all worlds.
    const programs = new Map<string, Program>();
    const services = new Set(client.current?.node.services().map(({ name }) => name));
    for (const name of services) {
      const [, space, id] = OFFERED.exec(name) ?? [];
      // The services of a program are announced one by one.
      if (!services.has(name.replace(/items$/, "set_filter"))) continue;
      if (space === undefined || id === undefined || worlds.has(prefixOf(space, id))) continue;
      if (space === namespace || (space === "" && !programs.has(id)))
        programs.set(id, { id, prefix: prefixOf(space, id) });
    }
    const found = [...programs.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
    const isSame = (program: Program, i: number): boolean => program.prefix === this.list.current[i]?.prefix;
    if (found.length !== this.list.current.length || !found.every(isSame)) this.list.set(found);
  }
}

/** The service by which managers list their items. */
const OFFERED = /^(.*)\/introspection\/([^/]+)\/items$/;

function prefixOf(namespace: string, id: string): string {
  return `${namespace}/introspection/${id}`;
}
