import { messages } from "@orrery/msgs";
import { type Node } from "@orrery/sim";
import { connectNode, Emitter, textOf, type Link, type LoadProgress } from "@orrery/sim/host";
import { logError } from "../base/log-error.ts";
import { Heartbeat, overheard, type HeartbeatClock } from "./heartbeat.ts";

export type ConnectionState =
  /** `loading`: the server answers, but its world is not loaded yet. */
  | { readonly kind: "connecting"; readonly loading?: LoadProgress }
  | { readonly kind: "connected"; readonly node: Node }
  /** `retryAtMs` is by `performance.now()`; undefined if only the user can trigger the next attempt. */
  | {
      readonly kind: "lost";
      readonly reason: string;
      readonly retryAtMs: number | undefined;
      readonly wantsToken: boolean;
    };

/** The server requires a token, so retrying is useless. */
export class TokenWanted extends Error {}

/** The server is running, but still loading its world. */
export class StillLoading extends Error {
  readonly progress: LoadProgress;

  constructor(reason: string, progress: LoadProgress) {
    super(reason);
    this.progress = progress;
  }
}

export interface ConnectionOptions {
  readonly open: () => Promise<Link>;
  /** Whether a lost link is reopened automatically. */
  readonly retries: boolean;
  /** Watches a link for silence; without it, only its end is noticed. */
  readonly watch?: LinkWatch;
}

/** How to watch a link. */
export interface LinkWatch {
  /** A service that answers at once, whatever the world is doing. */
  readonly service: string;
  /** Resolves to whether the other side answers by a different route. */
  readonly probe: () => Promise<boolean>;
  /** The source of the browser's events `online` and `offline`. */
  readonly network: EventTarget;
  readonly clock?: HeartbeatClock;
}

/** Keeps a page connected to a world: opens a link, and reopens it after it has ended. */
export class Connection implements Disposable {
  /** Emits each state as it is entered; `state` is already updated. */
  readonly changes = new Emitter<ConnectionState>(logError);
  readonly #options: ConnectionOptions;
  #state: ConnectionState = { kind: "connecting" };
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
  /** Number of the latest attempt; late results of earlier ones are ignored. */
  #tries = 0;
  #heartbeat: Heartbeat | undefined;
  readonly #listening = new AbortController();

  constructor(options: ConnectionOptions) {
    this.#options = options;
    const network = options.watch?.network;
    const { signal } = this.#listening;
    network?.addEventListener("offline", () => this.#heartbeat?.doubt(), { signal });
    const onOnline = (): void => {
      if (this.#state.kind === "lost" && this.#state.retryAtMs !== undefined) void this.connect();
    };
    network?.addEventListener("online", onOnline, { signal });
  }

  get state(): ConnectionState {
    return this.#state;
  }

  /** Opens the link, or retries at once instead of waiting for the next attempt. */
  async connect(): Promise<void> {
    clearTimeout(this.#timer);
    const own = ++this.#tries;
    // While the world is loading, the page keeps asking and shows the progress.
    if (this.#state.kind !== "connecting") this.#enter({ kind: "connecting" });
    try {
      const link = overheard(await this.#options.open(), () => own === this.#tries && this.#heartbeat?.heard());
      const node = await connectNode(link, messages, { name: "page", onClose: (reason) => this.#lose(own, reason) });
      if (own !== this.#tries) return node[Symbol.dispose]();
      this.#failures = 0;
      this.#listen(own, node, link);
      this.#enter({ kind: "connected", node });
    } catch (error) {
      if (error instanceof StillLoading) this.#wait(own, error);
      else this.#lose(own, textOf(error), error instanceof TokenWanted);
    }
  }

  /** Closes the link for good. */
  [Symbol.dispose](): void {
    this.#tries++;
    clearTimeout(this.#timer);
    this.#listening.abort();
    this.#heartbeat?.[Symbol.dispose]();
    if (this.#state.kind === "connected") this.#state.node[Symbol.dispose]();
  }

  #wait(own: number, { progress }: StillLoading): void {
    if (own !== this.#tries) return;
    this.#failures = 0;
    this.#timer = setTimeout(() => void this.connect(), LOADING_MS);
    this.#enter({ kind: "connecting", loading: progress });
  }

  /** Closes the link when nothing arrives over it any more. */
  #listen(own: number, node: Node, link: Link): void {
    const { watch } = this.#options;
    if (watch === undefined) return;
    const { service, probe, clock } = watch;
    this.#heartbeat = new Heartbeat({
      ask: () => void node.request(service, {}).catch(() => undefined),
      probe,
      onSilence: (reason) => {
        this.#lose(own, reason);
        link.close(reason);
      },
      ...(clock && { clock }),
    });
  }

  #lose(own: number, reason: string, wantsToken = false): void {
    // A link that ends before its greeting is reported twice: by its end, and by the failed greeting.
    if (own !== this.#tries || this.#state.kind === "lost") return;
    this.#heartbeat?.[Symbol.dispose]();
    this.#heartbeat = undefined;
    const delayMs = Math.min(FIRST_DELAY_MS * 2 ** this.#failures++, LONGEST_DELAY_MS);
    const retries = this.#options.retries && !wantsToken;
    if (retries) this.#timer = setTimeout(() => void this.connect(), delayMs);
    this.#enter({ kind: "lost", reason, retryAtMs: retries ? performance.now() + delayMs : undefined, wantsToken });
  }

  #enter(state: ConnectionState): void {
    this.#state = state;
    this.changes.emit(state);
  }
}

/** Interval between requests for the progress of loading. */
const LOADING_MS = 300;
const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 5000;
