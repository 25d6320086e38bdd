import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { connectPeer, type Bus, type Frame, type Role } from "@orrery/sim/front";
import { WebSocketServer, type WebSocket } from "ws";
import type { Access } from "./people/access.ts";
import { Connection } from "./connection.ts";
import { countedLink } from "./limits/counted-link.ts";
import type { Counters, Refused } from "./counters.ts";
import type { Doorstep } from "./limits/doorstep.ts";
import { Holdings } from "./limits/holdings.ts";
import { pathOf, queryOf } from "./http/http-answer.ts";
import type { Limits } from "./limits/limits.ts";
import type { LogLimit } from "./limits/log-limit.ts";
import { Places, type Guest } from "./limits/connection-places.ts";
import { refusal } from "./people/roles.ts";
import { COLOURS, type Greeting, type Sessions } from "./people/sessions.ts";
import { Turns } from "./limits/connection-turns.ts";
import { PACKET_ALLOWANCE_BYTES, wsLink } from "./ws-link.ts";

export interface ReceptionOptions {
  readonly bus: Bus;
  readonly access: Access;
  readonly limits: Limits;
  readonly sessions: Sessions;
  readonly counters: Counters;
  readonly log: LogLimit;
  readonly doorstep: Doorstep;
  /** Why no world is there; `undefined` when one is. */
  readonly absence: () => string | undefined;
  /** Whether the world in a namespace still has much to read of what it was sent. */
  readonly isBehind: (namespace: string) => boolean;
  readonly helloMs?: number;
}

/** Where WebSockets come in: lets each in as a session with a role, or says why not. */
export class Reception implements Disposable {
  readonly holdings: Holdings;
  readonly #options: ReceptionOptions;
  readonly #places: Places;
  readonly #turns: Turns;
  /** WebSocket servers by the largest frame that their clients may send. */
  readonly #servers = new Map<number, WebSocketServer>();
  readonly #connections = new Set<Connection>();
  readonly #beat: NodeJS.Timeout;

  constructor(options: ReceptionOptions) {
    this.#options = options;
    const { bus, isBehind } = options;
    this.#turns = new Turns({ isBehind, batch: (work) => bus.batch(work) });
    this.#places = new Places(options.limits);
    this.holdings = new Holdings(options.limits);
    this.#beat = setInterval(() => this.#look(), BEAT_MS).unref();
  }

  /** WebSockets that are open. */
  get size(): number {
    return this.#places.size;
  }

  /** Says why there is no place for who asks; `undefined` when there is one. */
  refusal(request: IncomingMessage): string | undefined {
    const guest = this.#options.access.guestOf(request);
    return guest && this.#places.refusal(guest);
  }

  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const { access, counters, log, absence, doorstep } = this.#options;
    // A connection reset during the handshake would otherwise end the process.
    socket.on("error", () => socket.destroy());
    const no = (why: Refused, status: string): void => {
      counters.refuse(why);
      doorstep.turnAway(socket, statusLine(status));
    };
    if (pathOf(request) !== "/ws") return no("path", "404 Not Found");
    if (!access.isOwnHost(request)) return no("host", "403 this server answers to its own names only");
    if (!access.isOwnOrigin(request)) return no("origin", "403 pages of other origins may not connect");
    const guest = access.guestOf(request);
    if (guest === undefined) return no("token", "401 a token is needed, and the one given is not known");
    const greeting = greetingOf(queryOf(request));
    if (typeof greeting === "string") return no("session", `400 ${greeting}`);
    const reason = absence();
    if (reason !== undefined) return no("world", `503 ${reason}`);
    const full = this.#places.refusal(guest);
    if (full !== undefined) {
      log.warn(`a client was refused: ${full}`);
      return no("full", `503 ${full}`);
    }
    this.#serverFor(guest.role).handleUpgrade(request, socket, head, (webSocket) => {
      doorstep.letIn(socket);
      this.#welcome({ webSocket, socket: request.socket, guest, greeting: { ...greeting, role: guest.role } });
    });
  }

  /** For those that do not answer a goodbye. */
  terminate(): void {
    for (const { clients } of this.#servers.values()) for (const socket of clients) socket.terminate();
  }

  [Symbol.dispose](): void {
    clearInterval(this.#beat);
    for (const server of this.#servers.values()) server.close();
  }

  #welcome({ webSocket, socket, guest, greeting }: Arrival): void {
    const { bus, limits, sessions, counters, helloMs = HELLO_MS } = this.#options;
    const place = this.#places.take(guest);
    const session = sessions.join(greeting);
    counters.connections++;
    let isLeaving = false;
    const connection = new Connection({
      webSocket,
      socket,
      session,
      onGrown: (grown) => this.holdings.grown(grown),
    });
    this.#connections.add(connection);
    this.holdings.add(connection);
    webSocket.on("close", () => {
      place[Symbol.dispose]();
      this.#connections.delete(connection);
      this.holdings.remove(connection);
    });
    const timer = setTimeout(() => peer.close(`no hello came within ${helloMs / 1000} s`), helloMs);
    const worlds = new Set<string>();
    const link = countedLink(wsLink(webSocket, socket), {
      turns: this.#turns,
      worlds,
      onWaiting: (bytes) => connection.wait(bytes),
      onIn: (bytes) => {
        counters.bytesIn += bytes;
        session.meter.packet(bytes);
      },
      onOut: (bytes) => {
        counters.bytesOut += bytes;
        connection.sent();
      },
    });
    const peer = connectPeer(bus, link, {
      caller: session.id,
      bearer: session,
      guard: (deed) => refusal(session.role, deed),
      maxFrameBytes: frameBytesOf(limits, session.role),
      // Answers may be larger than what a viewer may send.
      maxSentBytes: limits.frameBytes,
      maxWaitingBytes: limits.queuedBytes,
      allowances: session.allowances,
      onFrame: (frame) => {
        counters.framesIn++;
        isLeaving ||= frame.kind === "bye";
        session.meter.frame();
        noteWorld(worlds, frame, bus);
      },
      onReady: () => clearTimeout(timer),
      onClose: () => {
        clearTimeout(timer);
        // Still open, and nobody has said goodbye: closed from here.
        if (webSocket.readyState === webSocket.OPEN && !isLeaving) counters.closed++;
        sessions.leave(session);
      },
    });
  }

  /** A machine that is switched off closes nothing: its session would stay forever. */
  #look(): void {
    const nowMs = performance.now();
    for (const connection of this.#connections) connection.look(nowMs);
  }

  #serverFor(role: Role): WebSocketServer {
    const maxPayload = frameBytesOf(this.#options.limits, role) + PACKET_ALLOWANCE_BYTES;
    let server = this.#servers.get(maxPayload);
    if (server === undefined) {
      // Compression costs 580 µs per message and client, more than the step that made it.
      const options = { noServer: true, perMessageDeflate: false, closeTimeout: CLOSE_MS };
      this.#servers.set(maxPayload, (server = new WebSocketServer({ ...options, maxPayload })));
    }
    return server;
  }
}

/** A WebSocket that has been let in. */
interface Arrival {
  readonly webSocket: WebSocket;
  readonly socket: Socket;
  readonly guest: Guest;
  readonly greeting: Greeting;
}

/** Adds the namespace of the world that a frame leads to. */
function noteWorld(worlds: Set<string>, frame: Frame, { namespaces, serviceTable }: Bus): void {
  if (frame.kind === "request") {
    const provider = serviceTable.get(frame.service)?.remote;
    if (provider?.isClient === false) worlds.add(provider.namespace);
  } else if (frame.kind === "topic" && frame.published) worlds.add(namespaces.of(frame.topic));
}

const HELLO_MS = 10_000;
const BEAT_MS = 10_000;
/** Time for the other side to answer a close frame. */
const CLOSE_MS = 5000;

function frameBytesOf({ frameBytes, viewerFrameBytes }: Limits, role: Role): number {
  return role === "viewer" ? Math.min(frameBytes, viewerFrameBytes) : frameBytes;
}

/** What the address says of who comes, or what is wrong with it. */
function greetingOf(query: URLSearchParams): Omit<Greeting, "role"> | string {
  const secret = query.get("session") ?? undefined;
  if (secret !== undefined && !/^[\da-f]{16,128}$/i.test(secret)) return "session must be 16 to 128 hex digits";
  const colourText = query.get("colour") ?? undefined;
  const colour = colourText === undefined ? undefined : Number(colourText);
  if (colour !== undefined && !(Number.isInteger(colour) && colour >= 0 && colour < COLOURS))
    return `colour must be 0 to ${COLOURS - 1}`;
  return { name: query.get("name") ?? undefined, colour, secret };
}

/** The reason is the status line: of a refused WebSocket, clients get to see nothing else. */
function statusLine(status: string): string {
  const line = status.replaceAll(/[^ -~]/g, " ");
  return `HTTP/1.1 ${line}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`;
}
