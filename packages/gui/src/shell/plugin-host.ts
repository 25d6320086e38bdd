import { Value } from "../client/value.ts";
import type { App } from "./app.ts";
import type { GuiPlugin } from "./plugin.ts";

export interface LoadedPlugin {
  readonly plugin: GuiPlugin;
  /** Of Orrery, or from a folder of the server. */
  readonly origin: "built-in" | "third-party";
  /** Why it does not work: its panel shows it. */
  readonly failure: string | undefined;
}

/** The plugins of the page. One that throws shows it in its own panel; all others go on. */
export class PluginHost {
  readonly list = new Value<readonly LoadedPlugin[]>([]);
  /** All that were ever loaded on this page, as they were last: those taken away can be brought back. */
  readonly known = new Map<string, Omit<LoadedPlugin, "failure">>();
  readonly #app: () => App;
  readonly #started = new Map<string, Disposable>();

  constructor(app: () => App) {
    this.#app = app;
  }

  get(id: string): LoadedPlugin | undefined {
    return this.list.current.find(({ plugin }) => plugin.id === id);
  }

  /** One of the same id takes its place. */
  load(plugin: GuiPlugin, origin: LoadedPlugin["origin"] = "third-party"): void {
    this.unload(plugin.id);
    let failure: string | undefined;
    try {
      const started = plugin.start?.(this.#app());
      if (started) this.#started.set(plugin.id, started);
    } catch (error) {
      failure = textOf(error);
    }
    this.known.set(plugin.id, { plugin, origin });
    this.list.set([...this.list.current, { plugin, origin, failure }]);
  }

  unload(id: string): void {
    if (this.get(id) === undefined) return;
    try {
      this.#started.get(id)?.[Symbol.dispose]();
    } catch (error) {
      console.error(`plugin ${id} failed while it was unloaded`, error);
    }
    this.#started.delete(id);
    this.list.set(this.list.current.filter(({ plugin }) => plugin.id !== id));
  }

  fail(id: string, error: unknown): void {
    this.list.set(
      this.list.current.map((loaded) => (loaded.plugin.id === id ? { ...loaded, failure: textOf(error) } : loaded)),
    );
  }
}

function textOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
