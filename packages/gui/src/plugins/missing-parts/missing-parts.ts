import type { Capability } from "../../client/capabilities.ts";
import type { WorldApp } from "../../shell/app.ts";
import { defineGuiPlugin } from "../../shell/plugins/plugin.ts";

/** Says once what a world cannot do because a system is missing, and offers to add the system. */
export default defineGuiPlugin({
  id: "missing-parts",
  title: "Missing parts",
  summary: "Says which systems a world lacks",
  dock: "right",
  startWorld: (app) => new MissingParts(app),
});

const PARTS: readonly { readonly capability: Capability; readonly system: string; readonly effect: string }[] = [
  {
    capability: "state",
    system: "scene-broadcaster",
    effect: "its contents are not published, so nothing can be shown",
  },
  { capability: "edit", system: "user-commands", effect: "nothing can be created, removed or moved from here" },
];

const WAIT_MS = 1000;

class MissingParts implements Disposable {
  readonly #app: WorldApp;
  readonly #shown = new Map<Capability, Disposable>();
  readonly #parts = new DisposableStack();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(app: WorldApp) {
    this.#app = app;
    const { capabilities, session } = app.view;
    this.#parts.use(session.state.changes.on(() => this.#lookSoon()));
    this.#parts.use(capabilities.changes.on(() => this.#lookSoon()));
    this.#parts.use(app.view.history.log.changes.on(() => this.#lookSoon()));
    this.#lookSoon();
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
    this.#parts[Symbol.dispose]();
    for (const notice of this.#shown.values()) notice[Symbol.dispose]();
  }

  /** Checks a moment later: a server that shuts down withdraws its services one by one. */
  #lookSoon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#look(), WAIT_MS);
  }

  #look(): void {
    const { view } = this.#app;
    const { history, session } = view;
    const isConnected = session.state.current.kind === "connected";
    const isLog = history.log.current !== "";
    for (const part of PARTS) {
      const { capability } = part;
      // A log cannot be edited, whichever systems run.
      const isWanted = isConnected && !(isLog && capability === "edit");
      const isMissing = isWanted && !view.capabilities.current.has(capability);
      const shown = this.#shown.get(capability);
      if (isMissing && shown === undefined) this.#shown.set(capability, this.#tell(part));
      if (isMissing || shown === undefined) continue;
      shown[Symbol.dispose]();
      this.#shown.delete(capability);
    }
  }

  #tell({ system, effect }: (typeof PARTS)[number]): Disposable {
    const { view, notices } = this.#app;
    const text = `This world runs without ${system}: ${effect}`;
    if (!view.capabilities.current.has("systems")) return notices.show({ kind: "warning", text, stays: true });
    const run = (): void =>
      void view.client.current
        ?.addWorldSystem(system)
        .catch((error: unknown) => notices.failed(`add ${system}`, error));
    return notices.show({ kind: "warning", text, stays: true, action: { title: "Add it", run } });
  }
}
