import { compose, identityPose, inverse } from "../../../base/pose.ts";
import { Problems } from "../../../scene/problem.ts";
import type { FrameScene, ModelScene } from "../../../scene/scene.ts";
import { attributeOf, placeOf, placeOfAttribute, type XmlElement } from "../../xml.ts";
import type { SdfContext } from "../context.ts";
import { extraOf } from "../extra.ts";
import { Frames, type FrameNode } from "../frames.ts";
import type { Overrides } from "../included.ts";
import { isPlaceholder, readMissing } from "../missing-includes.ts";
import { didYouMean, readName, SiblingNames } from "../names.ts";
import { gatherParts, type Part, type Parts } from "../parts.ts";
import { readMoved, readPose, type RawPose } from "../poses.ts";
import { jointFrame, leftOut, readJoint } from "./read-joint.ts";
import { readLink } from "./read-link.ts";
import { readBool } from "../values.ts";

/** Largest depth of nested models; reading one takes a few frames of the call stack. */
const MAX_MODEL_DEPTH = 100;

/** A model whose pose its parent still has to resolve. */
export interface ModelDraft {
  /** The model, whose pose is not set yet. */
  readonly model: ModelScene;
  readonly frames: Frames;
  /** Pose of the model's own frame, with the placement frame taken into account. */
  readonly pose: RawPose;
  readonly element: XmlElement;
}

/** Reads a model. `depth` counts the enclosing models. */
export function readModel(
  element: XmlElement,
  overrides: Overrides | undefined,
  depth: number,
  context: SdfContext,
): ModelDraft {
  const { problems } = context;
  const name = overrides?.name ?? readName(element, context);
  const frames = new Frames("__model__", `model "${name}"`);
  const isStatic = overrides?.static ?? readBool(element, "static", false);
  if (depth >= MAX_MODEL_DEPTH) {
    problems.error("too-deep", `models more than ${MAX_MODEL_DEPTH} deep`, placeOf(element), "flatten the model");
    return { model: emptyModel(name), frames, pose: readPose(element, context), element };
  }

  const parts = gatherParts(element, "__model__", context);
  frames.isIncomplete = parts.isIncomplete || isPlaceholder(element);
  const names = new SiblingNames(context);
  const models = readNested(parts, names, depth, context);
  const links = parts.links.map((part) => ({ part, name: claim(names, part, "link", context) }));
  const joints = parts.joints.map((part) => ({ part, name: claim(names, part, "joint", context) }));
  const named = parts.frames.map((part) => ({ part, name: claim(names, part, "frame", context) }));

  const merged = mergedFrames(parts, depth, context);
  for (const [frame, node] of merged) frames.add(frame, node);
  for (const { draft, part } of models) frames.add(draft.model.name, modelFrame(draft, part));
  for (const { part, name: link } of links) frames.add(link, linkFrame(part, context));
  for (const { part, name: joint } of joints) frames.add(joint, jointFrame(part.element, part.modelFrame, context));
  for (const { part, name: frame } of named) frames.add(frame, namedFrame(part, context));
  frames.canonicalLink = canonicalLinkOf(element, links[0]?.name, models[0]?.draft.model, frames, context);
  if (links.length === 0 && models.length === 0 && !isStatic) reportNoLink(name, element, context);
  frames.check(problems);

  const model: ModelScene = {
    name,
    pose: identityPose,
    ...readMoved(element, context),
    static: isStatic,
    selfCollide: readBool(element, "self_collide", false),
    allowAutoDisable: readBool(element, "allow_auto_disable", true),
    enableWind: readBool(element, "enable_wind", false),
    canonicalLink: frames.canonicalLink,
    links: links.map(({ part, name: link }) =>
      readLink(part.element, { name: link, pose: frames.poseOf(link), frames, modelFrame: part.modelFrame }, context),
    ),
    joints: joints.flatMap(({ part, name: joint }) => {
      const nestedInFile = depth > 0 && overrides === undefined && part.modelFrame === "__model__";
      const place = { name: joint, frames, modelFrame: part.modelFrame, nested: depth > 0, nestedInFile };
      return leftOut(part.element, place, context) ? [] : [readJoint(part.element, place, context)];
    }),
    frames: frameScenes(merged, named, frames),
    models: models.map(({ draft }) => ({ ...draft.model, pose: frames.poseOf(draft.model.name) })),
    plugins: [...parts.plugins, ...(overrides?.plugins ?? [])],
    ...readMissing(element),
    ...extraOf(element, "model"),
  };
  return { model, frames, pose: placedPose(element, overrides, frames, context), element };
}

/** Reads the models in a model or world, each completely, with a unique name. */
export function readNested(
  parts: Parts,
  names: SiblingNames,
  depth: number,
  context: SdfContext,
): { part: Part; draft: ModelDraft }[] {
  return parts.models.map((part) => {
    const draft = readModel(part.element, part.overrides, depth + 1, context);
    names.claim(draft.model.name, "model", part.element);
    return { part, draft };
  });
}

/** Returns the pose of a model's frame in the enclosing model or world. */
export function modelFrame({ pose, frames, element }: ModelDraft, part: Part): FrameNode {
  return {
    kind: "model",
    pose: pose.pose,
    relativeTo: inScope(pose.relativeTo, part),
    attachedTo: "",
    inner: frames,
    where: placeOf(element),
  };
}

export function namedFrame(part: Part, context: SdfContext): FrameNode {
  const raw = readPose(part.element, context);
  const attachedTo = inScope((attributeOf(part.element, "attached_to") ?? "").trim(), part);
  return {
    kind: "frame",
    pose: raw.pose,
    relativeTo: raw.relativeTo === "" ? attachedTo : inScope(raw.relativeTo, part),
    attachedTo,
    where: placeOf(part.element),
  };
}

/** Returns the frame that replaces each merged model. */
export function mergedFrames(parts: Parts, depth: number, context: SdfContext): Map<string, FrameNode> {
  const found = new Map<string, FrameNode>();
  for (const [name, part] of parts.merged) {
    // Its parts are read again in their new place, where their problems are reported.
    const { model, pose, frames, element } = readModel(part.element, part.overrides, depth + 1, {
      ...context,
      problems: new Problems(),
    });
    if (frames.canonicalLink === "" && !model.static) reportNoLink(model.name, element, context);
    const around = part.modelFrame;
    found.set(name, {
      kind: "frame",
      pose: pose.pose,
      relativeTo: inScope(pose.relativeTo, part),
      attachedTo: frames.canonicalLink === "" ? around : frames.canonicalLink,
      where: placeOf(element),
    });
  }
  return found;
}

/** Returns frames as data: the pose of each named frame in the root of its scope. */
export function frameScenes(
  merged: ReadonlyMap<string, FrameNode>,
  named: readonly { part: Part; name: string }[],
  frames: Frames,
): FrameScene[] {
  const written = named.map(({ part, name }) => {
    const attachedTo = (attributeOf(part.element, "attached_to") ?? "").trim();
    // In a merged part, `__model__` means the model that it came from.
    const isMerged = part.modelFrame !== frames.root;
    return { name, attachedTo: isMerged ? inScope(attachedTo, part) : attachedTo, ...extraOf(part.element, "frame") };
  });
  const standIns = [...merged].map(([name, { attachedTo }]) => ({ name, attachedTo }));
  return [...standIns, ...written].map((frame) => ({ ...frame, pose: frames.poseOf(frame.name) }));
}

export function claim(names: SiblingNames, part: Part, kind: string, context: SdfContext): string {
  return names.claim(part.overrides?.name ?? readName(part.element, context), kind, part.element);
}

function reportNoLink(model: string, element: XmlElement, { problems }: SdfContext): void {
  problems.error("missing-element", `model "${model}" has no link`, placeOf(element), 'add <link name="link"/>');
}

function linkFrame(part: Part, context: SdfContext): FrameNode {
  const raw = readPose(part.element, context);
  return { kind: "link", pose: raw.pose, relativeTo: inScope(raw.relativeTo, part), attachedTo: "", where: raw.where };
}

/**
 * Returns the frame that a part refers to. If it says nothing or `__model__`, that is the model in which it was
 * written, unless that is a world.
 */
function inScope(name: string, part: Part): string {
  return name === "" || (name === "__model__" && part.modelFrame !== "world") ? part.modelFrame : name;
}

function canonicalLinkOf(
  element: XmlElement,
  firstLink: string | undefined,
  firstModel: ModelScene | undefined,
  frames: Frames,
  { problems }: SdfContext,
): string {
  const written = (attributeOf(element, "canonical_link") ?? "").trim();
  if (written !== "") {
    const body = frames.bodyOf(written);
    if (body === written) return written;
    if (frames.isMissing(written)) return firstLinkOf(firstLink, firstModel);
    const message = `canonical_link "${written}" is not a link of ${frames.owner}`;
    const where = placeOfAttribute(element, "canonical_link");
    problems.error("unknown-link", message, where, didYouMean(written, frames.names()));
  }
  return firstLinkOf(firstLink, firstModel);
}

function firstLinkOf(firstLink: string | undefined, firstModel: ModelScene | undefined): string {
  if (firstLink !== undefined) return firstLink;
  return firstModel === undefined || firstModel.canonicalLink === ""
    ? ""
    : `${firstModel.name}::${firstModel.canonicalLink}`;
}

function placedPose(
  element: XmlElement,
  overrides: Overrides | undefined,
  frames: Frames,
  context: SdfContext,
): RawPose {
  const raw = overrides?.pose ?? readPose(element, context);
  const placement = overrides?.placementFrame ?? attributeOf(element, "placement_frame")?.trim() ?? "";
  if (placement === "") return raw;
  if (placement !== frames.root && !frames.has(placement)) {
    const message = `placement_frame "${placement}" is not in ${frames.owner}`;
    context.problems.error("unknown-frame", message, raw.where, didYouMean(placement, frames.names()));
    return raw;
  }
  return { ...raw, pose: compose(raw.pose, inverse(frames.poseOf(placement))) };
}

function emptyModel(name: string): ModelScene {
  return {
    name,
    pose: identityPose,
    static: true,
    selfCollide: false,
    allowAutoDisable: true,
    enableWind: false,
    canonicalLink: "",
    links: [],
    joints: [],
    frames: [],
    models: [],
    plugins: [],
  };
}
