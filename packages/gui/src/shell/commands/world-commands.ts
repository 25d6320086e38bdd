import { Globe, GlobeX } from "lucide-react";
import type { OpenWorlds } from "../../client/open-worlds.ts";
import type { WorldEntry } from "../../client/world-list.ts";
import type { Layout } from "../dock/layout.ts";
import { worldTitle } from "../dock/world-panels.ts";
import type { Command } from "./commands.ts";

/** Returns commands to open, go to and close each of a server's worlds; none if there is only one world. */
export function worldCommands(entries: readonly WorldEntry[], worlds: OpenWorlds, layout: Layout): readonly Command[] {
  if (entries.length < 2 && worlds.list.current.length < 2) return [];
  const common = { menu: "World", group: "worlds", icon: Globe } as const;
  return entries.flatMap((entry): Command[] => {
    const { namespace } = entry;
    const title = worldTitle(entry, entries);
    const view = worlds.of(namespace);
    const run = (): void => {
      worlds.turnTo(worlds.open(namespace));
      layout.showWorld();
    };
    if (view === undefined) return [{ ...common, id: `worlds.open.${namespace}`, title: `Open world ${title}`, run }];
    return [
      {
        ...common,
        id: `worlds.go.${namespace}`,
        title: `Go to world ${title}`,
        isOn: () => worlds.focus.current === view,
        run,
      },
      {
        ...common,
        id: `worlds.close.${namespace}`,
        title: `Close world ${title}`,
        icon: GlobeX,
        whyNot: () => (worlds.list.current.length === 1 ? "it is the only open world" : undefined),
        run: () => void worlds.close(view),
      },
    ];
  });
}
