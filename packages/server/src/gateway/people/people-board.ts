import type { gz, orrery } from "@orrery/msgs";
import { offerBoolean, SESSION_ENTITIES, type Node, type Publisher } from "@orrery/sim/front";
import { permissions } from "./roles.ts";
import type { Session, Sessions } from "./sessions.ts";

/** Interval between messages about people; longer if the messages are large and go to many. */
const PEOPLE_MS = 50;
/** Network traffic for all of these messages together, in bytes per millisecond. */
const PEOPLE_RATE = 10_000;
/** Selected entities that others see; of more, the first ones. */
const MAX_SELECTED = 100;
/** Approximate bytes of a person, and of an id, in a message. */
const PERSON_BYTES = 120;
const ID_BYTES = 4;
const MAX_DOING = 100;
/** The longest possible namespace of a world. */
const MAX_WORLD = 200;

/** Tells sessions about themselves and each other. */
export class PeopleBoard implements Disposable {
  readonly #sessions: Sessions;
  readonly #people: Publisher<orrery.People>;
  readonly #presences = new Map<string, KnownPresence>();
  #timer: NodeJS.Timeout | undefined;
  #sentMs = -Infinity;
  /** Bytes of the last message, to all receivers together. */
  #sentBytes = 0;
  #disposed = false;

  constructor(node: Node, sessions: Sessions) {
    this.#sessions = sessions;
    this.#people = node.advertise("/orrery/people", "orrery.msgs.People", { latched: true });
    node.service(
      "/orrery/session",
      { request: "gz.msgs.Empty", response: "orrery.msgs.Session", needs: "viewer" },
      (_, { caller }) => this.#describe(this.#sessionOf(caller)),
    );
    offerBoolean(
      node,
      "/orrery/presence",
      { request: "orrery.msgs.Presence", needs: "viewer" },
      (presence, { caller }) => this.#setPresence(this.#sessionOf(caller), presence),
    );
    sessions.onChange = () => this.#changed();
  }

  [Symbol.dispose](): void {
    this.#disposed = true;
    clearTimeout(this.#timer);
  }

  /** Schedules a message to everybody. */
  #changed(): void {
    if (this.#disposed) return;
    const waitMs = this.#sentMs + Math.max(PEOPLE_MS, this.#sentBytes / PEOPLE_RATE) - performance.now();
    if (waitMs <= 0) this.#send();
    else this.#timer ??= setTimeout(() => this.#send(), waitMs);
  }

  #setPresence(session: Session, presence: orrery.Presence): void {
    const { camera, selected = [], doing = "", name = "", world = "" } = presence;
    if (doing.length > MAX_DOING) throw new Error(`"doing" has more than ${MAX_DOING} characters`);
    if (camera !== undefined && !isFinitePose(camera)) throw new Error("the camera's pose is not finite");
    const before = this.#presences.get(session.id);
    if (world.length > MAX_WORLD) throw new Error(`"world" has more than ${MAX_WORLD} characters`);
    this.#presences.set(session.id, {
      // A pose in one world means nothing in another.
      camera: camera ?? (before?.world === world ? before.camera : undefined),
      selected: selected.slice(0, MAX_SELECTED),
      doing,
      world,
    });
    this.#sessions.rename(session, name);
    this.#changed();
  }

  #send(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#sentMs = performance.now();
    for (const id of this.#presences.keys()) if (this.#sessions.get(id) === undefined) this.#presences.delete(id);
    const people = this.#sessions.list().map((session) => this.#personOf(session));
    const bytes = people.reduce((sum, { selected = [] }) => sum + PERSON_BYTES + selected.length * ID_BYTES, 0);
    this.#sentBytes = bytes * people.reduce((sum, { connected }) => sum + (connected ? 1 : 0), 0);
    this.#people.publish({ people });
  }

  #personOf({ id, name, colour, role, links }: Session): orrery.Person {
    const { camera, selected = [], doing = "", world = "" } = this.#presences.get(id) ?? {};
    return { id, name, colour, role, ...(camera && { camera }), selected, doing, world, connected: links > 0 };
  }

  #describe(session: Session): orrery.Session {
    const { id, name, colour, role, sinceMs } = session;
    const since = { sec: Math.floor(sinceMs / 1000), nsec: (sinceMs % 1000) * 1e6 };
    const first = this.#sessions.firstEntityOf(session);
    const range = first === 0 ? {} : { first_entity: first, entities: SESSION_ENTITIES };
    return { id, name, colour, role, since, may: permissions(role), ...range };
  }

  #sessionOf(caller: string): Session {
    const session = this.#sessions.get(caller);
    if (session === undefined) throw new Error("only a client of the server has a session");
    return session;
  }
}

interface KnownPresence {
  readonly camera: gz.Pose | undefined;
  readonly selected: readonly number[];
  readonly doing: string;
  /** Namespace of the world. */
  readonly world: string;
}

function isFinitePose({ position = {}, orientation = {} }: gz.Pose): boolean {
  const numbers = [position.x, position.y, position.z, orientation.x, orientation.y, orientation.z, orientation.w];
  return numbers.every((value = 0) => Number.isFinite(value));
}
