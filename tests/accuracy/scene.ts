import type { Vec3 } from "@orrery/sim";
import { BODY_RECORD, type BodyDesc, type BodyId, type PhysicsEngine } from "../../packages/sim/src/physics/engine.ts";
import { DT, down, G, massOf, weightless } from "../../packages/sim/src/physics/contract/engine-scene.fixture.ts";

export { DT, down, G, weightless };

/** The deviation of an engine from what a formula or a conservation law says. */
export interface ErrorFigure {
  readonly name: string;
  /** Never negative; 0 means exact. */
  readonly error: number;
  /** Empty for a fraction. */
  readonly unit: string;
}

/** A scene whose outcome is known without an engine. */
export interface AccuracyScene {
  readonly name: string;
  /** One sentence: what happens, and what is known about it. */
  readonly about: string;
  readonly gravity: Vec3;
  run(engine: PhysicsEngine): readonly ErrorFigure[];
}

/** Makes steps, and calls `look` after each one. */
export function run(engine: PhysicsEngine, seconds: number, look?: (time: number) => void): void {
  const steps = Math.round(seconds / DT);
  for (let i = 1; i <= steps; i++) {
    engine.step(DT);
    look?.(i * DT);
  }
}

/** Returns a function that reads one body repeatedly into the same array: x y z qx qy qz qw vx vy vz wx wy wz. */
export function reader(engine: PhysicsEngine, id: BodyId): () => Float64Array {
  const record = new Float64Array(BODY_RECORD);
  return () => {
    engine.readBody(id, record);
    return record;
  };
}

/** Returns mass and inertia of a solid box of uniform density. */
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

/** Keeps the largest of its inputs. */
export class Worst {
  value = 0;

  note(error: number): void {
    // A NaN must be visible, and stay.
    if (!Number.isNaN(this.value) && !(Math.abs(error) <= this.value)) this.value = Math.abs(error);
  }
}
