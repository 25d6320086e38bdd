import * as rapier from "@dimforge/rapier3d-simd-compat";
import type { SystemDefinition } from "@orrery/sim";
import type { Keyframe } from "@orrery/sim/host";
import { TestSim } from "@orrery/sim/testing";
import { unpackState } from "../../packages/sim/src/physics/rapier/state.ts";

/**
 * A world in the whole simulator, and exactly the same bodies in the bare engine. They stay equal to the bit, so the
 * compared steps are the same steps.
 */
export class Twin implements Disposable {
  readonly sim: TestSim;
  bare: rapier.World;
  readonly #start: Keyframe;
  readonly #snapshot: Uint8Array;
  readonly #steer: Steer | undefined;
  /** The bare engine's count of steps. */
  #count = 0;

  /** Loads the world, and lets it run for some steps first. */
  static async load(sdf: string, { settle, systems, steer }: TwinOptions): Promise<Twin> {
    const sim = await TestSim.load(sdf, {
      systems,
      defaultSystems: ["physics", ...systems.map((system) => system.name)],
    });
    sim.run({ steps: settle });
    return new Twin(sim, steer);
  }

  private constructor(sim: TestSim, steer: Steer | undefined) {
    this.sim = sim;
    this.#steer = steer;
    this.#start = sim.runner.keyframe();
    this.#snapshot = snapshotOf(this.#start);
    this.bare = rapier.World.restoreSnapshot(this.#snapshot);
    this.#count = sim.runner.now().count;
  }

  stepBare(): void {
    this.#count++;
    this.#steer?.(this.bare, this.#count);
    this.bare.step();
  }

  /** Throws unless both take the same steps. */
  check(): void {
    for (let i = 0; i < 20; i++) {
      this.sim.run({ steps: 1 });
      this.stepBare();
    }
    const ours = snapshotOf(this.sim.runner.keyframe());
    const bare = this.bare.takeSnapshot();
    if (Buffer.compare(ours, bare) !== 0) throw new Error("the simulator and the bare engine part ways");
    this.rewind();
  }

  /** Returns both to where they began. */
  rewind(): void {
    this.sim.runner.restore(this.#start);
    this.bare.free();
    this.bare = rapier.World.restoreSnapshot(this.#snapshot);
    this.#count = this.sim.runner.now().count;
  }

  [Symbol.dispose](): void {
    this.sim[Symbol.dispose]();
    this.bare.free();
  }
}

interface TwinOptions {
  readonly settle: number;
  readonly systems: readonly SystemDefinition[];
  readonly steer: Steer | undefined;
}

/** Does to the bare engine, before step `count`, what the systems do to the simulator's. */
type Steer = (world: rapier.World, count: number) => void;

/** Returns the bare engine's own bytes of a keyframe. */
function snapshotOf(keyframe: Keyframe): Uint8Array {
  const [state] = [...keyframe.states.values()];
  const sections = new DataView(state!.buffer, state!.byteOffset, state!.length).getUint32(state!.length - 4, true);
  return unpackState(state!, sections).snapshot.slice();
}
