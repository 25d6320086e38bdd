import { assertNever } from "@orrery/sim/host";
import { Value } from "../../client/value.ts";
import type { WorldApp } from "../../shell/app.ts";
import type { Detail } from "./figure.ts";
import type { Anchor, Kept, Measure, MeasureMode } from "./measure-kinds.ts";
import type { SnapKind } from "./snap-point.ts";

/** What a click at the pointer would take: a point, an edge or an object. */
export interface Pointed {
  readonly kind: SnapKind | "whole-edge" | "object";
  readonly anchor: Anchor;
  /** The measure that a single click makes. */
  readonly whole?: Extract<Measure, { type: "edge" }>;
}

/** The present value of a measure; undefined while something that it needs is missing. */
export interface Reading {
  readonly id: number;
  readonly type: Measure["type"];
  /** The names of what is measured: "vehicle to cone_1". */
  readonly of: string;
  readonly value: string | undefined;
  readonly details: readonly Detail[];
}

/** This person's measures, which exist only on this page and while it is open. */
export class MeasureSession {
  /** `undefined` while the tool is put away. */
  readonly mode = new Value<MeasureMode | undefined>(undefined);
  readonly measures = new Value<readonly Kept[]>([]);
  /** Points taken so far for the unfinished measure. */
  readonly taken = new Value<readonly Anchor[]>([]);
  readonly pointed = new Value<Pointed | undefined>(undefined);
  /** Readings of all measures, as last drawn. */
  readonly readings = new Value<readonly Reading[]>([]);
  /** The measure whose row the pointer is over. */
  readonly lit = new Value<number | undefined>(undefined);
  #lastMode: MeasureMode = "distance";
  #nextId = 1;

  /** Starts the tool in this mode, or in the last one. */
  begin(mode: MeasureMode = this.#lastMode): void {
    this.#lastMode = mode;
    this.taken.set([]);
    this.pointed.set(undefined);
    this.mode.set(mode);
  }

  end(): void {
    this.taken.set([]);
    this.pointed.set(undefined);
    this.mode.set(undefined);
  }

  /** Adds what was clicked; the last point needed completes a measure. */
  press({ anchor, whole }: Pointed): void {
    const mode = this.mode.current;
    if (mode === undefined) return;
    if (whole !== undefined) return this.#add(whole);
    const last = this.taken.current.at(-1);
    // An object has no distance from itself.
    if (mode === "objects" && last?.entity === anchor.entity) return;
    const taken = [...this.taken.current, anchor];
    const made = measureOf(mode, taken);
    this.taken.set(made === undefined ? taken : []);
    if (made !== undefined) this.#add(made);
  }

  /** Returns the unfinished measure as it would be with the point at the pointer. */
  draft(): Measure | undefined {
    const { mode, taken, pointed } = this;
    if (mode.current === undefined || taken.current.length === 0 || pointed.current === undefined) return undefined;
    const anchors = [...taken.current, pointed.current.anchor];
    const [from, to] = anchors;
    const isSame = mode.current === "objects" && from!.entity === to!.entity;
    if (isSame) return undefined;
    return measureOf(mode.current, anchors) ?? { type: "distance", from: from!, to: to! };
  }

  /** Removes the last point, or, without any, puts the tool away. Returns whether there was anything to do. */
  back(): boolean {
    if (this.mode.current === undefined) return false;
    if (this.taken.current.length > 0) this.taken.set(this.taken.current.slice(0, -1));
    else this.end();
    return true;
  }

  remove(id: number): void {
    if (this.lit.current === id) this.lit.set(undefined);
    this.measures.set(this.measures.current.filter((one) => one.id !== id));
  }

  clear(): void {
    this.lit.set(undefined);
    this.taken.set([]);
    this.measures.set([]);
  }

  #add(measure: Measure): void {
    this.measures.set([...this.measures.current, { id: this.#nextId++, measure }]);
  }
}

/** Returns the measure that these points make; undefined while more are needed. */
function measureOf(mode: MeasureMode, [a, b, c]: readonly Anchor[]): Measure | undefined {
  switch (mode) {
    case "distance":
      return a && b && { type: "distance", from: a, to: b };
    case "angle":
      return a && b && c && { type: "angle", from: a, vertex: b, to: c };
    case "objects":
      return a?.entity === undefined || b?.entity === undefined
        ? undefined
        : { type: "objects", from: a.entity, to: b.entity };
    case "edge":
      return undefined;
    default:
      return assertNever(mode);
  }
}

export function measureSessionOf({ view }: WorldApp): MeasureSession {
  return view.services.of(MeasureSession, () => new MeasureSession());
}
