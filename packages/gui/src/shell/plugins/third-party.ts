import type { App } from "../app.ts";
import { isGuiPlugin } from "./plugin.ts";

/** A module that the server offers. */
export interface OfferedPlugin {
  readonly name: string;
  /** The address where it is served. */
  readonly module: string;
}

/** Lists the contents of the plugin folders that the server is configured with; empty if there is no such server. */
export async function offeredPlugins(): Promise<readonly OfferedPlugin[]> {
  const answer = await fetch("/plugins/index.json").catch(() => undefined);
  if (answer === undefined || !answer.ok) return [];
  return ((await answer.json()) as { readonly plugins: readonly OfferedPlugin[] }).plugins;
}

/** Imports a plugin and loads it. Reports its errors; the page continues without it. */
export async function loadThirdParty(
  { plugins, layout, notices }: App,
  { name, module: url }: OfferedPlugin,
): Promise<void> {
  try {
    const module = (await import(/* @vite-ignore */ url)) as { readonly default?: unknown };
    if (!isGuiPlugin(module.default)) {
      throw new Error("its default export is not a result of defineGuiPlugin, with an id, a title and a dock");
    }
    // A panel that nobody requested opens only if its plugin says so.
    const plugin = { shownAtFirst: false, ...module.default };
    plugins.load(plugin, "third-party");
    layout.introduce(plugin);
  } catch (error) {
    notices.failed(`load the plugin ${name}`, error);
  }
}
