import type { Connection, ConnectionState } from "../client/connection.ts";
import { element, setText } from "../ui/dom.ts";

/** What the badge says in each state. */
export type ConnectionWords = Readonly<Record<ConnectionState["kind"] | "retry", string>>;

/** Says how the page is connected; counts down to the next try, or offers one. */
export class ConnectionBadge {
  readonly element: HTMLElement;
  readonly #connection: Connection;
  readonly #words: ConnectionWords;
  readonly #text = element("span", { role: "status", id: "connection" });
  /** Not for screen readers, which would read out every second. */
  readonly #countdown = element("span", { class: "muted", "aria-hidden": "true" });
  readonly #retry = element("button", { type: "button", class: "text" });
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(connection: Connection, words: ConnectionWords) {
    this.#connection = connection;
    this.#words = words;
    this.#retry.textContent = words.retry;
    this.#retry.addEventListener("click", () => void connection.connect());
    const dot = element("span", { class: "dot", "aria-hidden": "true" });
    this.element = element("div", { class: "badge" }, dot, this.#text, this.#countdown, this.#retry);
    connection.changes.on((state) => this.#show(state));
    this.#show(connection.state);
  }

  #show(state: ConnectionState): void {
    clearInterval(this.#timer);
    this.element.dataset["state"] = state.kind;
    setText(this.#text, this.#words[state.kind]);
    this.element.title = state.kind === "lost" ? state.reason : "";
    this.#retry.hidden = state.kind !== "lost";
    this.#countdown.hidden = state.kind !== "lost" || state.retryAtMs === undefined;
    if (state.kind !== "lost" || state.retryAtMs === undefined) return;
    this.#timer = setInterval(() => this.#count(), 250);
    this.#count();
  }

  #count(): void {
    const { state } = this.#connection;
    if (state.kind !== "lost" || state.retryAtMs === undefined) return;
    const seconds = Math.max(1, Math.ceil((state.retryAtMs - performance.now()) / 1000));
    setText(this.#countdown, `next try in ${seconds} s`);
  }
}
