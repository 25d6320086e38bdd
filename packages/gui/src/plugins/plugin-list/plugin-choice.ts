import { useRef } from "react";
import { useApp, useValue } from "../../shell/hooks.ts";
import type { LoadedPlugin } from "../../shell/plugin-host.ts";

export interface PluginChoice {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  readonly origin: LoadedPlugin["origin"];
}

/** All plugins that were ever loaded on this page: those taken away can be brought back. */
export function usePluginChoice() {
  const { plugins, layout } = useApp();
  const seen = useRef(new Map<string, LoadedPlugin>());
  for (const loaded of useValue(plugins.list)) seen.current.set(loaded.plugin.id, loaded);
  const choices = [...seen.current.values()].map(({ plugin: { id, title, summary = "" }, origin }): PluginChoice => ({
    id,
    title,
    summary,
    origin,
  }));
  return {
    choices: choices.sort((a, b) => (a.title < b.title ? -1 : 1)),
    load: (id: string): void => {
      const known = seen.current.get(id);
      if (known === undefined) return;
      plugins.load(known.plugin, known.origin);
      if (known.plugin.View !== undefined) layout.show(id);
    },
    unload: (id: string): void => {
      layout.hide(id);
      plugins.unload(id);
    },
  };
}
