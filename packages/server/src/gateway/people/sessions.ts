import { createHash, randomBytes } from "node:crypto";
import { allowances, FIRST_SESSION_ENTITY, SESSION_ENTITIES, type Allowances, type Role } from "@orrery/sim/front";
import type { Limits } from "../limits/limits.ts";
import { Meter } from "../limits/flood-meter.ts";

/** Somebody who is connected, or was until a moment ago. */
export interface Session {
  /** Public: it marks everything that the session does. */
  readonly id: string;
  readonly role: Role;
  /** Milliseconds since 1970. */
  readonly sinceMs: number;
  readonly name: string;
  /** 0 to 7; differs from the others' as long as there are at most eight sessions. */
  readonly colour: number;
  /** Number of open connections: two pages of one person may share a session. */
  readonly links: number;
  readonly meter: Meter;
  /** Shared by all of its connections. */
  readonly allowances: Allowances;
}

/** What a client says about itself when it connects. */
export interface Greeting {
  readonly role: Role;
  readonly name?: string | undefined;
  readonly colour?: number | undefined;
  /** Known to nobody else: a client that comes back with it gets its session back. */
  readonly secret?: string | undefined;
}

export interface SessionsOptions {
  readonly limits: Limits;
  /** How long a session outlives its last connection. Default 60,000. */
  readonly keepMs?: number | undefined;
}

export const COLOURS = 8;

/** The sessions of a server. */
export class Sessions implements Disposable {
  /** Called after a session has begun, ended or been renamed. */
  onChange: () => void = () => {};
  readonly #options: SessionsOptions;
  readonly #byId = new Map<string, Entry>();
  #ranges = 0;

  constructor(options: SessionsOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#byId.size;
  }

  get(id: string): Session | undefined {
    return this.#byId.get(id);
  }

  /** Lists the sessions in the order in which they began. */
  list(): Session[] {
    return [...this.#byId.values()];
  }

  /** Adds a connection, either to a new session or to an existing one. */
  join({ role, name = "", colour, secret }: Greeting): Session {
    // The key includes the role: a client that comes back with a different token must neither keep nor pass on the
    // earlier token's rights.
    const key = secret === undefined ? undefined : digestOf(`${role} ${secret}`);
    const known = key === undefined ? undefined : [...this.#byId.values()].find((one) => one.key === key);
    const entry = known ?? this.#create(role, key, colour);
    clearTimeout(entry.timer);
    entry.timer = undefined;
    entry.links++;
    const own = cleanName(name);
    if (own !== "") entry.name = own;
    else if (entry.name === "") entry.name = this.#freeGuestName();
    this.onChange();
    return entry;
  }

  /** Records that a connection has ended. */
  leave({ id }: Session): void {
    const entry = this.#byId.get(id);
    if (entry === undefined || --entry.links > 0) return;
    const { keepMs = KEEP_MS } = this.#options;
    if (entry.key === undefined) this.#byId.delete(id);
    else entry.timer = setTimeout(() => this.#forget(id), keepMs).unref();
    // A client that comes and goes with a new secret each time must not fill the memory.
    const gone = [...this.#byId.values()].filter(({ links }) => links === 0);
    for (const { id: oldest } of gone.slice(0, Math.max(0, gone.length - MAX_KEPT))) this.#forget(oldest);
    this.onChange();
  }

  /** Renames a session; an empty name changes nothing. */
  rename({ id }: Session, name: string): void {
    const entry = this.#byId.get(id);
    if (entry === undefined || cleanName(name) === "") return;
    entry.name = cleanName(name);
    this.onChange();
  }

  /**
   * Returns the first of the entity ids reserved for the session for as long as the server runs; 0 if none are left.
   * Reserved on first use, because programs that come and go by the thousand create nothing.
   */
  firstEntityOf({ id }: Session): number {
    const entry = this.#byId.get(id);
    if (entry === undefined) return 0;
    if (entry.firstEntity === 0 && this.#ranges < MAX_RANGES) {
      entry.firstEntity = FIRST_SESSION_ENTITY + this.#ranges++ * SESSION_ENTITIES;
    }
    return entry.firstEntity;
  }

  [Symbol.dispose](): void {
    for (const { timer } of this.#byId.values()) clearTimeout(timer);
    this.#byId.clear();
  }

  #create(role: Role, key: string | undefined, colour: number | undefined): Entry {
    const { limits } = this.#options;
    const { names, subscriptions, requests } = limits;
    const entry: Entry = {
      id: this.#freeId(key),
      key,
      role,
      sinceMs: Date.now(),
      name: "",
      colour: this.#freeColour(colour),
      links: 0,
      firstEntity: 0,
      meter: new Meter(limits),
      allowances: allowances({ topics: names, services: names, subscriptions, requests }),
      timer: undefined,
    };
    this.#byId.set(entry.id, entry);
    return entry;
  }

  #forget(id: string): void {
    const entry = this.#byId.get(id);
    clearTimeout(entry?.timer);
    if (this.#byId.delete(id)) this.onChange();
  }

  /** Returns an id. With a secret, it is the same after a restart of the server. */
  #freeId(key: string | undefined): string {
    let id = key?.slice(0, ID_DIGITS) ?? randomId();
    while (this.#byId.has(id)) id = randomId();
    return id;
  }

  /** Returns a name with the lowest free number, so that programs that come and go do not use numbers up. */
  #freeGuestName(): string {
    const taken = new Set(Array.from(this.#byId.values(), ({ name }) => name));
    let number = 1;
    while (taken.has(guestName(number))) number++;
    return guestName(number);
  }

  /** Returns the requested colour if it is free, otherwise the least used one. */
  #freeColour(wish: number | undefined): number {
    const users = Array.from({ length: COLOURS }, () => 0);
    for (const { colour } of this.#byId.values()) users[colour]!++;
    if (wish !== undefined && users[wish] === 0) return wish;
    return users.indexOf(Math.min(...users));
  }
}

const KEEP_MS = 60_000;
const MAX_KEPT = 256;
/** 128 bits, so that nobody can find a secret that leads to another session's id. */
const ID_DIGITS = 32;
const MAX_NAME = 40;
const MAX_RANGES = (2 ** 32 - FIRST_SESSION_ENTITY) / SESSION_ENTITIES;

interface Entry extends Session {
  name: string;
  links: number;
  firstEntity: number;
  readonly key: string | undefined;
  timer: NodeJS.Timeout | undefined;
}

function guestName(number: number): string {
  return `Guest ${number}`;
}

/** Returns a name shortened to one short line, because others read it. */
function cleanName(name: string): string {
  const line = name.replaceAll(/[\p{C}\p{Z}]+/gu, " ").trim();
  return line.slice(0, MAX_NAME).toWellFormed().trim();
}

function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

function randomId(): string {
  return randomBytes(ID_DIGITS / 2).toString("hex");
}
