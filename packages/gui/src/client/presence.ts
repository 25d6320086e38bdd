import type { orrery } from "@orrery/msgs";
import { type Entity, type Node, type Pose } from "@orrery/sim";
import { fromPoseMessage, toPoseMessage } from "@orrery/sim/host";
import { keepColour } from "./own-session.ts";
import { Paced } from "./paced.ts";
import { Value } from "./value.ts";

/** Somebody who is connected to the same server. */
export interface Person {
  readonly id: string;
  readonly name: string;
  /** 0 to 7. */
  readonly colour: number;
  readonly role: string;
  /** The namespace of the world that the person works in, to which camera and selection belong. */
  readonly world: string;
  /** The person's viewpoint (x ahead, z up); `undefined` while unknown. */
  readonly camera: Pose | undefined;
  readonly selected: readonly Entity[];
  /** `false` while the person's connection is lost. */
  readonly isConnected: boolean;
  readonly isSelf: boolean;
}

/** What others see of this person in one world. */
interface Whereabouts {
  readonly camera?: Pose;
  readonly selected: readonly Entity[];
}

/**
 * Knows who is here, and tells the others about this person: the world that they work in, and their viewpoint and
 * selection there, at most five times per second.
 */
export class Presence implements Disposable {
  readonly people = new Value<readonly Person[]>([]);
  /** This person, as the server sees them. */
  readonly session = new Value<orrery.Session | undefined>(undefined);
  readonly #link: Value<Node | undefined>;
  readonly #listening: Disposable;
  readonly #telling = new Paced(() => void this.#tell(), PERIOD_MS);
  #subscription: Disposable | undefined;
  #graph: Disposable | undefined;
  /** The node over which this page takes part. */
  #node: Node | undefined;
  /** By the namespace of the world. */
  readonly #places = new Map<string, Whereabouts>();
  #world = "";
  #name = "";

  constructor(link: Value<Node | undefined>) {
    this.#link = link;
    this.#listening = link.changes.on(() => this.#listen());
    this.#listen();
  }

  /** This person's name as others see it, also after a change; empty until the server has sent it. */
  get ownName(): string {
    return this.people.current.find(({ isSelf }) => isSelf)?.name ?? this.session.current?.name ?? "";
  }

  /** Reports about a world, given by its namespace, from now on. */
  turnTo(world: string): void {
    if (world === this.#world) return;
    this.#world = world;
    this.#telling.ask();
  }

  looksFrom(world: string, camera: Pose): void {
    this.#note(world, { camera });
  }

  selects(world: string, entities: readonly Entity[]): void {
    this.#note(world, { selected: entities.slice(-MAX_TOLD) });
  }

  /** Records that the page has closed the world. */
  leaves(world: string): void {
    this.#places.delete(world);
  }

  rename(name: string): void {
    this.#name = name;
    this.#telling.ask();
  }

  [Symbol.dispose](): void {
    this.#listening[Symbol.dispose]();
    this.#graph?.[Symbol.dispose]();
    this.#subscription?.[Symbol.dispose]();
    this.#telling[Symbol.dispose]();
    // A session reported later is ignored.
    this.#node = undefined;
  }

  #note(world: string, now: Partial<Whereabouts>): void {
    this.#places.set(world, { selected: [], ...this.#places.get(world), ...now });
    if (world === this.#world) this.#telling.ask();
  }

  #listen(): void {
    this.#graph?.[Symbol.dispose]();
    this.#graph = this.#link.current?.bus.changes.on(() => this.#look());
    this.#look();
  }

  /** Takes part if the server supports people; older servers and workers do not. */
  #look(): void {
    const node = this.#link.current;
    // The connection reports the end of the link; until then the people stay.
    if (node !== undefined && node === this.#node && node.bus.neighbours.size === 0) return;
    this.#follow(node?.services().some(({ name }) => name === SERVICE) ? node : undefined);
  }

  #follow(node: Node | undefined): void {
    if (node === this.#node) return;
    this.#node = node;
    this.#subscription?.[Symbol.dispose]();
    this.#subscription = undefined;
    this.people.set([]);
    this.session.set(undefined);
    if (node !== undefined) void this.#greet(node).catch((error: unknown) => console.warn(error));
  }

  async #greet(node: Node): Promise<void> {
    const session = await node.request("/orrery/session", {}, { response: "orrery.msgs.Session" });
    if (node !== this.#node) return;
    this.session.set(session);
    keepColour((session.colour ?? 0) % 8);
    this.#subscription = node.subscribe(
      "/orrery/people",
      "orrery.msgs.People",
      ({ value: { people = [] } }) => this.people.set(people.map((person) => personOf(person, session.id))),
      { queue: "latest", hostOnly: true },
    );
    this.#telling.ask();
  }

  async #tell(): Promise<void> {
    const node = this.#node;
    if (node === undefined) return;
    const { camera, selected = [] } = this.#places.get(this.#world) ?? {};
    const presence: orrery.Presence = {
      world: this.#world,
      selected: [...selected],
      name: this.#name,
      ...(camera && { camera: toPoseMessage(camera) }),
    };
    // If it fails, the next change sends everything again.
    await node
      .request(SERVICE, presence, { request: "orrery.msgs.Presence" })
      .catch((error: unknown) => console.warn(error));
  }
}

const SERVICE = "/orrery/presence";
const PERIOD_MS = 200;
/** Largest number of selected entities to send, because they are sent with every move of the camera. */
const MAX_TOLD = 100;

export function personOf(person: orrery.Person, ownId: string | undefined): Person {
  const { id = "", name = "", colour = 0, role = "", camera, world = "", selected = [], connected = false } = person;
  return {
    id,
    name,
    colour: colour % 8,
    role,
    world,
    camera: camera && fromPoseMessage(camera),
    selected: Array.from(selected) as Entity[],
    isConnected: connected,
    isSelf: id === ownId,
  };
}
