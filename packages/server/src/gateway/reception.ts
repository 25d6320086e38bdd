import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { Counters, Refused } from "./counters.ts";
import { pathOf, queryOf } from "./http/http-answer.ts";
import { ConnectionLimit, type Guest } from "./limits/connection-limit.ts";
import type { Doorstep } from "./limits/doorstep.ts";
import type { Limits } from "./limits/limits.ts";
import type { LogLimit } from "./limits/log-limit.ts";
import type { Access } from "./people/access.ts";
import { COLOURS, type Greeting, type Sessions } from "./people/sessions.ts";
import type { Client, Protocol } from "./protocol.ts";

export interface ReceptionOptions {
  readonly access: Access;
  readonly limits: Limits;
  readonly sessions: Sessions;
  readonly counters: Counters;
  readonly log: LogLimit;
  readonly doorstep: Doorstep;
  /** Returns why no world is running; `undefined` if one is. */
  readonly absence: () => string | undefined;
  /** The protocols that clients may use, each at a path of its own. */
  readonly protocols: readonly Protocol[];
}

/**
 * Admits clients: gives each a session with a role, or says why not. From then on the client belongs to its protocol.
 */
export class Reception implements Disposable {
  readonly #options: ReceptionOptions;
  readonly #limit: ConnectionLimit;

  constructor(options: ReceptionOptions) {
    this.#options = options;
    this.#limit = new ConnectionLimit(options.limits);
  }

  /** Number of open connections. */
  get size(): number {
    return this.#limit.size;
  }

  /** Returns why this client cannot be admitted; `undefined` if it can. */
  refusal(request: IncomingMessage): string | undefined {
    const guest = this.#options.access.guestOf(request);
    return guest && this.#limit.refusal(guest);
  }

  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const { access, counters, log, absence, doorstep, protocols } = this.#options;
    // Without a listener, a connection reset during the handshake would end the process.
    socket.on("error", () => socket.destroy());
    const no = (why: Refused, status: string): void => {
      counters.refuse(why);
      doorstep.turnAway(socket, statusLine(status));
    };
    const path = pathOf(request);
    const protocol = protocols.find((one) => one.path === path);
    if (protocol === undefined) return no("path", "404 Not Found");
    if (!access.isOwnHost(request)) return no("host", "403 this server answers to its own names only");
    if (!access.isOwnOrigin(request)) return no("origin", "403 pages of other origins may not connect");
    const guest = access.guestOf(request);
    if (guest === undefined) return no("token", "401 a token is needed, and the one given is not known");
    const greeting = greetingOf(queryOf(request));
    if (typeof greeting === "string") return no("session", `400 ${greeting}`);
    const reason = absence();
    if (reason !== undefined) return no("world", `503 ${reason}`);
    const full = this.#limit.refusal(guest);
    if (full !== undefined) {
      log.warn(`a client was refused: ${full}`);
      return no("full", `503 ${full}`);
    }
    const { role } = guest;
    const enter = (): Client => this.#enter(socket, guest, { ...greeting, role });
    protocol.serve({ request, socket, head, role, enter });
  }

  /** Ends the connections that do not answer a goodbye. */
  terminate(): void {
    for (const protocol of this.#options.protocols) protocol.terminate();
  }

  [Symbol.dispose](): void {
    for (const protocol of this.#options.protocols) protocol[Symbol.dispose]();
  }

  #enter(socket: Duplex, guest: Guest, greeting: Greeting): Client {
    const { sessions, counters, doorstep } = this.#options;
    doorstep.letIn(socket);
    const place = this.#limit.acquire(guest);
    socket.once("close", () => place[Symbol.dispose]());
    counters.connections++;
    const session = sessions.join(greeting);
    return { session, [Symbol.dispose]: () => sessions.leave(session) };
  }
}

/** Returns what the address says about the client, or what is wrong with it. */
function greetingOf(query: URLSearchParams): Omit<Greeting, "role"> | string {
  const secret = query.get("session") ?? undefined;
  if (secret !== undefined && !/^[\da-f]{16,128}$/i.test(secret)) return "session must be 16 to 128 hex digits";
  const colourText = query.get("colour") ?? undefined;
  const colour = colourText === undefined ? undefined : Number(colourText);
  if (colour !== undefined && !(Number.isInteger(colour) && colour >= 0 && colour < COLOURS))
    return `colour must be 0 to ${COLOURS - 1}`;
  return { name: query.get("name") ?? undefined, colour, secret };
}

/** Returns a response whose status line is the reason: clients see nothing else of a refused WebSocket. */
function statusLine(status: string): string {
  const line = status.replaceAll(/[^ -~]/g, " ");
  return `HTTP/1.1 ${line}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`;
}
