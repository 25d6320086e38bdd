import type { OpenWorlds } from "../client/open-worlds.ts";
import type { WorldView } from "../client/world-view.ts";
import { Notices, type NoticeWords } from "../ui/notices.ts";
import { worldTitle } from "./dock/world-panels.ts";

/**
 * The page's notices from the parts of one world. If several worlds are open, each notice says which one it is about.
 */
export class WorldNotices extends Notices {
  readonly #page: Notices;
  readonly #view: WorldView;
  readonly #worlds: OpenWorlds;

  constructor(page: Notices, view: WorldView, worlds: OpenWorlds) {
    super(page.list);
    this.#page = page;
    this.#view = view;
    this.#worlds = worlds;
  }

  override show({ text, cause, ...words }: NoticeWords): Disposable {
    const open = this.#worlds.list.current;
    return this.#page.show({
      ...words,
      text: open.length > 1 ? `${worldTitle(this.#view, open)}: ${text}` : text,
      ...(cause !== undefined && { cause: `${cause} ${this.#view.namespace}` }),
    });
  }

  override close(id: number): void {
    this.#page.close(id);
  }
}
