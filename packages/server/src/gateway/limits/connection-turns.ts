/** Frames of one packet that are dealt with at once. */
const CALM_FRAMES = 32;
/** Most frames of a busy connection per turn; adapted so that a turn takes about `TURN_MS`. */
const MOST_FRAMES = 64;
const TURN_MS = 1;
/** A round of turns, after which the thread listens to everybody else, and rests: a flood is to leave the machine to the world. */
const ROUND_MS = 2;
const REST_MS = 8;
/** Longest time for which turns wait for a world that is behind. */
const BEHIND_MS = 100;
/** What a calm connection may use of this thread: a part of the time, and what it has saved of that. One that sends more gets into debt. */
const CALM_SHARE = 0.02;
const CALM_SAVED_MS = 5;
/** Who has saved this much has asked for little, and is dealt with at once even where the world is behind. */
const QUIET_SAVED_MS = 2.5;
const MOST_DEBT_MS = 2;
/** The least that each frame is charged: the world has work with it, too. */
const LEAST_FRAME_MS = 0.1;
/** The most time that a packet is charged: a pause of the garbage collector is nobody's fault. */
const MOST_CHARGE_MS = 1;
/** Bytes that still take effect after a connection has closed: a last message, but no flood. */
const LEFT_BYTES = 64 * 1024;

export interface TurnsOptions {
  readonly nowMs?: () => number;
  /** Whether the world in a namespace still has much to read of what it was sent. Everybody's next request to it would wait behind that. */
  readonly isBehind?: (world: string) => boolean;
  /** Runs the work of a turn, so that the world gets all of it at once. */
  readonly batch?: (work: () => void) => void;
}

/**
 * The order in which this thread deals with what clients send. Small packets are dealt with as they come. Of connections that send
 * more, each has a few frames dealt with in turn, and between rounds everybody else is heard: a flood holds nobody up, neither here
 * nor in the world.
 */
export class Turns {
  readonly #nowMs: () => number;
  readonly #isBehind: (world: string) => boolean;
  readonly #batch: (work: () => void) => void;
  readonly #waiting = new Set<Turn>();
  /** When somebody who uses a world last had a turn, by namespace. */
  readonly #turnMs = new Map<string, number>();
  #isScheduled = false;

  constructor(options: TurnsOptions = {}) {
    const { nowMs = () => performance.now(), isBehind = () => false, batch = (work) => work() } = options;
    this.#nowMs = nowMs;
    this.#isBehind = isBehind;
    this.#batch = batch;
  }

  /**
   * For one connection. `onWaiting` tells how many bytes of it wait: nothing more should be read then. `worlds`: the namespaces of the
   * worlds that it talks to; it does not wait for others.
   */
  open(
    deliver: (packet: Uint8Array) => void,
    onWaiting: (bytes: number) => void,
    worlds: ReadonlySet<string> = new Set([""]),
  ): Turn {
    return new Turn({
      deliver,
      onWaiting,
      worlds,
      nowMs: this.#nowMs,
      isBehind: () => worlds.values().some(this.#isBehind),
      batch: this.#batch,
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

  /** Who has sent little comes first, then who has waited longest; nobody whose world has to catch up. */
  #next(): Turn | undefined {
    let first: Turn | undefined;
    for (const turn of this.#waiting) {
      if (!this.#isHeld(turn) && (first === undefined || turn.savedMs > first.savedMs)) first = turn;
    }
    return first;
  }

  #isHeld({ worlds }: Turn): boolean {
    const nowMs = this.#nowMs();
    for (const world of worlds) {
      if (this.#isBehind(world) && nowMs - (this.#turnMs.get(world) ?? -Infinity) < BEHIND_MS) return true;
    }
    return false;
  }

  #round(): void {
    const endMs = this.#nowMs() + ROUND_MS;
    try {
      for (let turn = this.#next(); turn !== undefined; turn = this.#next()) {
        this.#waiting.delete(turn);
        // Puts itself at the end, as long as it has more.
        turn.proceed();
        const nowMs = this.#nowMs();
        for (const world of turn.worlds) this.#turnMs.set(world, nowMs);
        if (nowMs >= endMs) break;
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
  readonly worlds: ReadonlySet<string>;
  readonly nowMs: () => number;
  readonly isBehind: () => boolean;
  readonly batch: (work: () => void) => void;
  readonly enqueue: (turn: Turn) => void;
  readonly dequeue: (turn: Turn) => void;
}

/** What waits of one connection. */
export class Turn {
  readonly #options: TurnOptions;
  #packets: Uint8Array[] = [];
  #savedMs = QUIET_SAVED_MS;
  #savedAtMs: number;
  /** For the next turn. */
  #frames = 8;

  constructor(options: TurnOptions) {
    this.#options = options;
    this.#savedAtMs = options.nowMs();
  }

  /** The namespaces of the worlds that it talks to. */
  get worlds(): ReadonlySet<string> {
    return this.#options.worlds;
  }

  /** What it may still have dealt with at once. */
  get savedMs(): number {
    const nowMs = this.#options.nowMs();
    this.#savedMs = Math.min(this.#savedMs + (nowMs - this.#savedAtMs) * CALM_SHARE, CALM_SAVED_MS);
    this.#savedAtMs = nowMs;
    return this.#savedMs;
  }

  take(packet: Uint8Array): void {
    if (this.#isCalm()) {
      const { end, count } = framesOf(packet, CALM_FRAMES);
      if (end === packet.length) return void this.#dealWith(packet, count);
    }
    this.#packets.push(packet);
    this.#tell();
    this.#options.enqueue(this);
  }

  /** Deals with the next few frames. */
  proceed(): void {
    let rest = this.#frames;
    let tookMs = 0;
    this.#options.batch(() => {
      while (rest > 0 && tookMs < TURN_MS && this.#packets.length > 0) {
        const packet = this.#packets[0]!;
        const { end, count } = framesOf(packet, rest);
        if (end < packet.length) this.#packets[0] = packet.subarray(end);
        else this.#packets.shift();
        rest -= count;
        tookMs += this.#dealWith(packet.subarray(0, end), count);
      }
    });
    this.#frames = tookMs < TURN_MS ? Math.min(MOST_FRAMES, this.#frames * 2) : Math.max(1, this.#frames >> 2);
    this.#tell();
    if (this.#packets.length > 0) this.#options.enqueue(this);
  }

  /** Many small packets are a flood, too: what they take is counted. */
  #isCalm(): boolean {
    if (this.#packets.length > 0) return false;
    const { savedMs } = this;
    return savedMs > QUIET_SAVED_MS || (savedMs > 0 && !this.#options.isBehind());
  }

  /** Returns how long it took, ms. */
  #dealWith(packet: Uint8Array, frames: number): number {
    const { deliver, nowMs } = this.#options;
    const startMs = nowMs();
    deliver(packet);
    const ms = nowMs() - startMs;
    const chargeMs = Math.max(frames * LEAST_FRAME_MS, Math.min(ms, MOST_CHARGE_MS));
    this.#savedMs = Math.max(this.#savedMs - chargeMs, -MOST_DEBT_MS);
    return ms;
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

/** Returns where the first frames of a packet end, `most` of them at most, and how many they are. What is malformed belongs to the last. */
function framesOf(packet: Uint8Array, most: number): { readonly end: number; readonly count: number } {
  let end = 0;
  let count = 0;
  while (count < most && end < packet.length) {
    count++;
    if (packet.length - end < 4) return { end: packet.length, count };
    const size = (packet[end]! | (packet[end + 1]! << 8) | (packet[end + 2]! << 16) | (packet[end + 3]! << 24)) >>> 0;
    end += 4 + size;
  }
  return { end: Math.min(end, packet.length), count };
}
