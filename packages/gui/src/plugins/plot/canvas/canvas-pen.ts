import type { MeasureText, Pen, Stroke, TextStyle } from "@orrery/plots";

/** Draws on a canvas of the page. */
export class CanvasPen implements Pen {
  readonly #context: CanvasRenderingContext2D;
  readonly #family: string;

  constructor(context: CanvasRenderingContext2D, family: string) {
    this.#context = context;
    this.#family = family;
    context.beginPath();
  }

  moveTo(x: number, y: number): void {
    this.#context.moveTo(x, y);
  }

  lineTo(x: number, y: number): void {
    this.#context.lineTo(x, y);
  }

  stroke(style: Stroke): void {
    this.#use(style);
    this.#context.stroke();
    this.#context.globalAlpha = 1;
    this.#context.beginPath();
  }

  fill(colour: string, opacity: number): void {
    this.#context.fillStyle = colour;
    this.#context.globalAlpha = opacity;
    this.#context.fill();
    this.#context.globalAlpha = 1;
    this.#context.beginPath();
  }

  polyline(pairs: Float64Array, count: number, style: Stroke): void {
    const context = this.#context;
    context.beginPath();
    let isOpen = false;
    for (let i = 0; i < count; i++) {
      const x = pairs[2 * i]!;
      // NaN, which differs from itself, interrupts the line.
      if (x !== x) isOpen = false;
      else if (isOpen) context.lineTo(x, pairs[2 * i + 1]!);
      else {
        context.moveTo(x, pairs[2 * i + 1]!);
        isOpen = true;
      }
    }
    this.stroke(style);
  }

  fillRect(x: number, y: number, width: number, height: number, colour: string, opacity: number): void {
    this.#context.fillStyle = colour;
    this.#context.globalAlpha = opacity;
    this.#context.fillRect(x, y, width, height);
    this.#context.globalAlpha = 1;
  }

  fillText(text: string, x: number, y: number, { colour, size, isBold, anchor, isUpright }: TextStyle): void {
    const context = this.#context;
    context.font = fontOf(this.#family, size, isBold);
    context.fillStyle = colour;
    context.textAlign = anchor === "middle" ? "center" : anchor;
    if (!isUpright) {
      context.fillText(text, x, y);
      return;
    }
    context.save();
    context.translate(x, y);
    context.rotate(-Math.PI / 2);
    context.fillText(text, 0, 0);
    context.restore();
  }

  clip(x: number, y: number, width: number, height: number): void {
    this.#context.save();
    this.#context.beginPath();
    this.#context.rect(x, y, width, height);
    this.#context.clip();
    this.#context.beginPath();
  }

  unclip(): void {
    this.#context.restore();
    this.#context.beginPath();
  }

  beginGroup(): void {
    // A canvas has no named groups.
  }

  endGroup(): void {
    // Nor has it groups to end.
  }

  #use({ colour, width, dash, opacity }: Stroke): void {
    const context = this.#context;
    context.strokeStyle = colour;
    context.lineWidth = width;
    context.lineJoin = "round";
    context.globalAlpha = opacity;
    context.setLineDash(dash as number[]);
  }
}

/** Returns a function that measures texts as a canvas draws them. */
export function canvasMeasure(context: CanvasRenderingContext2D, family: string): MeasureText {
  const known = new Map<string, number>();
  return (text, size, isBold) => {
    const key = `${isBold ? "b" : ""}${size} ${text}`;
    let width = known.get(key);
    if (width === undefined) {
      if (known.size > 2000) known.clear();
      context.font = fontOf(family, size, isBold);
      known.set(key, (width = context.measureText(text).width));
    }
    return width;
  };
}

function fontOf(family: string, size: number, isBold: boolean): string {
  return `${isBold ? "600 " : ""}${size}px ${family}`;
}
