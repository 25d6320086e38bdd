import { drawPicture } from "../draw.ts";
import { type PictureData } from "../curves/drawn-curve.ts";
import { type MeasureText, type Pen, type Stroke, type TextStyle } from "./pen.ts";
import { fileSize, type FileSize } from "./file-size.ts";
import { plainText } from "./plain-text.ts";
import { type PictureDescription } from "../plot-description.ts";
import { helveticaWidth } from "./text-width.ts";

export interface SvgOptions extends FileSize {
  /** Begins the ids within: two pictures in one page need different ones. */
  readonly id?: string;
}

/** Returns a picture as a file of its own: SVG 1.1, with fonts of the reader's machine. The same input, the same text. */
export function svgPicture(picture: PictureDescription, data: PictureData, options: SvgOptions): string {
  const { width, height } = fileSize(options);
  const pen = new SvgPen(options.id ?? "plot");
  drawPicture(pen, picture, data, { width, height, measure: measureSvg });
  const size = `width="${round(options.width)}${options.unit}" height="${round(options.height)}${options.unit}"`;
  const title = plainText(
    picture.title || picture.plots.map((plot) => plot.title).find((text) => text !== "") || "Plot",
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<svg xmlns="http://www.w3.org/2000/svg" ${size} viewBox="0 0 ${round(width)} ${round(height)}" role="img"`,
    " font-family=\"Helvetica, Arial, 'Liberation Sans', 'Nimbus Sans', sans-serif\" stroke-linejoin=\"round\">",
    `<title>${escaped(title)}</title>`,
    pen.finish(),
    "</svg>",
    "",
  ].join("\n");
}

/** A bit more than Helvetica: the reader's machine may have a different font. */
const measureSvg: MeasureText = (text, size, isBold) => helveticaWidth(text, size, isBold) * 1.04;

/** Writes what is drawn as elements of SVG. */
class SvgPen implements Pen {
  readonly #id: string;
  readonly #lines: string[] = [];
  /** Of the path that is being built. */
  #path: string[] = [];
  #clips = 0;

  constructor(id: string) {
    this.#id = id.replaceAll(/[^A-Za-z0-9_-]/g, "") || "plot";
  }

  /** Returns the elements. */
  finish(): string {
    return this.#lines.join("\n");
  }

  moveTo(x: number, y: number): void {
    this.#path.push(`M${round(x)} ${round(y)}`);
  }

  lineTo(x: number, y: number): void {
    this.#path.push(`L${round(x)} ${round(y)}`);
  }

  stroke(style: Stroke): void {
    if (this.#path.length > 0) this.#lines.push(`<path d="${this.#path.join("")}" ${strokeAttributes(style)}/>`);
    this.#path = [];
  }

  fill(colour: string, opacity: number): void {
    if (this.#path.length > 0)
      this.#lines.push(`<path d="${this.#path.join("")}" ${fillAttributes(colour, opacity)}/>`);
    this.#path = [];
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
    const box = `x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}"`;
    this.#lines.push(`<rect ${box} ${fillAttributes(colour, opacity)}/>`);
  }

  fillText(text: string, x: number, y: number, { colour, size, isBold, anchor, isUpright }: TextStyle): void {
    if (text === "") return;
    const place = isUpright
      ? `transform="translate(${round(x)} ${round(y)}) rotate(-90)"`
      : `x="${round(x)}" y="${round(y)}"`;
    const weight = isBold ? ' font-weight="bold"' : "";
    const side = anchor === "start" ? "" : ` text-anchor="${anchor}"`;
    // Two spaces in a row count.
    const spaces = /\s\s/.test(text) ? ' xml:space="preserve"' : "";
    const style = `font-size="${round(size)}" fill="${colourOf(colour)}"${weight}${side}${spaces}`;
    this.#lines.push(`<text ${place} ${style}>${escaped(text)}</text>`);
  }

  clip(x: number, y: number, width: number, height: number): void {
    const id = `${this.#id}-clip-${++this.#clips}`;
    const box = `x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}"`;
    this.#lines.push(`<clipPath id="${id}"><rect ${box}/></clipPath>`, `<g clip-path="url(#${id})">`);
  }

  unclip(): void {
    this.#lines.push("</g>");
  }

  beginGroup(name: string): void {
    this.#lines.push("<g>", `<title>${escaped(name)}</title>`);
  }

  endGroup(): void {
    this.#lines.push("</g>");
  }
}

function strokeAttributes({ colour, width, dash, opacity }: Stroke): string {
  const dashes = dash.length > 0 ? ` stroke-dasharray="${dash.map(round).join(" ")}"` : "";
  const share = opacity < 1 ? ` stroke-opacity="${round(opacity)}"` : "";
  return `fill="none" stroke="${colourOf(colour)}" stroke-width="${round(width)}"${dashes}${share}`;
}

function fillAttributes(colour: string, opacity: number): string {
  return `fill="${colourOf(colour)}"${opacity < 1 ? ` fill-opacity="${round(opacity)}"` : ""}`;
}

/** Colours may come from outside, as themes do. */
function colourOf(colour: string): string {
  return /^#[\da-f]{6}$/i.test(colour) ? colour : "#000000";
}

function escaped(text: string): string {
  return plainText(text)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

/** Hundredths of a pixel are finer than any printer. */
function round(value: number): string {
  return String(Math.round(value * 100) / 100);
}
