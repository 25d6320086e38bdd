import { type Pen, type Stroke, type TextStyle } from "./pen.ts";
import { fontRuns, type StandardFont } from "./text-width.ts";

const FONTS: Readonly<Record<StandardFont, string>> = { helvetica: "/F0", "helvetica-bold": "/F1", symbol: "/F2" };

/** Writes what is drawn as operators of PDF, in px from the upper left corner. */
export class PdfPen implements Pen {
  readonly #lines: string[] = [];
  /** Of the path that is being built. */
  #path: string[] = [];
  readonly #opacities: number[] = [1];
  /** What was set last: the same is not set twice. */
  #state: State = START;
  #stateOutside: State = START;

  /** Opacities in use; their indices name the graphics states. */
  get opacities(): readonly number[] {
    return this.#opacities;
  }

  /** Returns the operators. */
  finish(): string {
    return this.#lines.join("\n");
  }

  moveTo(x: number, y: number): void {
    this.#path.push(`${round(x)} ${round(y)} m`);
  }

  lineTo(x: number, y: number): void {
    this.#path.push(`${round(x)} ${round(y)} l`);
  }

  stroke({ colour, width, dash, opacity }: Stroke): void {
    if (this.#path.length === 0) return;
    this.#set("opacity", this.#opacity(opacity));
    this.#set("stroke", `${channels(colour)} RG`);
    this.#set("width", `${round(width)} w`);
    this.#set("dash", `[${dash.map(round).join(" ")}] 0 d`);
    this.#paint("S");
  }

  fill(colour: string, opacity: number): void {
    if (this.#path.length === 0) return;
    this.#set("opacity", this.#opacity(opacity));
    this.#set("fill", `${channels(colour)} rg`);
    this.#paint("f");
  }

  polyline(pairs: Float64Array, count: number, style: Stroke): void {
    let isDown = false;
    for (let i = 0; i < count; i++) {
      const [x, y] = [pairs[2 * i]!, pairs[2 * i + 1]!];
      if (Number.isNaN(x)) isDown = false;
      else {
        if (isDown) this.lineTo(x, y);
        else this.moveTo(x, y);
        isDown = true;
      }
    }
    this.stroke(style);
  }

  fillRect(x: number, y: number, width: number, height: number, colour: string, opacity: number): void {
    this.#path.push(`${[x, y, width, height].map(round).join(" ")} re`);
    this.fill(colour, opacity);
  }

  fillText(text: string, x: number, y: number, { colour, size, isBold, anchor, isUpright }: TextStyle): void {
    const runs = fontRuns(text, isBold);
    if (runs.length === 0) return;
    const length = runs.reduce((sum, run) => sum + run.width, 0) * size;
    const back = anchor === "start" ? 0 : anchor === "middle" ? length / 2 : length;
    // Mirrored, as y points downwards here.
    const matrix = isUpright ? `0 -1 -1 0 ${round(x)} ${round(y + back)}` : `1 0 0 -1 ${round(x - back)} ${round(y)}`;
    this.#set("opacity", this.#opacity(1));
    this.#set("fill", `${channels(colour)} rg`);
    const shown = runs.map(
      ({ font, codes, size: share, rise }) =>
        `${FONTS[font]} ${round(size * share)} Tf ${round(size * rise)} Ts ${literal(codes)} Tj`,
    );
    this.#lines.push(`BT ${matrix} Tm ${shown.join(" ")} ET`);
  }

  clip(x: number, y: number, width: number, height: number): void {
    this.#lines.push(`q ${[x, y, width, height].map(round).join(" ")} re W n`);
    this.#stateOutside = { ...this.#state };
  }

  unclip(): void {
    this.#lines.push("Q");
    this.#state = this.#stateOutside;
  }

  beginGroup(): void {}

  endGroup(): void {}

  #paint(operator: string): void {
    this.#lines.push(this.#path.join("\n"), operator);
    this.#path = [];
  }

  #set(name: keyof State, operator: string): void {
    if (this.#state[name] === operator) return;
    this.#state = { ...this.#state, [name]: operator };
    this.#lines.push(operator);
  }

  #opacity(opacity: number): string {
    const share = Math.round(Math.min(1, Math.max(0, opacity)) * 100) / 100;
    if (!this.#opacities.includes(share)) this.#opacities.push(share);
    return `/A${this.#opacities.indexOf(share)} gs`;
  }
}

interface State {
  readonly opacity: string;
  readonly stroke: string;
  readonly fill: string;
  readonly width: string;
  readonly dash: string;
}

const START: State = { opacity: "", stroke: "", fill: "", width: "", dash: "[] 0 d" };

function channels(colour: string): string {
  if (!/^#[\da-f]{6}$/i.test(colour)) return "0 0 0";
  return [1, 3, 5]
    .map((at) => String(Math.round((Number.parseInt(colour.slice(at, at + 2), 16) / 255) * 1000) / 1000))
    .join(" ");
}

/** A string with all but ASCII as octal numbers. */
function literal(codes: readonly number[]): string {
  const letters = codes.map((code) => {
    if (code === 40 || code === 41 || code === 92) return `\\${String.fromCharCode(code)}`;
    return code >= 32 && code < 127 ? String.fromCharCode(code) : `\\${code.toString(8).padStart(3, "0")}`;
  });
  return `(${letters.join("")})`;
}

/** Hundredths of a pixel are finer than any printer. */
function round(value: number): string {
  return String(Math.round(value * 100) / 100);
}
