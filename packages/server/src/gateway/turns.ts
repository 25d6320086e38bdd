/** Frames of one packet that are dealt with at once. */
const CALM_FRAMES = 32;
/** Most frames of a busy connection per turn; adapted so that a turn takes about `TURN_MS`. */
const MOST_FRAMES = 64;
const TURN_MS = 1;
/** A round of turns, after which the thread listens to everybody else, and rests: a flood is to leave the machine to the world. */
const ROUND_MS = 3;
const REST_MS = 5;
/** A connection is calm again this long after its last turn. */
const CALM_MS = 200;
/** What a calm connection may use of this thread: a part of the time, and what it has saved of that. */
const CALM_SHARE = 0.01;
const CALM_SAVED_MS = 5;
/** Bytes that still take effect after a connection has closed: a last message, but no flood. */
const LEFT_BYTES = 64 * 1024;

/**
 * The order in which this thread deals with what clients send. Small packets are dealt with as they come. Of connections that send
 * more, each has a few frames dealt with in turn, and between rounds everybody else is heard: a flood holds nobody up.
 */
export class Turns {
  readonly #nowMs: () => number;
  readonly #waiting = new Set<Turn>();
  #isScheduled = false;

  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs;
  }

  /** For one connection. `onWaiting` tells how many bytes of it wait: nothing more should be read then. */
  open(deliver: (packet: Uint8Array) => void, onWaiting: (bytes: number) => void): Turn {
    return new Turn({
      deliver,
      onWaiting,
      nowMs: this.#nowMs,
      enqueue: (turn) => this.#enqueue(turn),
      dequeue: (turn) => this.#waiting.delete(turn),
    });
  }

  #enqueue(turn: Turn): void {
    this.#waiting.add(turn);
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => this.#round());
  }

  #round(): void {
    const endMs = this.#nowMs() + ROUND_MS;
    try {
      for (const turn of this.#waiting) {
        this.#waiting.delete(turn);
        // Puts itself at the end, as long as it has more.
        turn.proceed();
        if (this.#nowMs() >= endMs) break;
      }
    } finally {
      this.#isScheduled = this.#waiting.size > 0;
      if (this.#isScheduled) setTimeout(() => this.#round(), REST_MS);
    }
  }
}

interface TurnOptions {
  readonly deliver: (packet: Uint8Array) => void;
  readonly onWaiting: (bytes: number) => void;
  readonly nowMs: () => number;
  readonly enqueue: (turn: Turn) => void;
  readonly dequeue: (turn: Turn) => void;
}

/** What waits of one connection. */
export class Turn {
  readonly #options: TurnOptions;
  #packets: Uint8Array[] = [];
  #busyMs = -Infinity;
  /** What it may still have dealt with at once, as of `#savedAtMs`. */
  #savedMs = CALM_SAVED_MS;
  #savedAtMs = -Infinity;
  /** For the next turn. */
  #frames = 8;

  constructor(options: TurnOptions) {
    this.#options = options;
  }

  take(packet: Uint8Array): void {
    const { enqueue } = this.#options;
    if (this.#isCalm() && endOfFrames(packet, CALM_FRAMES) === packet.length) return this.#dealWith(packet);
    this.#packets.push(packet);
    this.#tell();
    enqueue(this);
  }

  /** Deals with the next few frames. */
  proceed(): void {
    const { deliver, nowMs, enqueue } = this.#options;
    const packet = this.#packets[0];
    if (packet === undefined) return;
    const startMs = nowMs();
    const end = endOfFrames(packet, this.#frames);
    if (end < packet.length) this.#packets[0] = packet.subarray(end);
    else this.#packets.shift();
    deliver(packet.subarray(0, end));
    this.#busyMs = nowMs();
    const isShort = this.#busyMs - startMs < TURN_MS;
    this.#frames = isShort ? Math.min(MOST_FRAMES, this.#frames * 2) : Math.max(1, this.#frames >> 2);
    if (end === packet.length) this.#tell();
    if (this.#packets.length > 0) enqueue(this);
  }

  /** Many small packets are a flood, too: what they take is counted. */
  #isCalm(): boolean {
    const nowMs = this.#options.nowMs();
    const earnedMs = (nowMs - this.#savedAtMs) * CALM_SHARE;
    this.#savedMs = Math.min(this.#savedMs + earnedMs, CALM_SAVED_MS);
    this.#savedAtMs = nowMs;
    return this.#packets.length === 0 && this.#savedMs > 0 && nowMs - this.#busyMs > CALM_MS;
  }

  #dealWith(packet: Uint8Array): void {
    const { deliver, nowMs } = this.#options;
    const startMs = nowMs();
    deliver(packet);
    this.#savedMs -= nowMs() - startMs;
  }

  get #bytes(): number {
    return this.#packets.reduce((sum, { length }) => sum + length, 0);
  }

  #tell(): void {
    this.#options.onWaiting(this.#bytes);
  }

  /** The connection has gone. */
  end(): void {
    const left = this.#packets;
    const bytes = this.#bytes;
    this.#packets = [];
    this.#options.dequeue(this);
    if (bytes <= LEFT_BYTES) for (const packet of left) this.#options.deliver(packet);
  }
}

/** Returns where the first `count` frames of a packet end; the end of the packet when it has fewer, or is malformed. */
function endOfFrames(packet: Uint8Array, count: number): number {
  let at = 0;
  for (let frame = 0; frame < count && at < packet.length; frame++) {
    if (packet.length - at < 4) return packet.length;
    const size = (packet[at]! | (packet[at + 1]! << 8) | (packet[at + 2]! << 16) | (packet[at + 3]! << 24)) >>> 0;
    at += 4 + size;
  }
  return Math.min(at, packet.length);
}
