import type { Vec3 } from "@orrery/sim";
import { BODY_RECORD, type BodyDesc, type BodyId, type PhysicsEngine } from "../../packages/sim/src/physics/engine.ts";
import { DT, down, G, massOf, weightless } from "../../packages/sim/src/physics/contract/engine-scene.fixture.ts";

export { DT, down, G, weightless };

/** How far an engine is from what a formula or a conserved quantity says. */
export interface ErrorFigure {
  readonly name: string;
  /** Never negative; 0 is exact. */
  readonly error: number;
  /** Empty for a share. */
  readonly unit: string;
}

/** Something whose outcome is known without an engine. */
export interface AccuracyScene {
  readonly name: string;
  /** One sentence: what happens, and what is known of it. */
  readonly about: string;
  readonly gravity: Vec3;
  run(engine: PhysicsEngine): readonly ErrorFigure[];
}

/** Steps, and looks after each one. */
export function run(engine: PhysicsEngine, seconds: number, look?: (time: number) => void): void {
  const steps = Math.round(seconds / DT);
  for (let i = 1; i <= steps; i++) {
    engine.step(DT);
    look?.(i * DT);
  }
}

/** Reads one body again and again into numbers that stay in place: x y z qx qy qz qw vx vy vz wx wy wz. */
export function reader(engine: PhysicsEngine, id: BodyId): () => Float64Array {
  const record = new Float64Array(BODY_RECORD);
  return () => {
    engine.readBody(id, record);
    return record;
  };
}

/** Mass and inertia of a solid box of evenly spread matter. */
export function solidBox(mass: number, size: Vec3): BodyDesc["mass"] {
  const about = (a: number, b: number): number => (mass * (a * a + b * b)) / 12;
  return {
    ...massOf(mass),
    inertia: {
      ixx: about(size.y, size.z),
      iyy: about(size.x, size.z),
      izz: about(size.x, size.y),
      ixy: 0,
      ixz: 0,
      iyz: 0,
    },
  };
}

export function solidSphere(mass: number, radius: number): BodyDesc["mass"] {
  return massOf(mass, 0.4 * mass * radius * radius);
}

/** The largest of what it is given. */
export class Worst {
  value = 0;

  note(error: number): void {
    // A NaN must show, and stay.
    if (!Number.isNaN(this.value) && !(Math.abs(error) <= this.value)) this.value = Math.abs(error);
  }
}
