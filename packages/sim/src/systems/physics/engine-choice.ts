import { Geometry } from "../../components/geometry.ts";
import { IsCollision, IsJoint, IsLink, IsStatic } from "../../components/identity.ts";
import { JointAxes, JointLinks, JointType } from "../../components/joint.ts";
import type { World } from "../../ecs/world.ts";
import type { PhysicsEngine } from "../../physics/engine.ts";
import type { JointScene } from "../../scene/joint.ts";
import type { ModelScene, WorldScene } from "../../scene/scene.ts";
import { needsMujoco } from "./describe-joint.ts";

export type EngineName = PhysicsEngine["name"];

export interface EngineChoice {
  readonly engine: EngineName;
  readonly why: string;
}

/** The properties of a world that matter to the choice of an engine. */
export interface WorldContent {
  /** Number of joints that allow motion. */
  readonly joints: number;
  /** Number of moving bodies without a joint. */
  readonly loose: number;
  /** Number of collisions that are meshes or heightmaps. */
  readonly meshes: number;
  /** Number of joints that Rapier lacks or supports only in part. */
  readonly special: number;
}

/** MuJoCo's solver handles all contacts together: walls of 68 and of 100 blocks take Rapier an eighth of the time. */
const MAX_LOOSE = 30;
/** MuJoCo has no triangle meshes: it needs a separate solid for each triangle, or uses the hull of the whole. */
const MAX_MESHES = 10;

/**
 * Returns the engine for a world, and the reason: by `<physics type>` if that names a known engine, else by the
 * setting, else by the world's contents. Robots and mechanisms get MuJoCo, whose joints are exact. Everything else gets
 * Rapier, where adding and removing bodies costs nothing.
 */
export function chooseEngine(physicsType: string, setting: string, content: () => WorldContent): EngineChoice {
  if (isEngine(physicsType)) return { engine: physicsType, why: "as asked for" };
  if (isEngine(setting)) return { engine: setting, why: "chosen by the plugin's <engine>" };
  const { joints, loose, meshes, special } = content();
  if (special > 0)
    return { engine: "mujoco", why: `chosen because only it can do ${plural(special, "joint")} of this world` };
  if (joints === 0) return { engine: "rapier", why: "chosen because nothing in this world moves on joints" };
  if (loose > MAX_LOOSE)
    return {
      engine: "rapier",
      why: `chosen because it is faster with ${loose} loose bodies beside ${plural(joints, "joint")}`,
    };
  if (meshes > MAX_MESHES)
    return {
      engine: "rapier",
      why: `chosen because it is better with ${meshes} meshes beside ${plural(joints, "joint")}`,
    };
  return {
    engine: "mujoco",
    why: `chosen because its joints are exact, and this world has ${plural(joints, "joint")}`,
  };
}

export function isEngine(name: string): name is EngineName {
  return name === "rapier" || name === "mujoco";
}

/** Counts the contents of a world before it is created. */
export function contentOfScene(scene: WorldScene): WorldContent {
  const content = { joints: 0, loose: 0, meshes: 0, special: 0 };
  const note = (joints: readonly JointScene[], held: Set<string>, prefix: string, isStatic: boolean): void => {
    for (const { type, axes, parentLink, childLink } of joints) {
      if (type !== "fixed" && !isStatic) content.joints++;
      if (needsMujoco(type, axes) && !isStatic) content.special++;
      held.add(prefix + parentLink).add(prefix + childLink);
    }
  };
  const visit = (model: ModelScene, path: string, isStatic: boolean, held: Set<string>): void => {
    note(model.joints, held, path, isStatic);
    for (const inner of model.models) visit(inner, `${path}${inner.name}::`, isStatic || inner.static, held);
    for (const link of model.links) {
      content.meshes += link.collisions.filter(({ geometry }) => isMesh(geometry.type)).length;
      if (!isStatic && !held.has(path + link.name)) content.loose++;
    }
  };
  const held = new Set<string>();
  note(scene.joints, held, "", false);
  for (const model of scene.models) visit(model, `${model.name}::`, model.static, held);
  return content;
}

export function contentOfWorld(world: World): WorldContent {
  const held = new Set<number>();
  let [joints, loose, meshes, special] = [0, 0, 0, 0];
  for (const [joint] of world.query(IsJoint)) {
    const type = world.get(joint, JointType) ?? JointType.initial();
    const isStatic = world.has(world.parentOf(joint), IsStatic);
    if (type !== "fixed" && !isStatic) joints++;
    if (needsMujoco(type, world.get(joint, JointAxes) ?? []) && !isStatic) special++;
    const { parent, child } = world.get(joint, JointLinks) ?? JointLinks.initial();
    held.add(parent).add(child);
  }
  for (const [link] of world.query(IsLink)) {
    if (!held.has(link) && !world.has(world.parentOf(link), IsStatic)) loose++;
  }
  for (const [collision] of world.query(IsCollision)) {
    if (isMesh((world.get(collision, Geometry) ?? Geometry.initial()).type)) meshes++;
  }
  return { joints, loose, meshes, special };
}

function isMesh(type: string): boolean {
  return type === "mesh" || type === "heightmap" || type === "polyline";
}

function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
