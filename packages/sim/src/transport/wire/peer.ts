import { assertNever } from "../../base/assert-never.ts";
import type { Bus } from "../bus.ts";
import { FrameError } from "./frame-error.ts";
import { DEFAULT_WINDOW } from "./credit.ts";
import type { CreditWindow } from "./credit.ts";
import { MAX_FRAME_BYTES, PROTOCOL_VERSION } from "./frame.ts";
import type { Frame } from "./frame.ts";
import { callerOf, type Caller, type Role } from "../caller.ts";
import { allowances, type Allowances } from "../allowance.ts";
import { allowAll } from "../guard.ts";
import type { Guard } from "../guard.ts";
import type { Link } from "./link.ts";
import type { Message } from "../message.ts";
import type { Answer, Neighbour } from "./neighbour.ts";
import { hasContents, PacketWriter, readPacket } from "./packet.ts";
import { PeerNames } from "./peer-names.ts";
import { PeerRequests } from "./peer-requests.ts";
import { openSession, type PeerSession } from "./peer-session.ts";
import type { Service } from "../service.ts";
import type { Topic } from "../topic.ts";
import { textOf } from "../../base/error-text.ts";
import { RequestError } from "../transport-error.ts";

export interface PeerOptions {
  /** How much may be in flight; the smaller window of the two sides applies. Default 256 frames, 4 MiB. */
  readonly window?: CreditWindow;
  /** Size limit of received frames. Default 64 MiB. */
  readonly maxFrameBytes?: number;
  /** Size limit of sent frames. Default: that of `maxFrameBytes`. */
  readonly maxSentBytes?: number;
  /** What the other side may hold here. Default: no limit, as between the threads of one program. */
  readonly allowances?: Allowances;
  /** Messages of one topic that may wait for the other side, whatever it asks for. Default 10,000. */
  readonly maxQueue?: number;
  /** Bytes of encoded messages that may wait for the other side. Default 64 MiB. */
  readonly maxWaitingBytes?: number;
  /**
   * A link with more unsent bytes is closed: answers are never dropped, so a client that asks without reading must go.
   * Default 256 MiB.
   */
  readonly maxBufferedBytes?: number;
  /** Returns why the other side may not ask, publish or offer something. Without a guard, everything is allowed. */
  readonly guard?: Guard;
  /**
   * Public id of the session at the other side, which makes it a client: all its requests and messages are marked with
   * the id, whatever its frames say, and it cannot use the names of the host. If left out, the other side is trusted:
   * it is another thread of this program, which has already vouched for its callers.
   */
  readonly caller?: string;
  /** The name and the role of that session, which its requests and messages carry as well; read each time. */
  readonly bearer?: { readonly name: string; readonly role: Role };
  /**
   * The namespace of the world at the other side, which does not know it: the world sees only names in there, without
   * the namespace. `""` is for the world with plain names. If left out, the other side sees all names as they are.
   */
  readonly namespace?: string;
  /** Returns why the other side cannot answer now; requests to it are then refused with that reason. */
  readonly busy?: () => string | undefined;
  /** Called before each frame takes effect. An error that it throws ends the link, with that reason. */
  readonly onFrame?: (frame: Frame) => void;
  /** Called when the other side has said hello and announced everything that it has. */
  readonly onReady?: () => void;
  readonly onClose?: (reason: string) => void;
}

/**
 * Connects two buses: each sees the other's topics and services, and those behind it, and receives what it subscribes
 * to. The links of all buses together must form a tree: in a ring, messages would circulate forever.
 */
export function connectPeer(bus: Bus, link: Link, options: PeerOptions = {}): Peer {
  return new Peer(bus, link, options);
}

/** One link of a bus, with everything that belongs to it. */
export class Peer implements Neighbour, Disposable {
  readonly #bus: Bus;
  readonly #link: Link;
  readonly #options: PeerOptions;
  readonly #packet: PacketWriter;
  readonly #maxFrameBytes: number;
  readonly #requests: PeerRequests;
  readonly #allowances: Allowances;
  readonly #names: PeerNames | undefined;
  #session: PeerSession | undefined;
  #name = "";
  #ready = false;
  #closed = false;

  constructor(bus: Bus, link: Link, options: PeerOptions) {
    this.#bus = bus;
    this.#link = link;
    this.#options = options;
    this.#maxFrameBytes = options.maxFrameBytes ?? MAX_FRAME_BYTES;
    this.#packet = new PacketWriter(options.maxSentBytes ?? this.#maxFrameBytes);
    this.#allowances = options.allowances ?? allowances();
    this.#names = options.namespace === undefined ? undefined : new PeerNames(options.namespace, bus.namespaces);
    this.#requests = new PeerRequests({
      bus,
      peer: this,
      write: (frame) => this.#write(frame),
      allowances: this.#allowances,
      refusal: options.guard ?? allowAll,
    });
    const { frames: windowFrames, bytes: windowBytes } = options.window ?? DEFAULT_WINDOW;
    this.#write({ kind: "hello", version: PROTOCOL_VERSION, name: bus.name, windowFrames, windowBytes });
    link.onClose = (reason) => this.#end(reason);
    link.onFrame = (packet) => this.#receive(packet);
  }

  get name(): string {
    return this.#name;
  }

  get isClient(): boolean {
    return this.#options.caller !== undefined;
  }

  get namespace(): string {
    return this.#names?.namespace ?? "";
  }

  /** Whether the other side has announced everything that it has. */
  get isReady(): boolean {
    return this.#ready;
  }

  get isClosed(): boolean {
    return this.#closed;
  }

  /** Number of the other side's subscriptions with waiting messages, because it is slow. */
  get waiting(): number {
    return this.#session?.sender.waiting ?? 0;
  }

  /** Number of requests that wait for an answer, in either direction. */
  get openRequests(): number {
    return this.#requests.open;
  }

  syncTopic(topic: Topic): void {
    this.#session?.topics.sync(topic, this.#names?.has(topic.name) ?? true);
  }

  syncService(service: Service): void {
    this.#requests.sync(service, this.#names?.has(service.name) ?? true);
  }

  conflict(name: string, text: string): void {
    this.#write({ kind: "conflict", name, text });
  }

  request(service: string, payload: Message, reply: (answer: Answer) => void): () => void {
    const reason = this.#options.busy?.();
    if (reason === undefined) return this.#requests.ask(service, payload, reply);
    reply({ ok: false, error: new RequestError("refused", service, reason) });
    return () => undefined;
  }

  consumed(bytes: number): void {
    const ack = this.#session?.receipts.consumed(bytes);
    if (ack !== undefined) this.#write({ kind: "ack", ...ack });
  }

  flush(): void {
    if (!this.#closed && this.#packet.length > 0) this.#send();
  }

  close(reason: string): void {
    if (this.#closed) return;
    try {
      this.#packet.add({ kind: "bye", text: reason });
      this.#link.send(this.#packet.take());
    } catch {
      // The link is broken, so nobody would receive a goodbye.
    }
    this.#end(reason);
    this.#link.close(reason);
  }

  [Symbol.dispose](): void {
    this.close("disposed of");
  }

  #send(rest?: Uint8Array): void {
    try {
      this.#link.send(this.#packet.take(), rest);
    } catch (error) {
      return this.close(`cannot send: ${textOf(error)}`);
    }
    const { maxBufferedBytes = MAX_BUFFERED_BYTES } = this.#options;
    if (this.#link.buffered > maxBufferedBytes) this.close("the other side reads too slowly");
  }

  #write(written: Frame): void {
    if (this.#closed) return;
    const frame = this.#names?.inward(written) ?? written;
    if (hasContents(frame) && frame.bytes.length >= LENT_BYTES) {
      this.#packet.addHead(frame);
      return this.#send(frame.bytes);
    }
    this.#packet.add(frame);
    if (this.#packet.length >= PACKET_BYTES) this.flush();
    else this.#bus.wrote(this);
  }

  #receive(packet: Uint8Array): void {
    if (this.#closed) return;
    this.#bus.batch(() => {
      try {
        readPacket(packet, (frame) => this.#handle(frame), this.#maxFrameBytes);
      } catch (cause) {
        const message = `peer "${this.#name}" broke the protocol: ${textOf(cause)}`;
        this.#bus.report({ kind: "peer", message, cause });
        this.close(textOf(cause));
      }
    });
  }

  #handle(received: Frame): void {
    // Closed by an earlier frame of the same packet.
    if (this.#closed) return;
    this.#options.onFrame?.(received);
    const frame = this.#names === undefined ? received : this.#names.outward(received);
    if (frame === undefined) return this.#turnDown(received);
    if (frame.kind === "hello") return this.#greeted(frame);
    if (frame.kind === "bye") return this.#saidBye(frame.text);
    const session = this.#session;
    if (session === undefined) throw new FrameError(`"${frame.kind}" before hello`);
    switch (frame.kind) {
      case "ready":
        this.#ready = true;
        this.#options.onReady?.();
        return;
      case "topic":
      case "no-topic":
        return session.topics.announced(frame);
      case "service":
      case "no-service":
        return this.#requests.announced(frame);
      case "subscribe":
        return session.topics.subscribed(frame);
      case "unsubscribe":
        return session.topics.unsubscribed(frame.id);
      case "publish":
        session.receipts.received(frame.bytes.length);
        return session.topics.published(this.#signed(frame));
      case "ack":
        return session.sender.acknowledged(frame.frames, frame.bytes);
      case "request":
        return this.#requests.requested(this.#signed(frame));
      case "answer":
      case "failure":
        return this.#requests.answered(frame);
      case "cancel":
        return this.#requests.cancelled(frame.id);
      case "conflict":
        return this.#bus.report({ kind: "conflict", name: frame.name, message: frame.text });
      default:
        return assertNever(frame);
    }
  }

  /** Refuses a frame that names something in a different world. */
  #turnDown(frame: Frame): void {
    const text = "the name is in the namespace of another world, or too long";
    if (frame.kind === "topic") this.#packet.add({ kind: "conflict", name: frame.topic, text });
    else if (frame.kind === "service") this.#packet.add({ kind: "conflict", name: frame.service, text });
    else if (frame.kind === "request")
      this.#packet.add({ kind: "failure", id: frame.id, code: "no-such-service", text });
    else return;
    this.#bus.wrote(this);
  }

  #signed<F extends Frame & Caller>(frame: F): F {
    const { caller, bearer } = this.#options;
    if (caller === undefined) return frame;
    const { caller: _id, callerName: _name, role: _role, ...rest } = frame;
    const mark = bearer === undefined ? { caller } : { caller, callerName: bearer.name, role: bearer.role };
    return { ...rest, ...callerOf(mark) } as F;
  }

  #greeted(hello: Frame & { kind: "hello" }): void {
    if (this.#session !== undefined) throw new FrameError("a second hello");
    const { window = DEFAULT_WINDOW, maxQueue, maxWaitingBytes, guard: refusal = allowAll } = this.#options;
    const own = { bus: this.#bus, peer: this, maxFrameBytes: this.#maxFrameBytes, allowances: this.#allowances };
    const write = (frame: Frame): void => this.#write(frame);
    this.#session = openSession(hello, { ...own, write, window, maxQueue, maxWaitingBytes, refusal });
    this.#name = hello.name;
    this.#bus.join(this);
    this.#write({ kind: "ready" });
  }

  #saidBye(text: string): void {
    this.#end(text);
    this.#link.close(text);
  }

  #end(reason: string): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#bus.batch(() => {
      this.#session?.topics.ended();
      this.#bus.leave(this);
      this.#requests.ended(reason);
    });
    this.#options.onClose?.(reason);
  }
}

const MAX_BUFFERED_BYTES = 256 * 1024 * 1024;

/** A packet of this size gains nothing from waiting for more. */
const PACKET_BYTES = 64 * 1024;
/** Contents of this size are sent from where they are, so that an answer to a hundred clients is in memory once. */
const LENT_BYTES = 16 * 1024;
