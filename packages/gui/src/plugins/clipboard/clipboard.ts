import type { WorldApp } from "../../shell/app.ts";
import { commandItem } from "../../shell/commands/command-item.tsx";
import type { GuiEvents } from "../../shell/events.ts";
import { defineGuiPlugin } from "../../shell/plugins/plugin.ts";
import type { MenuItem } from "../../ui/menu.tsx";
import type { SurfacePlace } from "../insert/api.ts";
import { sceneSessionOf } from "../scene/api.ts";
import { ClipboardWork } from "./clipboard-work.ts";
import { readClipboard } from "./read-clipboard.ts";
import { editCommands } from "./edit-commands.ts";

/** Copy, paste, duplicate, delete and rename, wherever something is selected. */
export default defineGuiPlugin({
  id: "clipboard",
  title: "Clipboard",
  summary: "Copy, paste, duplicate, delete and rename",
  dock: "right",
  startWorld(app) {
    const work = new ClipboardWork(app);
    const pointer = new Pointer(app);
    const parts = new DisposableStack();
    parts.use(pointer);
    parts.use(app.commands.add(...editCommands(app, work, () => pointer.place())));
    parts.use(app.events.on("sceneMenu", (menu) => addToScene(app, work, menu)));
    parts.use(app.events.on("treeMenu", ({ items }) => items.splice(1, 0, ...itemsFor(app))));
    parts.use(app.offers.pastes.take((text) => takePaste(app, work, pointer, text)));
    return parts;
  },
});

/** Runs the command with the text that the browser hands over, so that it is refused for the same reasons. */
function takePaste(app: WorldApp, work: ClipboardWork, pointer: Pointer, text: string | undefined): boolean {
  const paste = app.commands.list.current.find(({ id }) => id === "edit.paste");
  if (paste === undefined) return false;
  app.commands.perform({ ...paste, run: () => work.paste(text, pointer.place()) });
  return true;
}

/** Where the pointer is in the scene, if it is there. */
class Pointer implements Disposable {
  readonly #app: WorldApp;
  readonly #listening: Disposable;
  #last: { readonly x: number; readonly y: number } | undefined;

  constructor(app: WorldApp) {
    this.#app = app;
    this.#listening = app.events.on("hover", ({ x, y }) => (this.#last = { x, y }));
  }

  [Symbol.dispose](): void {
    this.#listening[Symbol.dispose]();
  }

  place(): SurfacePlace | undefined {
    const open = sceneSessionOf(this.#app).open.current;
    if (open === undefined || this.#last === undefined || !open.view.canvas.matches(":hover")) return undefined;
    // Things may have moved since.
    const { point, normal } = open.input.placeAt(this.#last.x, this.#last.y);
    return point && { point, normal };
  }
}

function itemsFor({ commands }: WorldApp): MenuItem[] {
  const ids = ["edit.cut", "edit.copy", "edit.duplicate", "edit.rename", "edit.delete"];
  return ids.flatMap((id, i) => {
    const command = commands.list.current.find((one) => one.id === id);
    return command === undefined ? [] : [{ ...commandItem(command, commands), startsGroup: i === 0 }];
  });
}

function addToScene(app: WorldApp, work: ClipboardWork, { items, point, normal }: GuiEvents["sceneMenu"]): void {
  const { commands } = app;
  const { selection } = app.view;
  const paste = commands.list.current.find(({ id }) => id === "edit.paste");
  if (paste === undefined) return;
  const chosen = selection.entities.length === 0 ? [] : itemsFor(app);
  const here: MenuItem = {
    ...commandItem(paste, commands),
    title: "Paste here",
    startsGroup: chosen.length === 0,
    run: () =>
      commands.perform({
        ...paste,
        run: async () => work.paste(await readClipboard(), point && { point, normal }),
      }),
  };
  chosen.splice(2, 0, here);
  const at = items.findIndex(({ id }) => id === "scene.frame-all");
  if (at < 0) return void items.push(...chosen);
  items.splice(at, 1, ...chosen, { ...items[at]!, startsGroup: true });
}
