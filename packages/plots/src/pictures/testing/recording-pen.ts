import { type Pen, type Stroke, type TextStyle } from "../pens/pen.ts";

/** What was drawn, for tests. */
export class RecordingPen implements Pen {
  readonly texts: { readonly text: string; readonly x: number; readonly y: number; readonly style: TextStyle }[] = [];
  readonly lines: { readonly points: readonly (readonly [number, number])[]; readonly style: Stroke }[] = [];
  readonly areas: { readonly points: readonly (readonly [number, number])[]; readonly colour: string }[] = [];
  readonly rects: { readonly x: number; readonly y: number; readonly width: number; readonly height: number }[] = [];
  readonly groups: string[] = [];
  isClipped = false;
  #path: (readonly [number, number])[] = [];

  moveTo(x: number, y: number): void {
    this.#path.push([x, y]);
  }

  lineTo(x: number, y: number): void {
    this.#path.push([x, y]);
  }

  stroke(style: Stroke): void {
    if (this.#path.length > 0) this.lines.push({ points: this.#path, style });
    this.#path = [];
  }

  fill(colour: string): void {
    if (this.#path.length > 0) this.areas.push({ points: this.#path, colour });
    this.#path = [];
  }

  polyline(pairs: Float64Array, count: number, style: Stroke): void {
    const points = Array.from({ length: count }, (_, i) => [pairs[2 * i]!, pairs[2 * i + 1]!] as const);
    this.lines.push({ points, style });
  }

  fillRect(x: number, y: number, width: number, height: number): void {
    this.rects.push({ x, y, width, height });
  }

  fillText(text: string, x: number, y: number, style: TextStyle): void {
    this.texts.push({ text, x, y, style });
  }

  clip(): void {
    if (this.isClipped) throw new Error("a clip within a clip");
    this.isClipped = true;
  }

  unclip(): void {
    this.isClipped = false;
  }

  beginGroup(name: string): void {
    this.groups.push(name);
  }

  endGroup(): void {}
}
