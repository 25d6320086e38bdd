import type { Session } from "./session.ts";
import { Value } from "./value.ts";
import { WorldView } from "./world-view.ts";

/** The worlds of a session that are open on the page, in the order in which they were opened; at least one. */
export class OpenWorlds implements Disposable {
  readonly list: Value<readonly WorldView[]>;
  /** The world that commands, keys, and panels without a world of their own apply to. */
  readonly focus: Value<WorldView>;
  /** The world that was opened first; it may have been closed. */
  readonly home: WorldView;
  readonly #session: Session;

  /** `namespace` is that of the world to open first. */
  constructor(session: Session, namespace = "") {
    this.#session = session;
    this.home = new WorldView(session, namespace);
    this.list = new Value<readonly WorldView[]>([this.home]);
    this.focus = new Value(this.home);
  }

  of(namespace: string): WorldView | undefined {
    return this.list.current.find((view) => view.namespace === namespace);
  }

  /** Opens the world if it is not open yet. */
  open(namespace: string): WorldView {
    const open = this.of(namespace);
    if (open !== undefined) return open;
    const view = new WorldView(this.#session, namespace);
    this.list.set([...this.list.current, view]);
    return view;
  }

  turnTo(view: WorldView): void {
    if (this.list.current.includes(view)) this.focus.set(view);
  }

  /** Closes the world with everything that belongs to it. Returns false for the last world, which stays open. */
  close(view: WorldView): boolean {
    const others = this.list.current.filter((other) => other !== view);
    if (others.length === 0 || others.length === this.list.current.length) return false;
    if (this.focus.current === view) this.focus.set(others[0]!);
    this.list.set(others);
    this.#session.presence.leaves(view.namespace);
    view[Symbol.dispose]();
    return true;
  }

  /**
   * Calls `start` for each open world, and for each opened later. The result of `start` is disposed of when its world
   * is closed.
   */
  each(start: (view: WorldView) => Disposable | void): Disposable {
    const started = new Map<WorldView, Disposable | void>();
    const end = (view: WorldView): void => {
      const parts = started.get(view);
      started.delete(view);
      if (parts) parts[Symbol.dispose]();
    };
    const look = (open: readonly WorldView[]): void => {
      for (const view of started.keys()) if (!open.includes(view)) end(view);
      for (const view of open) if (!started.has(view)) started.set(view, start(view));
    };
    const listening = this.list.changes.on(look);
    look(this.list.current);
    return {
      [Symbol.dispose]: () => {
        listening[Symbol.dispose]();
        for (const view of started.keys()) end(view);
      },
    };
  }

  [Symbol.dispose](): void {
    const all = this.list.current;
    this.list.set([]);
    for (const view of all) view[Symbol.dispose]();
  }
}
