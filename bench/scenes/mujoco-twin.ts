import type { SystemDefinition } from "@orrery/sim";
import type { Keyframe } from "@orrery/sim/host";
import { TestSim } from "@orrery/sim/testing";
import { decodeScene } from "../../packages/sim/src/physics/mujoco/scene/description.ts";
import { MujocoModel } from "../../packages/sim/src/physics/mujoco/model/model.ts";
import type { RayOutputs } from "../../packages/sim/src/physics/mujoco/rays.ts";
import { loadMujoco } from "../../packages/sim/src/physics/mujoco/model/module.ts";
import { restoreMotors } from "../../packages/sim/src/physics/mujoco/scene/motor-section.ts";
import { setMotors } from "../../packages/sim/src/physics/mujoco/step/motors.ts";
import { setSurfaces } from "../../packages/sim/src/physics/mujoco/step/surfaces.ts";
import { unpackState } from "../../packages/sim/src/physics/mujoco/state.ts";
import { modelText } from "../../packages/sim/src/physics/mujoco/model/xml.ts";

/** Sections in a state of the engine: scene, numbers, motors, and five more. */
const SECTIONS = 8;

/** A world in the whole simulator, and exactly the same model in bare MuJoCo, moved by `mj_step` alone. */
export class MujocoTwin {
  readonly sim: TestSim;
  readonly #start: Keyframe;
  readonly #model: MujocoModel;
  readonly #numbers: Float64Array;
  #rays: RayOutputs | undefined;
  /** Number of steps of the bare model. */
  #count = 0;

  /** Loads the world, and lets it run for some steps first. */
  static async load(
    sdf: string,
    { settle, systems }: { readonly settle: number; readonly systems: readonly SystemDefinition[] },
  ): Promise<MujocoTwin> {
    const sim = await TestSim.load(sdf, {
      systems,
      defaultSystems: ["physics", ...systems.map((system) => system.name)],
    });
    sim.run({ steps: settle });
    const start = sim.runner.keyframe();
    const [state] = [...start.states.values()];
    const [description, numbers, motors] = unpackState(state!, SECTIONS);
    const scene = decodeScene(description!);
    restoreMotors(scene, motors!);
    const model = new MujocoModel(await loadMujoco(), scene, modelText(scene));
    model.option.timestep = 0.001;
    model.option.gravity.set([scene.gravity.x, scene.gravity.y, scene.gravity.z]);
    setSurfaces(model, scene);
    setMotors(model, scene.motors);
    return new MujocoTwin(sim, start, model, new Float64Array(numbers!.slice().buffer));
  }

  private constructor(sim: TestSim, start: Keyframe, model: MujocoModel, numbers: Float64Array) {
    this.sim = sim;
    this.#start = start;
    this.#model = model;
    this.#numbers = numbers;
    this.rewind();
  }

  /** Steps the bare model, with new targets for all joints if given. */
  stepBare(target?: (count: number) => number): void {
    const { mujoco, model, data, views } = this.#model;
    this.#count++;
    if (target !== undefined) views.ctrl.fill(target(this.#count));
    mujoco.mj_step(model, data);
  }

  /** Casts rays from one origin in the bare model. Returns the distance of each hit, −1 for none. */
  castBare(origin: Float64Array, directions: Float64Array): Float64Array {
    const { mujoco, model, data } = this.#model;
    const count = directions.length / 3;
    if (this.#rays?.count !== count) {
      const [ints, doubles] = [mujoco.IntBuffer, mujoco.DoubleBuffer];
      this.#rays = { count, geoms: new ints(count), distances: new doubles(count), normals: new doubles(3 * count) };
      mujoco.mj_kinematics(model, data);
    }
    const { geoms, distances, normals } = this.#rays;
    mujoco.mj_multiRay(model, data, [...origin], directions, null, true, -1, geoms, distances, normals, count, 1e10);
    return distances.GetView() as Float64Array;
  }

  /** Positions of the bare model. */
  get positions(): Float64Array {
    return this.#model.views.qpos;
  }

  /** Returns the present positions in the whole simulator's engine. */
  simPositions(): Float64Array {
    const [state] = [...this.sim.runner.keyframe().states.values()];
    const numbers = new Float64Array(unpackState(state!, SECTIONS)[1]!.slice().buffer);
    return numbers.subarray(0, this.positions.length);
  }

  /** Returns both to where they began. */
  rewind(): void {
    this.sim.runner.restore(this.#start);
    this.#count = this.sim.runner.now().count;
    const { qpos, qvel, qacc_warmstart } = this.#model.views;
    const numbers = this.#numbers;
    qpos.set(numbers.subarray(0, qpos.length));
    qvel.set(numbers.subarray(qpos.length, qpos.length + qvel.length));
    qacc_warmstart.set(numbers.subarray(qpos.length + qvel.length));
  }

  [Symbol.dispose](): void {
    this.sim[Symbol.dispose]();
    this.#model.free();
  }
}
