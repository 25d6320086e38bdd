import { createHash, randomBytes } from "node:crypto";
import { allowances, FIRST_SESSION_ENTITY, SESSION_ENTITIES, type Allowances, type Role } from "@orrery/sim/front";
import type { Limits } from "../limits/limits.ts";
import { Meter } from "../limits/flood-meter.ts";

/** Somebody who is connected, or was until a moment ago. */
export interface Session {
  /** Public: what a session does is marked with it. */
  readonly id: string;
  readonly role: Role;
  /** Since 1970. */
  readonly sinceMs: number;
  readonly name: string;
  /** 0 to 7, different from others' while there are no more than eight. */
  readonly colour: number;
  /** Connections that are open: two pages of one person may share a session. */
  readonly links: number;
  readonly meter: Meter;
  /** Shared by all of its connections. */
  readonly allowances: Allowances;
}

/** What somebody says of itself when it connects. */
export interface Greeting {
  readonly role: Role;
  readonly name?: string | undefined;
  readonly colour?: number | undefined;
  /** Known to nobody else: who has it when it comes back is the same session. */
  readonly secret?: string | undefined;
}

export interface SessionsOptions {
  readonly limits: Limits;
  /** How long a session outlives its last connection. Default 60,000. */
  readonly keepMs?: number | undefined;
}

export const COLOURS = 8;

/** Who is connected. */
export class Sessions implements Disposable {
  /** Called after somebody came, went or was renamed. */
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

  /** In the order in which they came. */
  list(): Session[] {
    return [...this.#byId.values()];
  }

  /** A new connection: of a new session, or of one that is there. */
  join({ role, name = "", colour, secret }: Greeting): Session {
    // With the role: who comes with another token must not keep, or lend, what the first allowed.
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

  /** A connection has ended. */
  leave({ id }: Session): void {
    const entry = this.#byId.get(id);
    if (entry === undefined || --entry.links > 0) return;
    const { keepMs = KEEP_MS } = this.#options;
    if (entry.key === undefined) this.#byId.delete(id);
    else entry.timer = setTimeout(() => this.#forget(id), keepMs).unref();
    // Who comes and goes with ever new secrets must not fill the memory.
    const gone = [...this.#byId.values()].filter(({ links }) => links === 0);
    for (const { id: oldest } of gone.slice(0, Math.max(0, gone.length - MAX_KEPT))) this.#forget(oldest);
    this.onChange();
  }

  /** An empty name changes nothing. */
  rename({ id }: Session, name: string): void {
    const entry = this.#byId.get(id);
    if (entry === undefined || cleanName(name) === "") return;
    entry.name = cleanName(name);
    this.onChange();
  }

  /**
   * The first of the entity ids that are the session's alone, for as long as the server runs; 0 when there are none left. Given when
   * it is first asked for: programs that come and go by the thousand make nothing.
   */
  firstEntityOf({ id }: Session): number {
    const entry = this.#byId.get(id);
    if (entry === undefined) return 0;
    if (entry.firstEntity === 0 && this.#ranges < MOST_RANGES) {
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

  /** The same after a restart of the server, for who has a secret. */
  #freeId(key: string | undefined): string {
    let id = key?.slice(0, ID_DIGITS) ?? randomId();
    while (this.#byId.has(id)) id = randomId();
    return id;
  }

  /** With the lowest number that nobody has: programs that come and go must not use them up. */
  #freeGuestName(): string {
    const taken = new Set(Array.from(this.#byId.values(), ({ name }) => name));
    let number = 1;
    while (taken.has(guestName(number))) number++;
    return guestName(number);
  }

  /** The wished one when it is free, else the one that fewest have. */
  #freeColour(wish: number | undefined): number {
    const users = Array.from({ length: COLOURS }, () => 0);
    for (const { colour } of this.#byId.values()) users[colour]!++;
    if (wish !== undefined && users[wish] === 0) return wish;
    return users.indexOf(Math.min(...users));
  }
}

const KEEP_MS = 60_000;
const MAX_KEPT = 256;
/** 128 bits: nobody finds a secret that has the id of another. */
const ID_DIGITS = 32;
const MAX_NAME = 40;
const MOST_RANGES = (2 ** 32 - FIRST_SESSION_ENTITY) / SESSION_ENTITIES;

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

/** On one line, and short: others read it. */
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
