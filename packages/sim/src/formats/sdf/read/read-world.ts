import type { Vec3 } from "../../../base/vec3.ts";
import type { ActorScene } from "../../../scene/actor.ts";
import type { LightScene } from "../../../scene/light.ts";
import type { WorldScene } from "../../../scene/scene.ts";
import { childOf, placeOf, type XmlElement } from "../../xml.ts";
import { versionOf, type SdfContext } from "../context.ts";
import { extraOf } from "../extra.ts";
import { Frames } from "../frames.ts";
import { readName, SiblingNames } from "../names.ts";
import { gatherParts, type Part } from "../parts.ts";
import { readPose } from "../poses.ts";
import { readActor } from "./read-actor.ts";
import { readAppearance } from "./read-appearance.ts";
import { jointFrame, leftOut, readJoint } from "./read-joint.ts";
import { readLight } from "./read-light.ts";
import { claim, frameScenes, mergedFrames, modelFrame, namedFrame, readNested } from "./read-model.ts";
import { chosenPhysics, readPhysics } from "./read-physics.ts";
import { readBool, readVec3 } from "../values.ts";

const earthGravity: Vec3 = { x: 0, y: 0, z: -9.8 };
const earthField: Vec3 = { x: 5.5645e-6, y: 22.8758e-6, z: -42.3884e-6 };

export function readWorld(element: XmlElement, context: SdfContext): WorldScene {
  const { problems } = context;
  const name = readName(element, context);
  const frames = new Frames("world", `world "${name}"`);
  const parts = gatherParts(element, "world", context);
  frames.isIncomplete = parts.isIncomplete;
  const names = new SiblingNames(context, { renames: true });
  const models = readNested(parts, names, -1, context);
  const joints = parts.joints.map((part) => ({ part, name: claim(names, part, "joint", context) }));
  const named = parts.frames.map((part) => ({ part, name: claim(names, part, "frame", context) }));
  for (const { element: link, modelFrame: merged } of parts.links) {
    // Anywhere else it is just an unknown element.
    if (merged !== "world")
      problems.error("bad-include", "a world cannot contain a link directly", placeOf(link), "put it into a <model>");
  }

  const merged = mergedFrames(parts, -1, context);
  for (const [frame, node] of merged) frames.add(frame, node);
  for (const { draft, part } of models) frames.add(draft.model.name, modelFrame(draft, part));
  for (const { part, name: joint } of joints) frames.add(joint, jointFrame(part.element, part.modelFrame, context));
  for (const { part, name: frame } of named) frames.add(frame, namedFrame(part, context));
  frames.check(problems);

  return {
    name,
    gravity: readVec3(gravityHolder(element, context), "gravity", earthGravity),
    magneticField: readVec3(element, "magnetic_field", earthField),
    physics: readPhysics(element, context),
    appearance: readAppearance(element),
    models: models.map(({ draft }) => ({ ...draft.model, pose: frames.poseOf(draft.model.name) })),
    lights: readLights(parts.lights, frames, context),
    frames: frameScenes(merged, named, frames),
    joints: joints.flatMap(({ part, name: joint }) => {
      const place = { name: joint, frames, modelFrame: part.modelFrame, nested: false, nestedInFile: false };
      return leftOut(part.element, place, context) ? [] : [readJoint(part.element, place, context)];
    }),
    actors: readActors(parts.actors, context),
    plugins: parts.plugins,
    ...readPolicies(element),
    ...extraOf(withOneProfile(element), "world"),
  };
}

function readPolicies(world: XmlElement): Pick<WorldScene, "onlyNamedSystems"> {
  const policies = childOf(world, "gz:policies");
  const isAlone = policies !== undefined && !readBool(policies, "include_server_config_plugins", true);
  return isAlone ? { onlyNamedSystems: true } : {};
}

/** Keeps only the physics profile that applies, if there are several. */
function withOneProfile(world: XmlElement): XmlElement {
  const chosen = chosenPhysics(world);
  const children = world.children.filter((child) => child.name !== "physics" || child === chosen);
  return { ...world, children };
}

/** Reads the lights of a world, whose poses may be in any of its frames. */
function readLights(lights: readonly Part[], frames: Frames, context: SdfContext): LightScene[] {
  const names = new SiblingNames(context);
  return lights.map((part) => {
    const name = claim(names, part, "light", context);
    const raw = part.overrides?.pose ?? readPose(part.element, context);
    return readLight(part.element, name, frames.resolve(raw, part.modelFrame, context.problems), context);
  });
}

/** Reads actors. Their poses are not resolved, because they go where their scripts say. */
function readActors(actors: readonly Part[], context: SdfContext): ActorScene[] {
  const names = new SiblingNames(context);
  return actors.map((part) => {
    const pose = (part.overrides?.pose ?? readPose(part.element, context)).pose;
    return readActor(part.element, claim(names, part, "actor", context), pose, context);
  });
}

/** Returns the element that contains the gravity: up to SDF 1.5 that was `<physics>`. */
function gravityHolder(world: XmlElement, context: SdfContext): XmlElement {
  if (versionOf(world, context) > 5) return world;
  const physics = childOf(world, "physics");
  const isOld =
    childOf(world, "gravity") === undefined && physics !== undefined && childOf(physics, "gravity") !== undefined;
  return isOld ? physics : world;
}
