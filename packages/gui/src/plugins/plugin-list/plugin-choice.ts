import type { WorldApp } from "../../shell/app.ts";
import type { LoadedPlugin } from "../../shell/plugins/plugin-host.ts";

export interface PluginChoice {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  readonly origin: LoadedPlugin["origin"];
}

/** Returns the plugins sorted by title. */
export function choicesOf({ plugins }: WorldApp): readonly PluginChoice[] {
  return [...plugins.known.values()]
    .map(({ plugin: { id, title, summary = "" }, origin }) => ({ id, title, summary, origin }))
    .sort((a, b) => (a.title < b.title ? -1 : 1));
}

/** Loads a plugin, and opens its panel if it has one. */
export function load({ plugins, layout }: WorldApp, id: string): void {
  const known = plugins.known.get(id);
  if (known === undefined) return;
  plugins.load(known.plugin, known.origin);
  if (known.plugin.View !== undefined) layout.show(id);
}

export function unload({ plugins, layout }: WorldApp, id: string): void {
  layout.hide(id);
  plugins.unload(id);
}
