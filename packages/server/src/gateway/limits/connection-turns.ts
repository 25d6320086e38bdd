/** Frames of one packet that are handled at once. */
const CALM_FRAMES = 32;
/** Most frames of a busy connection per turn; adapted so that a turn takes about `TURN_MS`. */
const MAX_FRAMES = 64;
const TURN_MS = 1;
/**
 * Length of a round of turns, after which the thread serves everybody else, and rests: a flood must leave CPU time to
 * the world.
 */
const ROUND_MS = 2;
const REST_MS = 8;
/** The longest that turns wait for a world that is behind. */
const BEHIND_MS = 100;
/**
 * The fraction of this thread's time that a calm connection may use; unused time is saved up. A connection that uses
 * more goes into debt.
 */
const CALM_SHARE = 0.02;
const CALM_SAVED_MS = 5;
/**
 * A connection that has saved this much has asked for little, so its packets are handled at once even if the world is
 * behind.
 */
const QUIET_SAVED_MS = 2.5;
const MAX_DEBT_MS = 2;
/** The least time charged for a frame, because the world has work with it as well. */
const MIN_FRAME_MS = 0.1;
/** The most time charged for a packet: a pause of the garbage collector is not the client's fault. */
const MAX_CHARGE_MS = 1;
/** Bytes that still take effect after a connection has closed: enough for a last message, but not for a flood. */
const LEFT_BYTES = 64 * 1024;

export interface TurnsOptions {
  readonly nowMs?: () => number;
  /**
   * Returns whether the world in a namespace still has many packets to read. Everybody's next request to it would wait
   * behind those.
   */
  readonly isBehind?: (world: string) => boolean;
  /** Runs the work of a turn such that the world gets all of its messages at once. */
  readonly batch?: (work: () => void) => void;
}

/**
 * The order in which this thread handles what clients send. Small packets are handled as they arrive. Connections that
 * send more take turns, with a few frames per turn, and between rounds everybody else is served. So a flood delays
 * nobody else, neither here nor in the world.
 */
export class Turns {
  readonly #nowMs: () => number;
  readonly #isBehind: (world: string) => boolean;
  readonly #batch: (work: () => void) => void;
  readonly #waiting = new Set<Turn>();
  /** When a connection to a world last had a turn, by the world's namespace. */
  readonly #turnMs = new Map<string, number>();
  #isScheduled = false;

  constructor(options: TurnsOptions = {}) {
    const { nowMs = () => performance.now(), isBehind = () => false, batch = (work) => work() } = options;
    this.#nowMs = nowMs;
    this.#isBehind = isBehind;
    this.#batch = batch;
  }

  /**
   * Opens the queue of one connection. `onWaiting` is called with the number of bytes that wait; the caller should not
   * read more while there are any. `worlds` has the namespaces of the worlds that the connection talks to; it does not
   * wait for other worlds.
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

  /**
   * Returns the turn that comes next: connections that have sent little come first, then those that have waited
   * longest. Skips connections whose world has to catch up.
   */
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
        // Queues itself again at the end if it has more.
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

/** The waiting packets of one connection. */
export class Turn {
  readonly #options: TurnOptions;
  #packets: Uint8Array[] = [];
  #savedMs = QUIET_SAVED_MS;
  #savedAtMs: number;
  /** Number of frames in the next turn. */
  #frames = 8;

  constructor(options: TurnOptions) {
    this.#options = options;
    this.#savedAtMs = options.nowMs();
  }

  /** The namespaces of the worlds that the connection talks to. */
  get worlds(): ReadonlySet<string> {
    return this.#options.worlds;
  }

  /** Saved time, in ms, which allows packets to be handled at once. */
  get savedMs(): number {
    const nowMs = this.#options.nowMs();
    this.#savedMs = Math.min(this.#savedMs + (nowMs - this.#savedAtMs) * CALM_SHARE, CALM_SAVED_MS);
    this.#savedAtMs = nowMs;
    return this.#savedMs;
  }

  receive(packet: Uint8Array): void {
    if (this.#isCalm()) {
      const { end, count } = framesOf(packet, CALM_FRAMES);
      if (end === packet.length) return void this.#dealWith(packet, count);
    }
    this.#packets.push(packet);
    this.#reportWaiting();
    this.#options.enqueue(this);
  }

  /** Handles the next few frames. */
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
    this.#frames = tookMs < TURN_MS ? Math.min(MAX_FRAMES, this.#frames * 2) : Math.max(1, this.#frames >> 2);
    this.#reportWaiting();
    if (this.#packets.length > 0) this.#options.enqueue(this);
  }

  /**
   * Returns whether to handle a packet at once. Many small packets can be a flood too, so their time is counted as
   * well.
   */
  #isCalm(): boolean {
    if (this.#packets.length > 0) return false;
    const { savedMs } = this;
    return savedMs > QUIET_SAVED_MS || (savedMs > 0 && !this.#options.isBehind());
  }

  /** Handles frames. Returns how long that took, in ms. */
  #dealWith(packet: Uint8Array, frames: number): number {
    const { deliver, nowMs } = this.#options;
    const startMs = nowMs();
    deliver(packet);
    const ms = nowMs() - startMs;
    const chargeMs = Math.max(frames * MIN_FRAME_MS, Math.min(ms, MAX_CHARGE_MS));
    this.#savedMs = Math.max(this.#savedMs - chargeMs, -MAX_DEBT_MS);
    return ms;
  }

  get #bytes(): number {
    return this.#packets.reduce((sum, { length }) => sum + length, 0);
  }

  #reportWaiting(): void {
    this.#options.onWaiting(this.#bytes);
  }

  /** Handles the end of the connection. */
  end(): void {
    const left = this.#packets;
    const bytes = this.#bytes;
    this.#packets = [];
    this.#options.dequeue(this);
    if (bytes <= LEFT_BYTES) for (const packet of left) this.#options.deliver(packet);
  }
}

/**
 * Returns where the first frames of a packet end, at most `most`, and how many they are. Malformed bytes count as part
 * of the last one.
 */
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
