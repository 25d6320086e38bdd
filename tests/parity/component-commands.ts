import {
  compose,
  defineSystem,
  find,
  inverse,
  quat,
  rotationOf,
  topModelOf,
  vec3,
  worldPose,
  type Entity,
  type SystemDefinition,
  type Vec3,
  type World,
} from "@orrery/sim";
import {
  IsCanonical,
  IsLink,
  IsModel,
  IsWorld,
  JointForceCmd,
  JointLinks,
  JointPositionReset,
  JointVelocityCmd,
  JointVelocityReset,
  Name,
  WorldWrenchCmd,
} from "@orrery/sim/components";
import { addTwist, moveRigidly, twistOf } from "../../packages/sim/src/systems/physics/rigid-motion.ts";
import { partsBelow } from "../../packages/sim/src/entities/find.ts";
import { connectedLinks } from "../../packages/sim/src/entities/joint-side.ts";
import { isActive, type ComponentCommand } from "./commands.ts";

export const PLAYER = "parity-commands";

/** Returns a system that plays component commands after all other systems. */
export function componentPlayer(commands: readonly ComponentCommand[]): SystemDefinition {
  return defineSystem({
    name: PLAYER,
    create: ({ entity: root }) => ({
      preUpdate({ count }, world) {
        for (const command of commands) {
          if (isActive(command, count)) set(world, entityNamed(world, root, command.entity), command);
          else if (isActive(command, count - 1)) release(world, entityNamed(world, root, command.entity), command);
        }
      },
    }),
  });
}

/** Returns a model, link or joint. */
export function entityNamed(world: World, root: Entity, scopedName: string): Entity {
  const at = scopedName.lastIndexOf("::");
  const above = at < 0 ? root : find(world, root, scopedName.slice(0, at));
  const found =
    above && world.childrenOf(above).find((child) => world.get(child, Name) === scopedName.slice(at < 0 ? 0 : at + 2));
  if (found === undefined) throw new Error(`the world has no "${scopedName}"`);
  return found;
}

function set(world: World, entity: Entity, { component, value }: ComponentCommand): void {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 1] = value;
  switch (component) {
    case "JointForceCmd":
      return world.set(entity, JointForceCmd, { axis1: a, axis2: b });
    case "JointVelocityCmd":
      return world.set(entity, JointVelocityCmd, { axis1: a, axis2: b });
    case "JointPositionReset":
      return world.set(entity, JointPositionReset, { axis1: a, axis2: b, axis3: c });
    case "JointVelocityReset":
      return world.set(entity, JointVelocityReset, { axis1: a, axis2: b, axis3: c });
    case "ExternalWorldWrenchCmd":
      return world.set(entity, WorldWrenchCmd, { fx: a, fy: b, fz: c, tx: d, ty: e, tz: f });
    case "LinearVelocityCmd":
      return setVelocity(world, entity, { linear: vec3.vec3(a, b, c) });
    case "AngularVelocityCmd":
      return setVelocity(world, entity, { angular: vec3.vec3(a, b, c) });
    case "WorldPoseCmd":
      return setPose(world, entity, { x: a, y: b, z: c, qx: d, qy: e, qz: f, qw: g });
    default:
      throw new Error(`there is no component ${component} to command by`);
  }
}

/** Ends a command. Other commands are forces, which last one step anyway, or happen once. */
function release(world: World, entity: Entity, { component }: ComponentCommand): void {
  if (component === "JointVelocityCmd") world.unset(entity, JointVelocityCmd);
}

/**
 * Sets a velocity in the entity's own axes. Joints keep their speeds: everything joined to the root link moves along.
 */
function setVelocity(world: World, entity: Entity, wanted: { linear?: Vec3; angular?: Vec3 }): void {
  const root = rootLink(world, entity);
  const now = twistOf(world, root);
  const turn = rotationOf(worldPose(world, entity));
  const change = (value: Vec3 | undefined, from: Vec3): Vec3 =>
    value === undefined ? vec3.zero : vec3.subtract(quat.rotate(turn, value), from);
  addTwist(world, connectedLinks(world, root), {
    at: now.at,
    linear: change(wanted.linear, now.linear),
    angular: change(wanted.angular, now.angular),
  });
}

/** Sets a pose; the velocity turns with the body. A model held to the world by a joint stays where it is. */
function setPose(world: World, model: Entity, pose: ReturnType<typeof worldPose>): void {
  const links = connectedLinks(world, rootLink(world, model));
  const isHeld = [...world.query(JointLinks)].some(
    ([, { parent, child }]) => parent === 0 && links.includes(child as Entity),
  );
  if (isHeld) return;
  moveRigidly(world, links, compose(pose, inverse(worldPose(world, model))), twistOf(world, 0 as Entity));
}

function rootLink(world: World, entity: Entity): Entity {
  if (world.has(entity, IsLink)) return entity;
  if (!world.has(entity, IsModel) || world.has(entity, IsWorld))
    throw new Error("only models and links have a velocity");
  const links = partsBelow(world, topModelOf(world, entity), IsLink);
  const root = links.find((link) => world.has(link, IsCanonical)) ?? links[0];
  if (root === undefined) throw new Error("the model has no link");
  return root;
}
