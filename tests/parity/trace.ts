import { scopedName, worldPose, type Entity, type World } from "@orrery/sim";
import {
  IsJoint,
  IsLink,
  IsModel,
  JointPosition,
  JointType,
  JointVelocity,
  WorldAngularVelocity,
  WorldLinearVelocity,
} from "@orrery/sim/components";
import { Hash128 } from "../../packages/sim/src/base/hash.ts";

/** The contents of a `trace.json`. */
export interface TraceFile {
  readonly schema: "parity-trace/1";
  readonly name: string;
  /** The simulator and engine that produced it. */
  readonly reference: string;
  /** In seconds. */
  readonly dt: number;
  readonly steps: number;
  readonly every: number;
  /** A hash over every recorded number of every step. */
  readonly fullStateHash: string;
  readonly secondRunIdentical: boolean | null;
  /** Columns that never change. */
  readonly constants: Readonly<Record<string, Cell>>;
  /** Columns that equal another column in every row, with that column. */
  readonly aliases: Readonly<Record<string, string>>;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

/** Null if the entity does not exist. */
export type Cell = number | null;

/** All columns by name, including constants and aliases; `step` is one of them. */
export type Columns = ReadonlyMap<string, readonly Cell[]>;

export function columnsOf({ columns, rows, constants, aliases }: TraceFile): Columns {
  const all = new Map<string, readonly Cell[]>();
  columns.forEach((name, i) =>
    all.set(
      name,
      rows.map((row) => row[i] ?? null),
    ),
  );
  for (const [name, value] of Object.entries(constants))
    all.set(
      name,
      rows.map(() => value),
    );
  for (const [name, other] of Object.entries(aliases)) all.set(name, all.get(other) ?? []);
  return all;
}

/** Rounds to nine significant digits, as in the recordings. */
export function rounded(value: number): number {
  return Math.abs(value) < 1e-12 ? 0 : Number(value.toPrecision(9));
}

/** Records the poses of everything. */
export class Recorder {
  readonly #world: World;
  readonly #linkVelocity: boolean;
  readonly #columns = new Map<string, Cell[]>();
  readonly #steps: number[] = [];
  readonly #hash = new Hash128();

  constructor(world: World, { linkVelocity }: { readonly linkVelocity: boolean }) {
    this.#world = world;
    this.#linkVelocity = linkVelocity;
  }

  /** Must be called after each step; only some steps become rows, but all go into the hash. */
  note(step: number, { row }: { readonly row: boolean }): void {
    if (row) this.#steps.push(step);
    const keep = (name: string, value: number | null): void => {
      if (value !== null) this.#hash.number(value);
      if (row) this.#keep(name, value === null ? null : rounded(value));
    };
    this.#walk(step, keep);
    if (!row) return;
    for (const values of this.#columns.values()) if (values.length < this.#steps.length) values.push(null);
  }

  get hash(): string {
    return Array.from(this.#hash.digest(), (word) => word.toString(16).padStart(8, "0")).join("");
  }

  /** Returns the file, with constants and aliases separated, as in the recordings. */
  file(head: Pick<TraceFile, "name" | "reference" | "dt" | "steps" | "every" | "secondRunIdentical">): TraceFile {
    const constants: Record<string, Cell> = {};
    const aliases: Record<string, string> = {};
    const columns: string[] = [];
    const seen = new Map<string, string>();
    for (const [name, values] of this.#columns) {
      const key = values.join();
      const same = seen.get(key);
      if (values.every((value) => value === values[0])) constants[name] = values[0]!;
      else if (same !== undefined) aliases[name] = same;
      else {
        seen.set(key, name);
        columns.push(name);
      }
    }
    const rows = this.#steps.map((step, i) => [step, ...columns.map((name) => this.#columns.get(name)![i]!)]);
    const { name, reference, dt, steps, every, secondRunIdentical } = head;
    return {
      schema: "parity-trace/1",
      name,
      reference,
      dt,
      steps,
      every,
      fullStateHash: this.hash,
      secondRunIdentical,
      constants,
      aliases,
      columns: ["step", ...columns],
      rows,
    };
  }

  #keep(name: string, value: Cell): void {
    let values = this.#columns.get(name);
    if (values === undefined) {
      // An entity created later did not exist in the earlier rows.
      values = Array.from({ length: this.#steps.length - 1 }, () => null);
      this.#columns.set(name, values);
    }
    values.push(value);
  }

  #walk(step: number, keep: (name: string, value: Cell) => void): void {
    const world = this.#world;
    for (const [model] of world.query(IsModel)) this.#pose(`model:${scopedName(world, model)}`, model, keep);
    for (const [link] of world.query(IsLink)) {
      const name = `link:${scopedName(world, link)}`;
      this.#pose(name, link, keep);
      const linear = world.get(link, WorldLinearVelocity);
      const angular = world.get(link, WorldAngularVelocity);
      if (!this.#linkVelocity || linear === undefined || angular === undefined) continue;
      for (const axis of ["x", "y", "z"] as const) keep(`${name}.v${axis}`, linear[axis]);
      for (const axis of ["x", "y", "z"] as const) keep(`${name}.w${axis}`, angular[axis]);
    }
    for (const [joint] of world.query(IsJoint)) {
      const name = `joint:${scopedName(world, joint)}`;
      const position = Object.values(world.get(joint, JointPosition) ?? {});
      const velocity = Object.values(world.get(joint, JointVelocity) ?? {});
      for (let axis = 0; axis < degreesOfFreedom(world, joint); axis++) {
        // Gazebo has no joint state before the first step.
        keep(`${name}.pos${axis}`, step === 0 ? null : position[axis]!);
        keep(`${name}.vel${axis}`, step === 0 ? null : velocity[axis]!);
      }
    }
  }

  #pose(name: string, entity: Entity, keep: (name: string, value: Cell) => void): void {
    const pose = worldPose(this.#world, entity);
    for (const axis of ["x", "y", "z"] as const) keep(`${name}.p${axis}`, pose[axis]);
    for (const axis of ["qx", "qy", "qz", "qw"] as const) keep(`${name}.${axis}`, pose[axis]);
  }
}

function degreesOfFreedom(world: World, joint: Entity): number {
  switch (world.get(joint, JointType)) {
    case "revolute":
    case "continuous":
    case "prismatic":
    case "screw":
      return 1;
    case "universal":
    case "revolute2":
    case "gearbox":
      return 2;
    case "ball":
      return 3;
    default:
      return 0;
  }
}
