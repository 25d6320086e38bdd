import { element, setText } from "./dom.ts";

/** A titled box with a list, a count beside the title, and a sentence for when the list is empty. */
export class Panel<Item> {
  readonly element: HTMLElement;
  readonly #count = element("span", { class: "count" });
  readonly #list = element("ul");
  readonly #empty: HTMLElement;
  readonly #row: (item: Item) => HTMLLIElement;
  #shown = "";

  constructor(options: { id: string; title: string; empty: string; row: (item: Item) => HTMLLIElement }) {
    const { id, title, empty, row } = options;
    this.#row = row;
    this.#empty = element("p", { class: "empty" }, empty);
    const heading = element("h2", { id: `${id}-title` }, title);
    this.element = element(
      "section",
      { class: "panel", id, "aria-labelledby": `${id}-title` },
      element("header", {}, heading, this.#count),
      this.#list,
      this.#empty,
    );
    this.show([]);
  }

  /** Rows are made anew only when an item differs: a selection of text in them stays. */
  show(items: readonly Item[]): void {
    const content = JSON.stringify(items);
    if (content === this.#shown) return;
    this.#shown = content;
    setText(this.#count, items.length === 0 ? "" : String(items.length));
    this.#list.replaceChildren(...items.map(this.#row));
    this.#list.hidden = items.length === 0;
    this.#empty.hidden = items.length > 0;
  }
}
