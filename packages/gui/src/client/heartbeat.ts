import type { Link } from "@orrery/sim/host";

/** The clock of a heartbeat. */
export interface HeartbeatClock {
  /** Calls `act` once per period, until the result is disposed of. */
  every(periodMs: number, act: () => void): Disposable;
}

export interface HeartbeatOptions {
  /** Asks the other side for a sign of life over the link; any packet that arrives counts as one. */
  readonly ask: () => void;
  /** Asks by a different route whether the other side is alive. */
  readonly probe?: () => Promise<boolean>;
  readonly onSilence: (reason: string) => void;
  readonly clock?: HeartbeatClock;
}

/**
 * Notices that nothing arrives any more, although the other side is asked: a stalled network closes no sockets.
 *
 * It counts beats, not time. A page that could do nothing for a minute, because the machine slept or something held its
 * thread, has missed one beat, not a minute of answers. On a slow network nothing arrives while a large message is
 * under way, so silence is tolerated for longer as long as the other side answers by a different route.
 */
export class Heartbeat implements Disposable {
  readonly #options: HeartbeatOptions;
  readonly #beating: Disposable;
  /** Consecutive beats without any sign of life, and without one over the link. */
  #silent = 0;
  #wordless = 0;
  #patience = PATIENCE;

  constructor(options: HeartbeatOptions) {
    this.#options = options;
    this.#beating = (options.clock ?? pageClock).every(BEAT_MS, () => this.#beat());
  }

  /** Records that something has arrived over the link. */
  heard(): void {
    this.#silent = this.#wordless = 0;
    this.#patience = PATIENCE;
  }

  /** Records a reason to expect silence: the browser says that the machine is offline. */
  doubt(): void {
    this.#silent = this.#wordless = 0;
    this.#patience = DOUBTFUL_PATIENCE;
    this.#ask();
  }

  [Symbol.dispose](): void {
    this.#beating[Symbol.dispose]();
  }

  #beat(): void {
    this.#silent++;
    this.#wordless++;
    if (this.#silent > this.#patience || this.#wordless > LONG_PATIENCE) {
      this[Symbol.dispose]();
      const isOffline = this.#patience === DOUBTFUL_PATIENCE;
      return this.#options.onSilence(isOffline ? "this machine is offline" : "nothing arrives from it any longer");
    }
    // At the first silent beat, something has arrived since the previous beat.
    if (this.#silent > 1) this.#ask();
  }

  #ask(): void {
    this.#options.ask();
    void this.#options.probe?.().then((isThere) => {
      if (isThere) this.#silent = 0;
    });
  }
}

/** Returns the link, with `heard` called before each packet is handled. */
export function overheard(link: Link, heard: () => void): Link {
  let listener: Link["onFrame"];
  return {
    send: (packet, rest) => link.send(packet, rest),
    get onFrame() {
      return listener;
    },
    set onFrame(next) {
      listener = next;
      link.onFrame =
        next &&
        ((packet) => {
          heard();
          next(packet);
        });
    },
    get onClose() {
      return link.onClose;
    },
    set onClose(next) {
      link.onClose = next;
    },
    get buffered() {
      return link.buffered;
    },
    close: (reason) => link.close(reason),
  };
}

const BEAT_MS = 900;
/** Silent beats to tolerate: a stall is noticed after 3.6 to 4.5 s. */
const PATIENCE = 4;
const DOUBTFUL_PATIENCE = 1;
/** While the other side answers by a different route: half a minute. */
const LONG_PATIENCE = 33;

const pageClock: HeartbeatClock = {
  every: (periodMs, act) => {
    const timer = setInterval(act, periodMs);
    return { [Symbol.dispose]: () => clearInterval(timer) };
  },
};
