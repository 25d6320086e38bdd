import { ClipboardPaste, Copy, CopyPlus, MousePointer2, Pencil, Scissors, Trash2 } from "lucide-react";
import type { Entity } from "@orrery/sim";
import { IsLight, IsModel } from "@orrery/sim/components";
import { whyNoEditing } from "../../client/may-edit.ts";
import type { WorldApp } from "../../shell/app.ts";
import type { Command } from "../../shell/commands/commands.ts";
import type { SurfacePlace } from "../insert/api.ts";
import type { ClipboardWork } from "./clipboard-work.ts";
import { hasMarkedText } from "./marked-text.ts";
import { readClipboard } from "./read-clipboard.ts";
import { renameChosen, whyNoName } from "../entity-tree/api.ts";
import { placedTargets, topTargets, type Targets } from "./targets.ts";

/** Lists what can be done with the selection: for the menu Edit, keys, and the menus of scene and tree. */
export function editCommands(
  app: WorldApp,
  work: ClipboardWork,
  underPointer: () => SurfacePlace | undefined,
): Command[] {
  return [...clipboardCommands(app, work, underPointer), ...entityCommands(app, work), ...choiceCommands(app)];
}

/** Lists cut, copy and paste. Selected text is cut and copied rather than entities. */
function clipboardCommands(
  app: WorldApp,
  work: ClipboardWork,
  underPointer: () => SurfacePlace | undefined,
): readonly Command[] {
  return [
    {
      ...IN_MENU,
      id: "edit.cut",
      title: "Cut",
      icon: Scissors,
      keys: "Ctrl+X",
      isEnabled: () => !hasMarkedText(),
      ...onto(app, topsOf(app, "cut"), (entities) => work.cut(entities), { edits: true }),
    },
    {
      ...IN_MENU,
      id: "edit.copy",
      title: "Copy",
      icon: Copy,
      keys: "Ctrl+C",
      isEnabled: () => !hasMarkedText(),
      ...onto(app, topsOf(app, "copied"), (entities) => work.copy(entities), { edits: false }),
    },
    {
      ...IN_MENU,
      id: "edit.paste",
      title: "Paste",
      icon: ClipboardPaste,
      keys: "Ctrl+V",
      leavesKeys: true,
      whyNot: () => whyNoEditing(app.view),
      run: async () => work.paste(await readClipboard(), underPointer()),
    },
  ];
}

/** Lists commands that change the selected entities without the clipboard. */
function entityCommands(app: WorldApp, work: ClipboardWork): readonly Command[] {
  const { view } = app;
  const { selection } = view;
  const { world } = view.mirror;
  const placed = (): Targets => placedTargets(world, selection.entities, "deleted");
  return [
    {
      ...IN_MENU,
      id: "edit.duplicate",
      title: "Duplicate",
      icon: CopyPlus,
      keys: "Ctrl+D",
      ...onto(app, topsOf(app, "duplicated"), (entities) => work.duplicate(entities), { edits: true }),
    },
    {
      ...IN_MENU,
      id: "edit.delete",
      title: "Delete",
      icon: Trash2,
      keys: ["Delete", "Backspace"],
      ...onto(app, placed, (entities) => work.delete(entities), { edits: true }),
    },
    {
      ...IN_MENU,
      id: "edit.rename",
      title: "Rename…",
      icon: Pencil,
      keys: "F2",
      whyNot: () => whyNoEditing(view) ?? whyNoName(world, selection.primary),
      run: () => renameChosen(app),
    },
  ];
}

function choiceCommands({ view }: WorldApp): readonly Command[] {
  const { selection } = view;
  const { world } = view.mirror;
  return [
    {
      menu: "Edit",
      group: "choice",
      id: "edit.select-all",
      title: "Select all",
      icon: MousePointer2,
      keys: "Ctrl+A",
      run: () => {
        const { root } = view.mirror;
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
      // Fields and dialogs need Escape themselves.
      isEnabled: () =>
        selection.entities.length > 0 && document.querySelector("dialog[open], input:focus, textarea:focus") === null,
      run: () => selection.clear(),
    },
  ];
}

const IN_MENU = { menu: "Edit", group: "clipboard" } as const;

/**
 * Returns a function that finds the selected entities directly below the world, or says why they cannot be `verb`:
 * "cut", "copied".
 */
function topsOf({ view }: WorldApp, verb: string): () => Targets {
  return () => topTargets(view.mirror.world, view.selection.entities, verb);
}

/** Makes a command act on its targets, or say why it cannot. */
function onto(
  { view }: WorldApp,
  targets: () => Targets,
  act: (entities: readonly Entity[]) => Promise<void>,
  { edits }: { readonly edits: boolean },
): Pick<Command, "whyNot" | "run"> {
  return {
    whyNot: () => {
      const found = targets();
      return (edits ? whyNoEditing(view) : undefined) ?? ("reason" in found ? found.reason : undefined);
    },
    run: () => {
      const found = targets();
      return "entities" in found ? act(found.entities) : undefined;
    },
  };
}
