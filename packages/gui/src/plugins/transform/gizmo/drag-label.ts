import type { Readout } from "./readout.ts";
import type { Point } from "./screen-space.ts";

/** Shows the values of the handle in use beside the pointer. */
export class DragLabel {
  readonly #element = document.createElement("div");

  constructor(box: HTMLElement) {
    this.#element.className = "drag-label";
    this.#element.setAttribute("role", "status");
    this.#element.hidden = true;
    box.append(this.#element);
  }

  show({ lines, typed, problem, note }: Readout, { x, y }: Point): void {
    const rows = lines.map(({ axis, text, result }) => {
      const row = document.createElement("p");
      if (axis !== undefined) row.append(span(`letter axis-${axis}`, axis));
      row.append(span("amount", text));
      if (result !== "") row.append(span("result", `→ ${result}`));
      return row;
    });
    const extra = [
      ...(typed === undefined ? [] : [paragraph("typed", typed)]),
      ...(problem === undefined ? [] : [paragraph("problem", problem)]),
      ...(note === undefined ? [] : [paragraph("note", note)]),
    ];
    this.#element.replaceChildren(...rows, ...extra);
    this.#element.hidden = false;
    const { offsetWidth: width, offsetHeight: height, parentElement } = this.#element;
    const { clientWidth = 0, clientHeight = 0 } = parentElement ?? {};
    const left = x + AWAY + width > clientWidth ? x - AWAY - width : x + AWAY;
    const top = y + AWAY + height > clientHeight ? y - AWAY - height : y + AWAY;
    this.#element.style.transform = `translate(${Math.round(Math.max(0, left))}px, ${Math.round(Math.max(0, top))}px)`;
  }

  hide(): void {
    this.#element.hidden = true;
  }

  remove(): void {
    this.#element.remove();
  }
}

function span(className: string, text: string): HTMLElement {
  const element = document.createElement("span");
  element.className = className;
  element.textContent = text;
  return element;
}

function paragraph(className: string, text: string): HTMLElement {
  const element = document.createElement("p");
  element.className = className;
  element.textContent = text;
  return element;
}

/** Pixels from the pointer. */
const AWAY = 18;
