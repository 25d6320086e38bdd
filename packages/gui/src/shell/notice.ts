import { element, setText } from "../ui/dom.ts";
import { icon } from "../ui/icon.ts";

/** The last thing that went wrong, until it is dismissed or something newer comes. */
export class Notice {
  readonly element: HTMLElement;
  readonly #text = element("p", { role: "alert" });

  constructor() {
    const close = element("button", { type: "button", class: "tool", "aria-label": "Dismiss", title: "Dismiss" });
    close.append(icon("close"));
    close.addEventListener("click", () => this.clear());
    this.element = element("div", { class: "notice", id: "notice" }, this.#text, close);
    this.clear();
  }

  show(text: string): void {
    setText(this.#text, text);
    this.element.hidden = false;
  }

  clear(): void {
    setText(this.#text, "");
    this.element.hidden = true;
  }
}
