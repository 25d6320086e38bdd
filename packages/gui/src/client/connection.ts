import { messages } from "@orrery/msgs";
import { connectNode, Emitter, textOf, type Link, type Node } from "@orrery/sim";

export type ConnectionState =
  | { readonly kind: "connecting" }
  | { readonly kind: "connected"; readonly node: Node }
  /** `retryAtMs` is by `performance.now()`; undefined when the next try is up to the user. */
  | {
      readonly kind: "lost";
      readonly reason: string;
      readonly retryAtMs: number | undefined;
      readonly wantsToken: boolean;
    };

/** There is a server, and it lets in only those who show a token. To ask again is of no use. */
export class TokenWanted extends Error {}

export interface ConnectionOptions {
  readonly open: () => Promise<Link>;
  /** Whether a lost link is opened again without being asked. */
  readonly retries: boolean;
}

/** Keeps a page in touch with a world: opens a link, and opens it again when it has ended. */
export class Connection {
  /** Each state as it is entered; `state` has it already. */
  readonly changes = new Emitter<ConnectionState>((error) => console.error(error));
  readonly #options: ConnectionOptions;
  #state: ConnectionState = { kind: "connecting" };
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;

  constructor(options: ConnectionOptions) {
    this.#options = options;
  }

  get state(): ConnectionState {
    return this.#state;
  }

  /** Opens the link, or opens it again at once instead of waiting for the next try. */
  async connect(): Promise<void> {
    clearTimeout(this.#timer);
    this.#enter({ kind: "connecting" });
    try {
      const link = await this.#options.open();
      const node = await connectNode(link, messages, { name: "page", onClose: (reason) => this.#lose(reason) });
      this.#failures = 0;
      this.#enter({ kind: "connected", node });
    } catch (error) {
      this.#lose(textOf(error), error instanceof TokenWanted);
    }
  }

  #lose(reason: string, wantsToken = false): void {
    // A link that ends before its greeting is told of twice: by its end, and by the failed greeting.
    if (this.#state.kind === "lost") return;
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

const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 5000;
