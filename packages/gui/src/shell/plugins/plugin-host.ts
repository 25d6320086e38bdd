import { logError } from "../../base/log-error.ts";
import { stackOf } from "@orrery/sim/host";
import { Value } from "../../client/value.ts";
import type { App } from "../app.ts";
import { addPluginStyles } from "./plugin-styles.ts";
import type { GuiPlugin } from "./plugin.ts";

export interface LoadedPlugin {
  readonly plugin: GuiPlugin;
  /** Whether it is built in, or comes from a folder of the server. */
  readonly origin: "built-in" | "third-party";
  /** Why it does not work; shown in its panel. */
  readonly failure: string | undefined;
}

/** The plugins of the page. If one throws, its own panel shows the error; all others keep working. */
export class PluginHost {
  readonly list = new Value<readonly LoadedPlugin[]>([]);
  /** All plugins ever loaded on this page, as they were last, so that unloaded ones can be loaded again. */
  readonly known = new Map<string, Omit<LoadedPlugin, "failure">>();
  readonly #app: () => App;
  readonly #started = new Map<string, Disposable>();
  readonly #styles = new Map<string, Disposable>();

  constructor(app: () => App) {
    this.#app = app;
  }

  get(id: string): LoadedPlugin | undefined {
    return this.list.current.find(({ plugin }) => plugin.id === id);
  }

  /** Loads a plugin. It replaces one with the same id. */
  load(plugin: GuiPlugin, origin: LoadedPlugin["origin"] = "third-party"): void {
    this.unload(plugin.id);
    if (plugin.styles !== undefined) this.#styles.set(plugin.id, addPluginStyles(plugin.id, plugin.styles));
    const started = new DisposableStack();
    this.#started.set(plugin.id, started);
    let failure: string | undefined;
    try {
      this.#start(plugin, started);
    } catch (error) {
      failure = stackOf(error);
      this.#stop(plugin.id);
    }
    this.known.set(plugin.id, { plugin, origin });
    this.list.set([...this.list.current, { plugin, origin, failure }]);
  }

  unload(id: string): void {
    if (this.get(id) === undefined) return;
    this.#stop(id);
    this.#styles.get(id)?.[Symbol.dispose]();
    this.#styles.delete(id);
    this.list.set(this.list.current.filter(({ plugin }) => plugin.id !== id));
  }

  fail(id: string, error: unknown): void {
    this.list.set(
      this.list.current.map((loaded) => (loaded.plugin.id === id ? { ...loaded, failure: stackOf(error) } : loaded)),
    );
  }

  #start(plugin: GuiPlugin, started: DisposableStack): void {
    const app = this.#app();
    const onFailure = (error: unknown): void => this.#failedLater(plugin, error);
    const parts = app.events.heldBy(onFailure, () => plugin.start?.(app));
    if (parts) started.use(parts);
    /** The error that it threw in a world that was already open. */
    let failure: { readonly error: unknown } | undefined;
    let isStarted = false;
    const inWorlds = app.worlds.each((view) => {
      const inWorld = app.inWorld(view);
      try {
        const start = (): Disposable | void => plugin.startWorld?.(inWorld);
        const { events, tools, offers } = inWorld;
        return events.heldBy(onFailure, () => tools.heldBy(onFailure, () => offers.heldBy(onFailure, start)));
      } catch (error) {
        if (isStarted) onFailure(error);
        else failure = { error };
        return undefined;
      }
    });
    started.use(inWorlds);
    isStarted = true;
    if (failure !== undefined) throw failure.error;
  }

  /** Stops a plugin that might otherwise throw in every frame. One without a panel gets a notice. */
  #failedLater({ id, title, View }: GuiPlugin, error: unknown): void {
    this.#stop(id);
    this.fail(id, error);
    if (View === undefined)
      this.#app().notices.show({ kind: "bad", text: `${title} has failed`, details: stackOf(error) });
  }

  #stop(id: string): void {
    try {
      this.#started.get(id)?.[Symbol.dispose]();
    } catch (error) {
      logError(error, `plugin ${id} failed while it was stopped`);
    }
    this.#started.delete(id);
  }
}
