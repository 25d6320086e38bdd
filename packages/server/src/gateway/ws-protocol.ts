import type { Socket } from "node:net";
import { connectPeer, type Bus, type Frame, type Role } from "@orrery/sim/front";
import { WebSocketServer, type WebSocket } from "ws";
import { Connection } from "./connection.ts";
import type { Counters } from "./counters.ts";
import { Turns } from "./limits/connection-turns.ts";
import { countedLink } from "./limits/counted-link.ts";
import type { Holdings } from "./limits/holdings.ts";
import type { Limits } from "./limits/limits.ts";
import { refusal } from "./people/roles.ts";
import type { Client, Protocol, Visitor } from "./protocol.ts";
import { PACKET_ALLOWANCE_BYTES, wsLink } from "./ws-link.ts";

export interface WsProtocolOptions {
  readonly bus: Bus;
  readonly limits: Limits;
  readonly holdings: Holdings;
  readonly counters: Counters;
  /** Whether the world in a namespace still has much to read of what it was sent. */
  readonly isBehind: (namespace: string) => boolean;
  readonly helloMs?: number | undefined;
}

/** The frames of the bus over WebSockets: what pages, programs and the command line speak. */
export class WsProtocol implements Protocol {
  readonly path = "/ws";
  readonly #options: WsProtocolOptions;
  readonly #turns: Turns;
  /** WebSocket servers by the largest frame that their clients may send. */
  readonly #servers = new Map<number, WebSocketServer>();
  readonly #connections = new Set<Connection>();
  readonly #beat: NodeJS.Timeout;

  constructor(options: WsProtocolOptions) {
    this.#options = options;
    const { bus, isBehind } = options;
    this.#turns = new Turns({ isBehind, batch: (work) => bus.batch(work) });
    this.#beat = setInterval(() => this.#checkConnections(), BEAT_MS).unref();
  }

  serve({ request, socket, head, role, enter }: Visitor): void {
    this.#serverFor(role).handleUpgrade(request, socket, head, (webSocket) => {
      this.#welcome(webSocket, request.socket, enter());
    });
  }

  terminate(): void {
    for (const { clients } of this.#servers.values()) for (const socket of clients) socket.terminate();
  }

  [Symbol.dispose](): void {
    clearInterval(this.#beat);
    for (const server of this.#servers.values()) server.close();
  }

  #welcome(webSocket: WebSocket, socket: Socket, client: Client): void {
    const { bus, limits, counters, holdings, helloMs = HELLO_MS } = this.#options;
    const { session } = client;
    let isLeaving = false;
    const onGrown = (grown: Connection): void => holdings.grown(grown);
    const connection = new Connection({ webSocket, socket, session, onGrown });
    this.#connections.add(connection);
    holdings.add(connection);
    webSocket.on("close", () => {
      this.#connections.delete(connection);
      holdings.remove(connection);
    });
    const timer = setTimeout(() => peer.close(`no hello came within ${helloMs / 1000} s`), helloMs);
    const worlds = new Set<string>();
    const link = countedLink(wsLink(webSocket, socket), {
      turns: this.#turns,
      worlds,
      onWaiting: (bytes) => connection.setWaitingBytes(bytes),
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
      guard: (action) => refusal(session.role, action),
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
        client[Symbol.dispose]();
      },
    });
  }

  /** A machine that is switched off closes nothing: its session would stay forever. */
  #checkConnections(): void {
    const nowMs = performance.now();
    for (const connection of this.#connections) connection.check(nowMs);
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

/** Adds the namespace of the world that a frame leads to. */
function noteWorld(worlds: Set<string>, frame: Frame, { namespaces, serviceTable }: Bus): void {
  if (frame.kind === "request") {
    const provider = serviceTable.get(frame.service)?.remote;
    if (provider?.isClient === false) worlds.add(provider.namespace);
  } else if (frame.kind === "topic" && frame.published) worlds.add(namespaces.of(frame.topic));
}

function frameBytesOf({ frameBytes, viewerFrameBytes }: Limits, role: Role): number {
  return role === "viewer" ? Math.min(frameBytes, viewerFrameBytes) : frameBytes;
}

const HELLO_MS = 10_000;
const BEAT_MS = 10_000;
/** Time for the other side to answer a close frame. */
const CLOSE_MS = 5000;
