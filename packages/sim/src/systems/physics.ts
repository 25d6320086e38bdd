import { zero } from "../base/vec3.ts";
import { IsWorld } from "../components/identity.ts";
import { ChosenEngine, Gravity, PhysicsSettings } from "../components/physics.ts";
import type { Entity } from "../ecs/entities.ts";
import type { World } from "../ecs/world.ts";
import type { PhysicsEngine } from "../physics/engine.ts";
import { queriesOf } from "../physics/queries.ts";
import { vectorProblem } from "../base/value-bounds.ts";
import { KeyframeError } from "../history/keyframe.ts";
import { readParams, textParam } from "../runner/systems/params.ts";
import { scopedName, worldPose } from "../entities/find.ts";
import { Problems } from "../scene/problem.ts";
import { defineSystem, type Step, type System, type SystemContext } from "../runner/systems/system.ts";
import { textOf } from "../base/error-text.ts";
import { moveActors } from "./physics/actors.ts";
import { contactsParam, setContactNames, type ContactsParam } from "./contact-names.ts";
import { writeContacts } from "./physics/contacts.ts";
import { DirectedFriction } from "./physics/directed-friction.ts";
import {
  chooseEngine,
  contentOfScene,
  contentOfWorld,
  isEngine,
  type EngineChoice,
  type EngineName,
} from "./physics/engine-choice.ts";
import { engineNamed, isReady, prepareEngine } from "./physics/engines.ts";
import { applyForces } from "./physics/forces.ts";
import { applyJointResets } from "./physics/joint-resets.ts";
import { syncMotors } from "./physics/motors.ts";
import { guardFor, type EntityGuard } from "./physics/entity-guard.ts";
import { ReadBack } from "./physics/read-back.ts";
import { settleWithout } from "./physics/settle-without.ts";
import { SolidShapes } from "./physics/solid-shapes.ts";
import { syncEdits } from "./physics/sync.ts";
import { applyVelocities } from "./physics/velocities.ts";

const params = {
  engine: textParam("engine", "auto", "rapier, mujoco or auto; a <physics type> of one of these names comes first"),
  integrator: textParam("integrator", "discrete", "MuJoCo's: discrete, or rk4 for smooth motion without contacts"),
  contacts: contactsParam,
};

type PhysicsParams = { readonly engine: string; readonly integrator: string; readonly contacts: ContactsParam };

/**
 * Moves bodies. Components are the truth: what others write to them is carried to the engine, and what has moved is
 * written back.
 */
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
  async prepareFor(plugin, scene) {
    const { engine } = readParams(params, plugin, undefined, new Problems());
    const choice = scene && chooseEngine(scene.physics.type, engine, () => contentOfScene(scene));
    // A plugin added later, or a saved state, may need either engine.
    for (const name of choice ? [choice.engine] : (["rapier", "mujoco"] as const)) await prepareEngine(name);
  },
  create: (context) => new Physics(context),
});

class Physics implements System {
  readonly #world: World;
  readonly #root: Entity;
  readonly #params: PhysicsParams;
  readonly #guard: EntityGuard;
  readonly #friction: DirectedFriction;
  #engine: PhysicsEngine;
  #readBack: ReadBack;
  #solids: SolidShapes;
  readonly queries = queriesOf(() => this.#engine);
  /** The engine has everything that others wrote up to this version of the world. */
  #seen = 0;

  constructor(context: SystemContext<PhysicsParams>) {
    const { world, entity, params: given, log } = context;
    this.#world = world;
    this.#root = world.query(IsWorld).first() ?? entity;
    this.#params = given;
    this.#guard = guardFor(world, log);
    const { engine, why } = choiceOf(world, this.#root, entity, given);
    log.info(`physics engine ${engine}: ${why}`);
    if (world.get(this.#root, ChosenEngine) !== engine) world.set(this.#root, ChosenEngine, engine);
    setContactNames(world, this.#root, given.contacts);
    this.#engine = this.#make(engine);
    this.#readBack = new ReadBack(world, this.#engine);
    this.#solids = new SolidShapes(engine, log);
    this.#friction = new DirectedFriction(world, this.#guard);
    this.#sync();
  }

  update({ dt, timeNs, paused }: Step): void {
    this.#sync();
    if (paused) return;
    applyVelocities(this.#world, this.#engine, this.#guard);
    applyForces(this.#world, this.#engine, this.#guard);
    this.#friction.apply(this.#engine, dt);
    for (const link of this.#engine.step(dt)) this.#reportRunaway(link as Entity);
    this.#readBack.run(dt, this.#putBack);
    writeContacts(this.#world, this.#engine);
    moveActors(this.#world, timeNs);
    this.#seen = this.#world.mark();
  }

  /**
   * Carries what was written after the update, by a subscriber or an input, to the engine before anybody takes a
   * keyframe.
   */
  settle(): void {
    this.#sync();
  }

  save(): Uint8Array | undefined {
    // An engine cannot read another engine's state: one that is to take its place begins with the components.
    const isReplaced = this.#world.get(this.#root, ChosenEngine) !== this.#engine.name;
    return isReplaced ? undefined : this.#engine.save();
  }

  restore(state: Uint8Array): void {
    const wanted = this.#world.get(this.#root, ChosenEngine) ?? "";
    try {
      if (isEngine(wanted) && wanted !== this.#engine.name) this.#replace(wanted, state);
      else this.#engine.restore(state);
    } catch (error) {
      throw new KeyframeError(`the state of physics is damaged: ${textOf(error)}`, { cause: error });
    }
    this.#readBack.refresh();
    // The engine's state already has what the restore wrote; carried over as edits, it would wake sleeping bodies.
    this.#seen = this.#world.mark();
  }

  [Symbol.dispose](): void {
    this.#engine[Symbol.dispose]();
  }

  /** Replaces the engine by the one that saved the state. */
  #replace(name: EngineName, state: Uint8Array): void {
    const engine = this.#make(name);
    try {
      engine.restore(state);
    } catch (error) {
      engine[Symbol.dispose]();
      throw error;
    }
    this.#guard.log.info(`physics engine ${name}: that of the restored state`);
    this.#engine[Symbol.dispose]();
    this.#engine = engine;
    this.#readBack = new ReadBack(this.#world, engine);
    this.#solids = new SolidShapes(name, this.#guard.log);
  }

  #make(name: EngineName): PhysicsEngine {
    const integrator = this.#params.integrator === "rk4" ? "rk4" : "discrete";
    const gravity = this.#world.get(this.#root, Gravity) ?? Gravity.initial();
    const problem = vectorProblem("gravity", "acceleration", gravity);
    if (problem === undefined) return engineNamed(name, { gravity, integrator });
    this.#guard.logOnce("warn", `${problem}; there is none`);
    return engineNamed(name, { gravity: zero, integrator });
  }

  /** Puts a body back to where it was before the step, at rest. */
  readonly #putBack = (link: Entity): void => {
    this.#reportRunaway(link);
    this.#engine.setPose(link, worldPose(this.#world, link));
    this.#engine.setVelocity(link, zero, zero);
  };

  #reportRunaway(link: Entity): void {
    const why = "forces too large for its mass, a step too long or motors too stiff";
    const name = scopedName(this.#world, link);
    this.#guard.logOnce("warn", `${name}: its motion ran away (${why}); it was put back to where it was, and stopped`);
  }

  #sync(): void {
    applyJointResets(this.#world, this.#guard);
    const synced = syncEdits(this.#world, this.#engine, this.#seen, this.#guard, this.#solids);
    const { edited, madeJoints } = synced;
    // Settled now, so that joint coordinates of moved links do not depend on when a keyframe is taken.
    if (edited) settleWithout(this.#engine, synced.bodies, this.#guard);
    if (edited || this.#readBack.isStale) this.#readBack.refresh();
    syncMotors(this.#world, this.#engine, this.#seen, madeJoints, this.#guard);
    this.#seen = this.#world.mark();
  }
}

/**
 * Returns the engine that was chosen before; without one, chooses by the file, the setting or the contents of the
 * world.
 */
function choiceOf(world: World, root: Entity, entity: Entity, { engine }: PhysicsParams): EngineChoice {
  const before = world.get(root, ChosenEngine) ?? "";
  if (isEngine(before)) return { engine: before, why: "the world has it already" };
  const type = world.get(entity, PhysicsSettings)?.type ?? "";
  const choice = chooseEngine(type, engine, () => contentOfWorld(world));
  if (isReady(choice.engine)) return choice;
  const other = choice.engine === "rapier" ? "mujoco" : "rapier";
  return { engine: other, why: `${choice.engine} is not loaded (${choice.why})` };
}
