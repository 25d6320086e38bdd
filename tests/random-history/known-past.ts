import type { WorldInput } from "../../packages/sim/src/runner/world-input.ts";

/** An input on a line of history, and the number of steps before it. */
export interface Bend {
  readonly before: Bend | undefined;
  readonly tick: number;
  /** Undefined for the very first one, which stands for the start. */
  readonly input: WorldInput | undefined;
  /** Set once it is known that it can be undone. */
  command: string | undefined;
  /** What was seen after it, by the number of steps since the start. */
  readonly sights: Map<number, Sight>;
}

export interface Sight {
  readonly hash: string;
  readonly timeNs: number;
}

/** Where a world is: its last input, and the number of steps since the start. These determine its state. */
export interface Point {
  readonly bend: Bend;
  readonly tick: number;
}

interface Undone {
  readonly id: string;
  readonly to: Point;
}

/** What a world should remember, derived only from the rules of undo and redo, without keyframes. */
export class KnownPast {
  point: Point = { bend: newBend(undefined, 0, undefined), tick: 0 };
  /** Latest first, with where redo leads. */
  redo: Undone[] = [];
  /** While nothing has happened since a jump: the end that was left. */
  tip: Point | undefined;
  hasLanded = false;
  /** The destination of the last jump. */
  landedAt: Point | undefined;
  readonly #before = new Map<string, Point>();

  step(): void {
    this.point = { bend: this.point.bend, tick: this.point.tick + 1 };
    this.#goOn();
  }

  take(input: WorldInput): void {
    const { bend, tick } = this.point;
    this.point = { bend: newBend(bend, tick, input), tick };
  }

  /** Records that the last input was a command. */
  mark(id: string): void {
    const { bend, tick } = this.point;
    bend.command = id;
    this.#before.set(id, { bend: bend.before!, tick });
    this.redo = [];
    this.#goOn();
  }

  /** The number of commands so far, on any line. */
  get commands(): number {
    return this.#before.size;
  }

  /** Returns the point before which a command was given. */
  placeOf(id: string): Point | undefined {
    return this.#before.get(id);
  }

  /** Returns the commands on the line to a point, oldest first. */
  done(point = this.point): string[] {
    return bendsOf(point).flatMap(({ command }) => command ?? []);
  }

  undo(id: string): void {
    const done = this.done();
    const from = done.indexOf(id);
    const undone = done.slice(from).map((each, i): Undone => {
      const next = done[from + i + 1];
      return { id: each, to: next === undefined ? this.point : this.#before.get(next)! };
    });
    this.redo = [...this.redo, ...undone.toReversed()];
    this.#land(this.#before.get(id)!, this.tip ?? this.point);
  }

  redoTo(id: string): void {
    const index = this.redo.findLastIndex((each) => each.id === id);
    const { to } = this.redo[index]!;
    this.redo = this.redo.slice(0, index);
    this.#land(to, this.tip);
  }

  /** Goes to a point; `leaf` is the end of the line that was entered. */
  goTo(to: Point, leaf: Point): void {
    const isBack = !this.hasLanded && leaf === this.point;
    const later = this.done(leaf).slice(this.done(to).length);
    const undone = later.map((id, i): Undone => {
      const next = later[i + 1];
      return { id, to: next === undefined ? leaf : this.#before.get(next)! };
    });
    this.redo = [...(isBack ? this.redo : []), ...undone.toReversed()];
    this.#land(to, leaf);
  }

  /** Sets the end of what lies ahead of the last jump's destination. */
  setTip(tip: Point | undefined): void {
    this.tip = tip !== undefined && leadsTo(this.landedAt!, tip) ? tip : undefined;
  }

  #land(to: Point, tip: Point | undefined): void {
    this.point = this.landedAt = to;
    this.setTip(tip);
    this.hasLanded = true;
  }

  #goOn(): void {
    this.tip = undefined;
    this.hasLanded = false;
  }
}

/** Returns the inputs on the way from the start, in order. */
export function bendsOf({ bend }: Point): Bend[] {
  const bends: Bend[] = [];
  for (let at: Bend | undefined = bend; at !== undefined; at = at.before) bends.unshift(at);
  return bends;
}

/** Returns whether the way to the second point leads through the first. */
function leadsTo(from: Point, to: Point): boolean {
  if (from.bend === to.bend) return from.tick < to.tick;
  const bends = bendsOf(to);
  const at = bends.indexOf(from.bend);
  return at >= 0 && from.tick <= bends[at + 1]!.tick;
}

function newBend(before: Bend | undefined, tick: number, input: WorldInput | undefined): Bend {
  return { before, tick, input, command: undefined, sights: new Map() };
}
