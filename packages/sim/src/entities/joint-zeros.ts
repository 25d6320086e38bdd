import { compose, identityPose, inverse, relativeTo, type Pose } from "../base/pose.ts";
import { IsCanonical, IsJoint, IsLink, IsModel, IsStatic } from "../components/identity.ts";
import { JointChildFrame, JointLinks, JointParentFrame } from "../components/joint.ts";
import { Pose as PoseComponent } from "../components/pose.ts";
import { noEntity, type Entity } from "../ecs/entities.ts";
import type { World } from "../ecs/world.ts";
import { canonicalLinks } from "./canonical-link.ts";
import { topModelOf, worldPose } from "./find.ts";

/** Metres, and parts of a unit quaternion; rounding alone moves the two sides of a joint far less. */
const NEAR = 1e-9;

/** The places of links and models in the world if all joints were at zero. */
export interface JointZeros {
  /** Returns whether anything in the model that contains an entity would be elsewhere. */
  has(entity: Entity): boolean;
  poseOf(linkOrModel: Entity): Pose;
}

/**
 * Computes the places of everything with all joints at zero. What no joint moves stays in place. In a group of
 * connected links that is not attached to the world, the first canonical link stays, and all others are placed through
 * the joints from there. What is at zero already keeps its pose to the bit.
 */
export function jointZeros(world: World): JointZeros {
  const sides = sidesOf(world);
  const poses = new Map<Entity, Pose>();
  for (const piece of piecesOf(sides)) {
    if (piece.every((side) => isAtZero(world, side))) continue;
    for (const [link, pose] of atZero(world, piece)) poses.set(link, pose);
  }
  const linkOf = canonicalLinks(world);
  const poseOfModel = (model: Entity): Pose => {
    const link = linkOf(model);
    const around = world.parentOf(model);
    // A model that follows the enclosing model's link keeps its pose in that model.
    if (world.has(around, IsModel) && link === linkOf(around))
      return compose(poseOfModel(around), world.get(model, PoseComponent) ?? identityPose);
    const place = link === undefined ? undefined : poses.get(link);
    if (place === undefined) return worldPose(world, model);
    return compose(place, inverse(relativeTo(worldPose(world, model), worldPose(world, link!))));
  };
  const changed = new Set([...poses.keys()].map((link) => topModelOf(world, link)));
  return {
    has: (entity) => changed.has(topModelOf(world, entity)),
    poseOf(entity) {
      if (world.has(entity, IsModel)) return poseOfModel(entity);
      return poses.get(entity) ?? worldPose(world, entity);
    },
  };
}

/** A joint's links, and its frame in each of them; the two frames coincide at zero. */
interface Side {
  readonly parent: Entity;
  readonly child: Entity;
  readonly inParent: Pose;
  readonly inChild: Pose;
}

function sidesOf(world: World): Side[] {
  const sides: Side[] = [];
  for (const [joint, { parent, child }] of world.query(JointLinks)) {
    if (!world.has(joint, IsJoint) || !world.has(child as Entity, IsLink)) continue;
    const [inParent, inChild] = [world.get(joint, JointParentFrame), world.get(joint, JointChildFrame)];
    if (inParent === undefined || inChild === undefined) continue;
    sides.push({ parent: parent as Entity, child: child as Entity, inParent, inChild });
  }
  return sides;
}

/** Groups joints by connected links; links attached to the world are not connected through it. */
function piecesOf(sides: readonly Side[]): Side[][] {
  const above = new Map<Entity, Entity>();
  const rootOf = (link: Entity): Entity => {
    let root = link;
    for (let next = above.get(root); next !== undefined; next = above.get(root)) {
      // Halves the path for the next search: otherwise a chain of thousands would be walked for each of its joints.
      const beyond = above.get(next);
      if (beyond !== undefined) above.set(root, beyond);
      root = next;
    }
    return root;
  };
  for (const { parent, child } of sides) {
    const [a, b] = [rootOf(parent === noEntity ? child : parent), rootOf(child)];
    if (a !== b) above.set(b, a);
  }
  const pieces = new Map<Entity, Side[]>();
  for (const side of sides) {
    const root = rootOf(side.child);
    const piece = pieces.get(root);
    if (piece === undefined) pieces.set(root, [side]);
    else piece.push(side);
  }
  return [...pieces.values()];
}

function isAtZero(world: World, { parent, child, inParent, inChild }: Side): boolean {
  const onParent = parent === noEntity ? inParent : compose(worldPose(world, parent), inParent);
  const { x, y, z, qx, qy, qz } = relativeTo(onParent, compose(worldPose(world, child), inChild));
  return Math.max(...[x, y, z, qx, qy, qz].map(Math.abs)) < NEAR;
}

function atZero(world: World, piece: readonly Side[]): Map<Entity, Pose> {
  const poses = new Map<Entity, Pose>();
  const links = [...new Set(piece.flatMap(({ parent, child }) => [parent, child]))].sort((a, b) => a - b);
  const stays = links.filter((link) => link !== noEntity && world.has(world.parentOf(link), IsStatic));
  for (const link of stays) poses.set(link, worldPose(world, link));
  const isHeld = stays.length > 0 || links.includes(noEntity);
  const first = links.find((link) => world.has(link, IsCanonical)) ?? links[0]!;
  if (!isHeld) poses.set(first, worldPose(world, first));
  for (let before = -1; before < poses.size;) {
    before = poses.size;
    for (const { parent, child, inParent, inChild } of piece) {
      const above = poses.get(parent);
      const below = poses.get(child);
      if (below === undefined && (above !== undefined || parent === noEntity)) {
        const frame = above === undefined ? inParent : compose(above, inParent);
        poses.set(child, compose(frame, inverse(inChild)));
      } else if (above === undefined && below !== undefined && parent !== noEntity) {
        poses.set(parent, compose(compose(below, inChild), inverse(inParent)));
      }
    }
  }
  return poses;
}
