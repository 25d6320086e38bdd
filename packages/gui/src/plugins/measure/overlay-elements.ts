/** Paths over the picture, reused in the next frame. */
export class OverlayPaths {
  readonly #svg = document.createElementNS(SVG, "svg");
  readonly #paths: SVGPathElement[] = [];
  #used = 0;

  constructor(box: HTMLElement) {
    this.#svg.setAttribute("class", "measure-lines");
    box.append(this.#svg);
  }

  put(className: string, d: string): void {
    let path = this.#paths[this.#used];
    if (path === undefined) {
      path = document.createElementNS(SVG, "path");
      this.#paths.push(path);
      this.#svg.append(path);
    }
    this.#used++;
    if (path.getAttribute("class") !== className) path.setAttribute("class", className);
    path.setAttribute("d", d);
  }

  /** Removes the paths that were not drawn again. */
  finish(): void {
    for (const path of this.#paths.splice(this.#used)) path.remove();
    this.#used = 0;
  }

  remove(): void {
    this.#svg.remove();
  }
}

/** Labels over the picture, placed by their middles and reused in the next frame. */
export class OverlayLabels {
  readonly #box: HTMLElement;
  readonly #labels: HTMLElement[] = [];
  #used = 0;

  constructor(box: HTMLElement) {
    this.#box = box;
  }

  put(text: string, { x, y }: { readonly x: number; readonly y: number }, look: string): void {
    let label = this.#labels[this.#used];
    if (label === undefined) {
      label = document.createElement("div");
      this.#labels.push(label);
      this.#box.append(label);
    }
    this.#used++;
    const className = `measure-label ${look}`.trim();
    if (label.className !== className) label.className = className;
    if (label.textContent !== text) label.textContent = text;
    label.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) translate(-50%, -50%)`;
  }

  finish(): void {
    for (const label of this.#labels.splice(this.#used)) label.remove();
    this.#used = 0;
  }

  remove(): void {
    for (const label of this.#labels) label.remove();
  }
}

const SVG = "http://www.w3.org/2000/svg";
