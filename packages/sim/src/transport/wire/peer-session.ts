import type { Allowances } from "../allowance.ts";
import type { Bus } from "../bus.ts";
import type { Guard } from "../guard.ts";
import { Sender } from "../sender.ts";
import { Credit, Receipts, type CreditWindow } from "./credit.ts";
import { MAX_FRAME_BYTES, PROTOCOL_VERSION, type Frame } from "./frame.ts";
import { FrameError } from "./frame-error.ts";
import type { Neighbour } from "./neighbour.ts";
import { PeerTopics } from "./peer-topics.ts";

/** The parts of a link that exist from the other side's hello on. */
export interface PeerSession {
  readonly sender: Sender;
  readonly receipts: Receipts;
  readonly topics: PeerTopics;
}

export interface PeerSessionOptions {
  readonly bus: Bus;
  readonly peer: Neighbour;
  readonly write: (frame: Frame) => void;
  /** The window that this side proposes. */
  readonly window: CreditWindow;
  readonly maxFrameBytes: number;
  readonly maxQueue?: number | undefined;
  readonly maxWaitingBytes?: number | undefined;
  readonly allowances: Allowances;
  readonly refusal: Guard;
}

/** Creates the parts that the other side's hello asks for. Throws if the two sides are incompatible. */
export function openSession(hello: Frame & { kind: "hello" }, options: PeerSessionOptions): PeerSession {
  const { version, windowFrames, windowBytes } = hello;
  if (version !== PROTOCOL_VERSION)
    throw new FrameError(`protocol version ${version}, this side speaks ${PROTOCOL_VERSION}`);
  if (windowFrames === 0 || windowBytes === 0) throw new FrameError("a window of nothing");
  const { bus, peer, write, maxFrameBytes, allowances, refusal } = options;
  const { window: own, maxQueue = MAX_QUEUE, maxWaitingBytes = MAX_FRAME_BYTES } = options;
  const window = { frames: Math.min(own.frames, windowFrames), bytes: Math.min(own.bytes, windowBytes) };
  const sender = new Sender({
    credit: new Credit(window),
    write,
    maxWaitingBytes,
    onUnsendable: (topic, text) => bus.report({ kind: "codec", name: topic, message: `"${topic}": ${text}` }),
  });
  const topics = new PeerTopics({ bus, peer, sender, write, maxQueue, allowances, refusal });
  return { sender, topics, receipts: new Receipts(window, maxFrameBytes) };
}

const MAX_QUEUE = 10_000;
