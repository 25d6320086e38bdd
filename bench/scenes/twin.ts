import * as rapier from "@dimforge/rapier3d-simd-compat";
import type { Keyframe, SystemDefinition } from "@orrery/sim";
import { TestSim } from "@orrery/sim/testing";
import { unpackState } from "../../packages/sim/src/physics/rapier-state.ts";

/** A world in the whole simulator, and the very same bodies in the bare engine. They stay equal to the bit, so the steps compared are the same steps. */
export class Twin {
  readonly sim: TestSim;
  bare: rapier.World;
  readonly #start: Keyframe;
  readonly #snapshot: Uint8Array;

  /** Lets the world run for some steps first. */
  static async load(
    sdf: string,
    { settle, systems }: { readonly settle: number; readonly systems: readonly SystemDefinition[] },
  ): Promise<Twin> {
    const sim = await TestSim.load(sdf, {
      systems,
      defaultSystems: ["physics", ...systems.map((system) => system.name)],
    });
    sim.run({ steps: settle });
    return new Twin(sim);
  }

  private constructor(sim: TestSim) {
    this.sim = sim;
    this.#start = sim.runner.keyframe();
    const [state] = [...this.#start.states.values()];
    const sections = new DataView(state!.buffer, state!.byteOffset, state!.length).getUint32(state!.length - 4, true);
    this.#snapshot = unpackState(state!, sections).snapshot.slice();
    this.bare = rapier.World.restoreSnapshot(this.#snapshot);
  }

  /** Both back to where they began. */
  rewind(): void {
    this.sim.runner.restore(this.#start);
    this.bare.free();
    this.bare = rapier.World.restoreSnapshot(this.#snapshot);
  }
}
