import { rotationOf } from "../../base/pose.ts";
import { rotate } from "../../base/quat.ts";
import { add, cross, subtract, zero, type Vec3 } from "../../base/vec3.ts";
import { IsJoint, IsLink, IsModel, IsStatic } from "../../components/identity.ts";
import { JointLinks } from "../../components/joint.ts";
import { AngularVelocityCmd, LinearVelocityCmd } from "../../components/motion.ts";
import { noEntity, type Entity } from "../../ecs/entities.ts";
import type { World } from "../../ecs/world.ts";
import { BODY_RECORD, type PhysicsEngine } from "../../physics/engine.ts";
import { partsBelow, topModelOf, worldPose } from "../../entities/find.ts";
import { canonicalLinkOf } from "../../entities/canonical-link.ts";
import type { EntityGuard } from "./entity-guard.ts";

/** Gives models and links the velocities with which they are commanded to begin this step, in the order of ids. */
export function applyVelocities(world: World, engine: PhysicsEngine, guard: EntityGuard): void {
  if (world.query(LinearVelocityCmd).count > 0 || world.query(AngularVelocityCmd).count > 0)
    setVelocities(world, engine, guard);
}

function setVelocities(world: World, engine: PhysicsEngine, guard: EntityGuard): void {
  const entities = new Set<Entity>();
  for (const { entities: ids, count } of [world.query(LinearVelocityCmd), world.query(AngularVelocityCmd)]) {
    for (let i = 0; i < count; i++) entities.add(ids[i]! as Entity);
  }
  const held = heldModels(world);
  for (const entity of [...entities].sort((a, b) => a - b)) {
    guard(entity, () => {
      if (world.has(entity, IsLink)) setVelocity(world, engine, entity, entity, [entity]);
      else if (world.has(entity, IsModel) && !held.has(topModelOf(world, entity))) moveModel(world, engine, entity);
    });
  }
}

/** Adding the same rigid motion to two bodies does not change the joint rates between them. */
function moveModel(world: World, engine: PhysicsEngine, model: Entity): void {
  const root = canonicalLinkOf(world, model);
  if (root === undefined || world.has(model, IsStatic)) return;
  setVelocity(world, engine, model, root, partsBelow(world, model, IsLink));
}

/** Changes the motion of some links as one rigid body, so that `root` moves as commanded for `entity`. */
function setVelocity(
  world: World,
  engine: PhysicsEngine,
  entity: Entity,
  root: Entity,
  links: readonly Entity[],
): void {
  if (!engine.hasBody(root)) return;
  const rotation = rotationOf(worldPose(world, entity));
  const linear = world.get(entity, LinearVelocityCmd);
  const angular = world.get(entity, AngularVelocityCmd);
  const now = motionOf(engine, root);
  const turn = angular === undefined ? zero : subtract(rotate(rotation, angular), now.angular);
  const push = linear === undefined ? zero : subtract(rotate(rotation, linear), now.linear);
  for (const link of links) {
    if (!engine.hasBody(link)) continue;
    const { position, linear: v, angular: w } = link === root ? now : motionOf(engine, link);
    const shift = add(push, cross(turn, subtract(position, now.position)));
    engine.setVelocity(link, add(v, shift), add(w, turn));
  }
}

const record = new Float64Array(BODY_RECORD);

function motionOf(engine: PhysicsEngine, body: Entity): Record<"position" | "linear" | "angular", Vec3> {
  engine.readBody(body, record);
  const [x, y, z, , , , , vx, vy, vz, wx, wy, wz] = record as unknown as number[] & { length: 13 };
  return {
    position: { x: x!, y: y!, z: z! },
    linear: { x: vx!, y: vy!, z: vz! },
    angular: { x: wx!, y: wy!, z: wz! },
  };
}

/** Returns the top-level models that a joint connects to the world, or to something static. */
function heldModels(world: World): ReadonlySet<Entity> {
  const held = new Set<Entity>();
  for (const [, , { parent, child }] of world.query(IsJoint, JointLinks)) {
    for (const [one, other] of [
      [parent, child],
      [child, parent],
    ] as [Entity, Entity][]) {
      if (isFixed(world, one) && other !== noEntity && world.exists(other)) held.add(topModelOf(world, other));
    }
  }
  return held;
}

function isFixed(world: World, link: Entity): boolean {
  return link === noEntity || (world.exists(link) && world.has(world.parentOf(link), IsStatic));
}
