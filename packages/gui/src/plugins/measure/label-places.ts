/** In pixels of the canvas. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** A label, and the line that it belongs to. */
export interface Labelled extends Size {
  readonly from: Point;
  readonly to: Point;
}

/** Returns the middles of labels: beside their lines and clear of the ends, inside the canvas, without overlaps. */
export function labelPlaces(labels: readonly Labelled[], canvas: Size): readonly Point[] {
  const placed: (Point & Size)[] = [];
  for (const label of labels) {
    const { width, height } = label;
    const place = kept(beside(label), label, canvas);
    const { x } = place;
    let { y } = place;
    for (let tries = 0; tries < labels.length; tries++) {
      const other = placed.find((one) => overlaps(one, { x, y, width, height }));
      if (other === undefined) break;
      y = other.y + (other.height + height) / 2 + AIR;
    }
    placed.push({ x, y, width, height });
  }
  return placed.map(({ x, y }) => ({ x, y }));
}

/** Returns a place beside the line at its middle, or beyond both ends if these are too close together. */
function beside({ from, to, width, height }: Labelled): Point {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy);
  const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
  if (length < width) return { x: middle.x, y: Math.min(from.y, to.y) - OFF - height / 2 };
  // Above the line.
  const sign = dx > 0 || (dx === 0 && dy > 0) ? 1 : -1;
  const [nx, ny] = [(sign * dy) / length, (-sign * dx) / length];
  const away = OFF + (Math.abs(nx) * width + Math.abs(ny) * height) / 2;
  return { x: middle.x + nx * away, y: middle.y + ny * away };
}

function kept({ x, y }: Point, { width, height }: Size, canvas: Size): Point {
  const within = (value: number, half: number, end: number): number =>
    Math.min(Math.max(value, half + AIR), Math.max(half + AIR, end - half - AIR));
  return { x: within(x, width / 2, canvas.width), y: within(y, height / 2, canvas.height) };
}

function overlaps(a: Point & Size, b: Point & Size): boolean {
  return Math.abs(a.x - b.x) < (a.width + b.width) / 2 && Math.abs(a.y - b.y) < (a.height + b.height) / 2;
}

/** Distance in pixels from a line, and from the marks at its ends. */
const OFF = 10;
const AIR = 4;
