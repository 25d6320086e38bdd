import { type Box } from "../axes/axis-layout.ts";

/**
 * Writes lines in px as pairs of x and y, cut off a little outside a frame: far away, pens lose their precision. NaN and
 * NaN stand between lines. The state is in fields, as module variables would allocate a number for each point.
 */
export class PathTracer {
  /** Longer than what is written. */
  pairs = new Float64Array(8192);
  length = 0;
  #left = 0;
  #right = 0;
  #top = 0;
  #bottom = 0;
  #isStepped = false;
  /** The point before; NaN after an interruption. */
  #lastX = NaN;
  #lastY = NaN;
  /** Whether the end of what was written is where the next line begins. */
  #isDown = false;
  /** Whether no line leads to the point before. */
  #isAlone = false;

  /** Forgets what was written. */
  begin({ x, y, width, height }: Box, isStepped: boolean): void {
    this.#left = x - MARGIN;
    this.#right = x + width + MARGIN;
    this.#top = y - MARGIN;
    this.#bottom = y + height + MARGIN;
    this.#isStepped = isStepped;
    this.length = 0;
    this.#isDown = this.#isAlone = false;
    this.#lastX = this.#lastY = NaN;
  }

  /** Leads the line to a point. What is not finite interrupts it. */
  add(x: number, y: number): void {
    if (!(Math.abs(x) <= Number.MAX_VALUE && Math.abs(y) <= Number.MAX_VALUE)) return this.interrupt();
    const lastX = this.#lastX;
    const lastY = this.#lastY;
    this.#lastX = x;
    this.#lastY = y;
    if (Number.isNaN(lastX)) {
      this.#isAlone = true;
    } else if (x !== lastX || y !== lastY) {
      this.#isAlone = false;
      if (this.#isStepped && y !== lastY) {
        this.#line(lastX, lastY, x, lastY);
        this.#line(x, lastY, x, y);
      } else this.#line(lastX, lastY, x, y);
    }
  }

  /** Makes a gap. A point between two gaps is shown as a short line. */
  interrupt(): void {
    if (this.#isAlone) this.#dot(this.#lastX, this.#lastY);
    this.#isAlone = false;
    this.#lastX = this.#lastY = NaN;
    this.#lift();
  }

  /** Leaves no gap at the end. */
  finish(): void {
    this.interrupt();
    if (this.length > 0 && Number.isNaN(this.pairs[this.length - 1]!)) this.length -= 2;
  }

  /** Writes the part of a line that is within the bounds. */
  #line(x0: number, y0: number, x1: number, y1: number): void {
    const isInside = x1 >= this.#left && x1 <= this.#right && y1 >= this.#top && y1 <= this.#bottom;
    if (isInside && this.#isDown) return this.#push(x1, y1);
    const [dx, dy] = [x1 - x0, y1 - y0];
    const enter = Math.max(
      0,
      entering(dx, this.#left - x0, this.#right - x0),
      entering(dy, this.#top - y0, this.#bottom - y0),
    );
    const leave = Math.min(
      1,
      leaving(dx, this.#left - x0, this.#right - x0),
      leaving(dy, this.#top - y0, this.#bottom - y0),
    );
    if (enter > leave) return this.#lift();
    if (!this.#isDown || enter > 0) {
      this.#lift();
      if (enter === 0) this.#push(x0, y0);
      else this.#pushWithin(x0 + dx * enter, y0 + dy * enter);
    }
    if (leave === 1) this.#push(x1, y1);
    else this.#pushWithin(x0 + dx * leave, y0 + dy * leave);
    this.#isDown = leave === 1;
  }

  #dot(x: number, y: number): void {
    this.#lift();
    if (x < this.#left || x > this.#right || y < this.#top || y > this.#bottom) return;
    this.#push(x - 1, y);
    this.#push(x + 1, y);
  }

  #lift(): void {
    if (this.length > 0 && !Number.isNaN(this.pairs[this.length - 1]!)) this.#push(NaN, NaN);
    this.#isDown = false;
  }

  /** The sum of a number that is far away and of its way back is not exact. */
  #pushWithin(x: number, y: number): void {
    this.#push(Math.min(this.#right, Math.max(this.#left, x)), Math.min(this.#bottom, Math.max(this.#top, y)));
  }

  #push(x: number, y: number): void {
    if (this.length + 2 > this.pairs.length) {
      const longer = new Float64Array(this.pairs.length * 2);
      longer.set(this.pairs);
      this.pairs = longer;
    }
    this.pairs[this.length] = x;
    this.pairs[this.length + 1] = y;
    this.length += 2;
  }
}

/** Outside the frame, in px: more than half of any line's width. */
const MARGIN = 40;

/** Returns the share of a line after which it is beyond the nearer of two bounds, along one axis. */
function entering(d: number, low: number, high: number): number {
  if (d === 0) return low <= 0 && high >= 0 ? 0 : Infinity;
  return d > 0 ? low / d : high / d;
}

function leaving(d: number, low: number, high: number): number {
  if (d === 0) return 1;
  return d > 0 ? high / d : low / d;
}
