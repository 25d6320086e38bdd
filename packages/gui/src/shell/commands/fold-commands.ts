import { Maximize } from "lucide-react";
import type { Command } from "./commands.ts";
import type { Layout } from "../dock/layout.ts";
import { SIDES, type Side } from "../dock/sides.ts";

export const foldKeys: Readonly<Record<Side, string>> = { left: "Ctrl+B", right: "Ctrl+Alt+B", bottom: "Ctrl+J" };

export function foldTitle(side: Side, isFolded: boolean): string {
  return `${isFolded ? "Unfold" : "Fold"} the ${NAMES[side]}`;
}

const NAMES: Readonly<Record<Side, string>> = { left: "left side", right: "right side", bottom: "bottom" };

/** Returns the commands that fold and unfold sides, one by one or all at once. */
export function foldCommands({ folding }: Layout): readonly Command[] {
  const open = (): Side[] => SIDES.filter((side) => folding.groups.current.has(side) && !folding.isFolded(side));
  let before: readonly Side[] = SIDES;
  const sides = SIDES.map((side) => ({
    id: `layout.fold.${side}`,
    title: `Fold or unfold the ${NAMES[side]}`,
    menu: "Panels" as const,
    group: "folding",
    keys: foldKeys[side],
    isEnabled: () => folding.groups.current.has(side),
    run: () => folding.toggle(side),
  }));
  return [
    ...sides,
    {
      id: "layout.fold.all",
      title: "Show only the scene, or everything",
      menu: "Panels",
      group: "folding",
      icon: Maximize,
      keys: "Shift+Space",
      run: () => {
        const shown = open();
        if (shown.length === 0) for (const side of before) folding.unfold(side);
        else for (const side of shown) folding.fold(side);
        if (shown.length > 0) before = shown;
      },
    },
  ];
}
