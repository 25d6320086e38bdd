import { ClipboardPaste, Copy, CopyPlus, MousePointer2, Pencil, Scissors, Trash2 } from "lucide-react";
import type { Entity } from "@orrery/sim";
import { IsLight, IsModel } from "@orrery/sim/components";
import { whyNoEditing } from "../../client/may-edit.ts";
import type { App } from "../../shell/app.ts";
import type { Command } from "../../shell/commands/commands.ts";
import type { SurfacePlace } from "../insert/api.ts";
import type { ClipboardWork } from "./clipboard-work.ts";
import { hasMarkedText } from "./marked-text.ts";
import { readClipboard } from "./read-clipboard.ts";
import { renameChosen, whyNoName } from "../entity-tree/api.ts";
import { placedTargets, topTargets, type Targets } from "./targets.ts";

/** What can be done to what is chosen: for the menu Edit, keys, and the menus of scene and tree. */
export function editCommands(app: App, work: ClipboardWork, underPointer: () => SurfacePlace | undefined): Command[] {
  const { source, selection } = app;
  const { world } = source.mirror;
  const common = { menu: "Edit" as const, group: "clipboard" };
  const onto = (
    targets: () => Targets,
    act: (entities: readonly Entity[]) => Promise<void>,
    { edits }: { readonly edits: boolean },
  ): Pick<Command, "whyNot" | "run"> => ({
    whyNot: () => {
      const found = targets();
      return (edits ? whyNoEditing(source) : undefined) ?? ("reason" in found ? found.reason : undefined);
    },
    run: () => {
      const found = targets();
      return "entities" in found ? act(found.entities) : undefined;
    },
  });
  const tops = (verb: string) => () => topTargets(world, selection.entities, verb);
  return [
    {
      ...common,
      id: "edit.cut",
      title: "Cut",
      icon: Scissors,
      keys: "Ctrl+X",
      isEnabled: () => !hasMarkedText(),
      ...onto(tops("cut"), (entities) => work.cut(entities), { edits: true }),
    },
    {
      ...common,
      id: "edit.copy",
      title: "Copy",
      icon: Copy,
      keys: "Ctrl+C",
      isEnabled: () => !hasMarkedText(),
      ...onto(tops("copied"), (entities) => work.copy(entities), { edits: false }),
    },
    {
      ...common,
      id: "edit.paste",
      title: "Paste",
      icon: ClipboardPaste,
      keys: "Ctrl+V",
      leavesKeys: true,
      whyNot: () => whyNoEditing(source),
      run: async () => work.paste(await readClipboard(), underPointer()),
    },
    {
      ...common,
      id: "edit.duplicate",
      title: "Duplicate",
      icon: CopyPlus,
      keys: "Ctrl+D",
      ...onto(tops("duplicated"), (entities) => work.duplicate(entities), { edits: true }),
    },
    {
      ...common,
      id: "edit.delete",
      title: "Delete",
      icon: Trash2,
      keys: ["Delete", "Backspace"],
      ...onto(
        () => placedTargets(world, selection.entities, "deleted"),
        (entities) => work.delete(entities),
        { edits: true },
      ),
    },
    {
      ...common,
      id: "edit.rename",
      title: "Rename…",
      icon: Pencil,
      keys: "F2",
      whyNot: () => whyNoEditing(source) ?? whyNoName(world, selection.primary),
      run: () => renameChosen(app),
    },
    {
      menu: "Edit",
      group: "choice",
      id: "edit.select-all",
      title: "Select all",
      icon: MousePointer2,
      keys: "Ctrl+A",
      run: () => {
        const { root } = source.mirror;
        const all = root === undefined ? [] : world.childrenOf(root);
        selection.set(all.filter((entity) => world.has(entity, IsModel) || world.has(entity, IsLight)));
      },
    },
    {
      menu: "Edit",
      group: "choice",
      id: "edit.select-none",
      title: "Select nothing",
      keys: ["Ctrl+Shift+A", "Escape"],
      // Fields and boxes have their own use for Escape.
      isEnabled: () =>
        selection.entities.length > 0 && document.querySelector("dialog[open], input:focus, textarea:focus") === null,
      run: () => selection.clear(),
    },
  ];
}
