import { JointAxes, JointForceCmd } from "../../components/joint.ts";
import { WorldWrenchCmd } from "../../components/motion.ts";
import type { NumericComponent } from "../../ecs/component.ts";
import type { Entity } from "../../ecs/entities.ts";
import type { World } from "../../ecs/world.ts";
import { BODY_RECORD, type PhysicsEngine } from "../../physics/engine.ts";
import type { EntityGuard } from "./entity-guard.ts";

/** Applies the forces requested for this step, within the joints' effort limits. They last for this step only. */
export function applyForces(world: World, engine: PhysicsEngine, guard: EntityGuard): void {
  if (world.query(JointForceCmd).count > 0) pushJoints(world, engine, guard);
  if (world.query(WorldWrenchCmd).count > 0) pushLinks(world, engine, guard);
}

function pushJoints(world: World, engine: PhysicsEngine, guard: EntityGuard): void {
  consume(world, JointForceCmd, guard, (joint, data, at) => {
    if (!engine.hasJoint(joint)) return;
    const axes = world.get(joint, JointAxes);
    for (let axis = 0; axis < 2; axis++) {
      if (data[at + axis] === 0) continue;
      const effort = axes?.[axis]?.effort ?? Infinity;
      engine.addJointForce(joint, axis, Math.max(-effort, Math.min(effort, data[at + axis]!)));
    }
  });
}

function pushLinks(world: World, engine: PhysicsEngine, guard: EntityGuard): void {
  consume(world, WorldWrenchCmd, guard, (link, data, at) => {
    if (!engine.hasBody(link)) return;
    engine.readBody(link, body);
    const origin = { x: body[0]!, y: body[1]!, z: body[2]! };
    engine.addForce(link, { x: data[at]!, y: data[at + 1]!, z: data[at + 2]! }, origin);
    engine.addTorque(link, { x: data[at + 3]!, y: data[at + 4]!, z: data[at + 5]! });
  });
}

const body = new Float64Array(BODY_RECORD);

type Act = (entity: Entity, data: Float64Array, at: number) => void;

/** Applies each command that is not zero, in the order of ids, and resets it to zero. */
function consume(world: World, command: NumericComponent<unknown>, guard: EntityGuard, act: Act): void {
  const commanded = world.query(command);
  if (commanded.count === 0) return;
  const column = world.column(command);
  for (let i = 0; i < commanded.count; i++) {
    const entity = commanded.entities[i]! as Entity;
    const row = column.row(entity);
    const at = row * column.stride;
    if (isZero(column.data, at, at + column.stride)) continue;
    try {
      act(entity, column.data, at);
    } catch (error) {
      guard.report(entity, error);
    }
    column.data.fill(0, at, at + column.stride);
    column.stamp(row);
  }
}

function isZero(data: Float64Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (data[at] !== 0) return false;
  return true;
}
