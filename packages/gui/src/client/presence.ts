import type { orrery } from "@orrery/msgs";
import { fromPoseMessage, toPoseMessage, type Entity, type Node, type Pose } from "@orrery/sim";
import { keepColour } from "./own-session.ts";
import { Paced } from "./paced.ts";
import type { Source } from "./source.ts";
import { Value } from "./value.ts";

/** Somebody who looks at the same world. */
export interface Person {
  readonly id: string;
  readonly name: string;
  /** 0 to 7. */
  readonly colour: number;
  readonly role: string;
  /** Where they look from (x ahead, z up); `undefined` before they told. */
  readonly camera: Pose | undefined;
  readonly selected: readonly Entity[];
  /** `false` while their connection is lost. */
  readonly isConnected: boolean;
  readonly isSelf: boolean;
}

/** Who is here, and what the others are told of oneself: where one looks and what one has chosen, five times a second at most. */
export class Presence implements Disposable {
  readonly people = new Value<readonly Person[]>([]);
  /** Oneself, as the server sees it. */
  readonly session = new Value<orrery.Session | undefined>(undefined);
  readonly #source: Source;
  readonly #listening: Disposable[];
  readonly #telling = new Paced(() => void this.#tell(), PERIOD_MS);
  #subscription: Disposable | undefined;
  #node: Node | undefined;
  #camera: Pose | undefined;
  #selected: readonly Entity[] = [];
  #name = "";

  /** One for all who ask: it lives as long as its source. */
  static of(source: Source): Presence {
    let presence = presences.get(source);
    if (presence === undefined) presences.set(source, (presence = new Presence(source)));
    return presence;
  }

  constructor(source: Source) {
    this.#source = source;
    this.#listening = [
      source.world.changes.on(() => this.#follow()),
      source.capabilities.changes.on(() => this.#follow()),
    ];
    this.#follow();
  }

  /** As others see oneself, after a change of name too; empty before the server has told. */
  get ownName(): string {
    return this.people.current.find(({ isSelf }) => isSelf)?.name ?? this.session.current?.name ?? "";
  }

  looksFrom(camera: Pose): void {
    this.#camera = camera;
    this.#telling.ask();
  }

  selects(entities: readonly Entity[]): void {
    this.#selected = entities.slice(-MOST_TOLD);
    this.#telling.ask();
  }

  rename(name: string): void {
    this.#name = name;
    this.#telling.ask();
  }

  [Symbol.dispose](): void {
    for (const listening of this.#listening) listening[Symbol.dispose]();
    this.#subscription?.[Symbol.dispose]();
    this.#telling[Symbol.dispose]();
    // A session that is told of later belongs to nobody.
    this.#node = undefined;
  }

  #follow(): void {
    const has = this.#source.capabilities.current.has("people");
    const node = has ? this.#source.world.current?.node : undefined;
    if (node === this.#node) return;
    this.#node = node;
    this.#subscription?.[Symbol.dispose]();
    this.#subscription = undefined;
    this.people.set([]);
    this.session.set(undefined);
    if (node !== undefined) void this.#greet(node).catch((error: unknown) => console.warn(error));
  }

  async #greet(node: Node): Promise<void> {
    const session = await node.request<orrery.Session>("/orrery/session", {});
    if (node !== this.#node) return;
    this.session.set(session);
    keepColour((session.colour ?? 0) % 8);
    this.#subscription = node.subscribe<orrery.People>(
      "/orrery/people",
      ({ value: { people = [] } }) => this.people.set(people.map((person) => personOf(person, session.id))),
      { queue: "latest", hostOnly: true },
    );
    this.#telling.ask();
  }

  async #tell(): Promise<void> {
    const node = this.#node;
    if (node === undefined) return;
    const presence: orrery.Presence = {
      selected: [...this.#selected],
      name: this.#name,
      ...(this.#camera && { camera: toPoseMessage(this.#camera) }),
    };
    // The next change tells all of it again.
    await node.request("/orrery/presence", presence).catch((error: unknown) => console.warn(error));
  }
}

const presences = new WeakMap<Source, Presence>();
const PERIOD_MS = 200;
/** How many selected entities are sent: they go along with every move of the camera. */
const MOST_TOLD = 100;

export function personOf(person: orrery.Person, ownId: string | undefined): Person {
  const { id = "", name = "", colour = 0, role = "", camera, selected = [], connected = false } = person;
  return {
    id,
    name,
    colour: colour % 8,
    role,
    camera: camera && fromPoseMessage(camera),
    selected: Array.from(selected) as Entity[],
    isConnected: connected,
    isSelf: id === ownId,
  };
}
