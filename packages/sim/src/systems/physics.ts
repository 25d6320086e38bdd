import { IsWorld } from "../components/identity.ts";
import { Gravity, PhysicsSettings } from "../components/physics.ts";
import type { World } from "../ecs/world.ts";
import type { PhysicsEngine } from "../physics/engine.ts";
import { textParam } from "../runner/params.ts";
import { defineSystem, type Step, type System, type SystemContext } from "../runner/system.ts";
import { writeContacts } from "./physics/contacts.ts";
import { chooseEngine, engineNamed, prepareEngines, shortcomingsOf } from "./physics/engines.ts";
import { DirectedFriction } from "./physics/directed-friction.ts";
import { applyForces } from "./physics/forces.ts";
import { applyJointResets } from "./physics/joint-resets.ts";
import { syncMotors } from "./physics/motors.ts";
import { guardFor, type Guard } from "./physics/guard.ts";
import { ReadBack } from "./physics/read-back.ts";
import { SolidShapes } from "./physics/solid-shapes.ts";
import { syncEdits } from "./physics/sync.ts";
import { applyVelocities } from "./physics/velocities.ts";

const params = {
  engine: textParam("engine", "auto", "rapier, mujoco or auto; a <physics type> of one of these names comes first"),
};

type PhysicsParams = { readonly engine: string };

/** Moves bodies. Components are the truth: what others write into them is carried to the engine, what moved is written back. */
export default defineSystem({
  name: "physics",
  aliases: [
    "gz::sim::systems::Physics",
    "gz-sim-physics-system",
    "libgz-sim-physics-system.so",
    "ignition::gazebo::systems::Physics",
    "ignition-gazebo-physics-system",
    "libignition-gazebo-physics-system.so",
  ],
  summary: "Moves bodies by rigid-body physics",
  params,
  single: true,
  prepare: prepareEngines,
  create: (context) => new Physics(context),
});

class Physics implements System {
  readonly #world: World;
  readonly #engine: PhysicsEngine;
  readonly #readBack: ReadBack;
  readonly #guard: Guard;
  readonly #solids: SolidShapes;
  readonly #friction: DirectedFriction;
  /** What others wrote up to here is in the engine. */
  #seen = 0;

  constructor(context: SystemContext<PhysicsParams>) {
    const { world, entity, params: given, log } = context;
    const { engine, why } = chooseEngine(world.get(entity, PhysicsSettings)?.type ?? "", given.engine);
    log.info(`physics engine ${engine}: ${why}`);
    if (shortcomingsOf(engine) !== "") log.warn(shortcomingsOf(engine));
    this.#world = world;
    this.#engine = engineNamed(engine, world.get(world.query(IsWorld).first() ?? entity, Gravity) ?? Gravity.initial());
    this.#readBack = new ReadBack(world, this.#engine);
    this.#guard = guardFor(world, log);
    this.#solids = new SolidShapes(engine, log);
    this.#friction = new DirectedFriction(world, this.#guard);
    this.#sync();
  }

  update({ dt, paused }: Step): void {
    this.#sync();
    if (paused) return;
    applyVelocities(this.#world, this.#engine, this.#guard);
    applyForces(this.#world, this.#engine, this.#guard);
    this.#friction.apply(this.#engine, dt);
    this.#engine.step(dt);
    this.#readBack.run(dt);
    writeContacts(this.#world, this.#engine);
    this.#seen = this.#world.mark();
  }

  /** What was written after the update, by a subscriber or an input, is in the engine before anybody takes a keyframe. */
  settle(): void {
    this.#sync();
  }

  save(): Uint8Array {
    return this.#engine.save();
  }

  restore(state: Uint8Array): void {
    this.#engine.restore(state);
    this.#readBack.refresh();
    // What the restore wrote is in the engine's own state already: as an edit it would wake what sleeps.
    this.#seen = this.#world.mark();
  }

  [Symbol.dispose](): void {
    this.#engine[Symbol.dispose]();
  }

  #sync(): void {
    applyJointResets(this.#world, this.#guard);
    const { edited, madeJoints } = syncEdits(this.#world, this.#engine, this.#seen, this.#guard, this.#solids);
    if (edited || this.#readBack.isStale) this.#readBack.refresh();
    syncMotors(this.#world, this.#engine, this.#seen, madeJoints, this.#guard);
    this.#seen = this.#world.mark();
  }
}
