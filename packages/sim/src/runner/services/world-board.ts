import { textOf } from "../../base/error-text.ts";
import type { MessageRegistry, orrery } from "@orrery/msgs";
import { sameBytes } from "../../base/same-bytes.ts";
import { worldPrefix } from "../../transport/names.ts";
import type { Node } from "../../transport/node.ts";
import type { Publisher } from "../../transport/publisher.ts";
import { SharedAnswer } from "../../transport/shared-answer.ts";

/** The description of a world for clients; the fields are those of orrery.msgs.WorldInfo. */
export interface ListedWorld {
  /** The prefix of all its names; empty for the world without a namespace. */
  readonly namespace: string;
  /** Empty while unknown. */
  readonly name: string;
  readonly engine: string;
  readonly state: "LOADING" | "RUNNING" | "PAUSED" | "STOPPED";
  /** Why it is loading or stopped. */
  readonly reason: string;
  /** Epoch of its state stream. */
  readonly epoch: number;
}

export interface WorldBoardOptions {
  readonly worlds: () => readonly ListedWorld[];
  /**
   * Creates a registry with the types that come with Orrery. Provided by the host, so that processes without worlds
   * need not load the code.
   */
  readonly types: () => MessageRegistry;
  /** Called for types that differ from those of the same name in a different world. */
  readonly onConflict: (text: string) => void;
}

/** How long a world may take to report its message types; a busy one is asked again at the next request. */
const PATIENCE_MS = 1000;

/**
 * Tells clients which worlds a host has, through `/orrery/worlds` (topic and service) and, for Gazebo's tools,
 * `/gazebo/worlds`; and, through `/orrery/schemas`, which message types any of them use.
 */
export class WorldBoard {
  readonly #node: Node;
  readonly #options: WorldBoardOptions;
  readonly #publisher: Publisher<orrery.WorldList>;
  /** The types that each world's systems have added, as last reported, by namespace. */
  readonly #added = new Map<string, Uint8Array>();
  #schemas: { readonly of: readonly Uint8Array[]; readonly answer: SharedAnswer } | undefined;
  #making: Promise<SharedAnswer> | undefined;
  #next: Promise<SharedAnswer> | undefined;

  constructor(node: Node, options: WorldBoardOptions) {
    this.#node = node;
    this.#options = options;
    this.#publisher = node.advertise("/orrery/worlds", "orrery.msgs.WorldList", { latched: true });
    node.service(
      "/orrery/worlds",
      { request: "gz.msgs.Empty", response: "orrery.msgs.WorldList", needs: "viewer" },
      () => this.#list(),
    );
    node.service(
      "/gazebo/worlds",
      { request: "gz.msgs.Empty", response: "gz.msgs.StringMsg_V", needs: "viewer" },
      () => ({
        // Gazebo's tools do not support namespaces: they find only the world with plain names.
        data: this.#present.filter(({ namespace }) => namespace === "").map(({ name }) => name),
      }),
    );
    node.service(
      "/orrery/schemas",
      { request: "gz.msgs.Empty", response: "orrery.msgs.Schemas", needs: "viewer" },
      () => this.#giveSchemas(),
    );
    this.changed();
  }

  /** Publishes the list. Must be called after a world was added, removed or changed. */
  changed(): void {
    this.#publisher.publish(this.#list());
  }

  /** The worlds that respond. */
  get #present(): readonly ListedWorld[] {
    return this.#options.worlds().filter(({ state }) => state === "RUNNING" || state === "PAUSED");
  }

  #list(): orrery.WorldList {
    return { worlds: [...this.#options.worlds()] };
  }

  #giveSchemas(): Promise<SharedAnswer> {
    if (this.#making === undefined) {
      this.#making = this.#makeSchemas().finally(() => (this.#making = undefined));
      return this.#making;
    }
    // The answer in progress may lack a type that was added since.
    this.#next ??= this.#making.then(() => {
      this.#next = undefined;
      return this.#giveSchemas();
    });
    return this.#next;
  }

  async #makeSchemas(): Promise<SharedAnswer> {
    const present = this.#present;
    for (const namespace of this.#added.keys()) {
      if (!present.some((world) => world.namespace === namespace)) this.#added.delete(namespace);
    }
    const sets = await Promise.all(present.map((world) => this.#addedIn(world)));
    const last = this.#schemas;
    if (last !== undefined && last.of.length === sets.length && sets.every((set, i) => sameBytes(set, last.of[i]!)))
      return last.answer;
    const answer = SharedAnswer.ofValue({ descriptor_set: this.#merged(present, sets) } satisfies orrery.Schemas);
    this.#schemas = { of: sets, answer };
    return answer;
  }

  /** Asks a world for the types that its systems have added. If it does not answer, returns its last report. */
  async #addedIn({ namespace, name }: ListedWorld): Promise<Uint8Array> {
    try {
      const service = `${namespace}${worldPrefix(name)}/schemas`;
      const { descriptor_set = NONE } = await this.#node.request(
        service,
        {},
        { response: "orrery.msgs.Schemas", timeoutMs: PATIENCE_MS },
      );
      this.#added.set(namespace, descriptor_set);
      return descriptor_set;
    } catch {
      return this.#added.get(namespace) ?? NONE;
    }
  }

  #merged(worlds: readonly ListedWorld[], sets: readonly Uint8Array[]): Uint8Array {
    const all = this.#options.types();
    for (const [i, set] of sets.entries()) {
      try {
        all.addDescriptorSet(set);
      } catch (error) {
        const { namespace, name } = worlds[i]!;
        const reason = textOf(error);
        this.#options.onConflict(`message types of the world ${namespace}${worldPrefix(name)} are left out: ${reason}`);
      }
    }
    return all.descriptorSet();
  }
}

const NONE = new Uint8Array(0);
