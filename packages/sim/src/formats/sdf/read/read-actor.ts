import type { Pose } from "../../../base/pose.ts";
import type { ActorAnimation, ActorScene, ActorScript, ActorSkin, ActorTrajectory } from "../../../scene/actor.ts";
import { attributeOf, childrenOf, childOrEmpty, type XmlElement } from "../../xml.ts";
import type { SdfContext } from "../context.ts";
import { extraOf } from "../extra.ts";
import { readName, SiblingNames } from "../names.ts";
import { notePlace } from "../places.ts";
import { readPose } from "../poses.ts";
import { readPlugins } from "./read-plugin.ts";
import { leadingNumber } from "../schema/leading-number.ts";
import { readBool, readNumber, readText } from "../values.ts";

/** Reads an actor. `name` and `pose` come from the caller, because an include may override them. */
export function readActor(element: XmlElement, name: string, pose: Pose, context: SdfContext): ActorScene {
  return {
    name,
    pose,
    skin: readSkin(childOrEmpty(element, "skin"), context),
    animations: readAnimations(element, context),
    script: readScript(childOrEmpty(element, "script"), context),
    plugins: readPlugins(element),
    ...extraOf(element, "actor"),
  };
}

function readSkin(skin: XmlElement, { problems }: SdfContext): ActorSkin {
  const read: ActorSkin = {
    filename: readText(skin, "filename", "__default__"),
    from: skin.source.file,
    scale: readNumber(skin, "scale", { fallback: 1 }, problems),
  };
  return notePlace(read, skin);
}

function readAnimations(actor: XmlElement, context: SdfContext): ActorAnimation[] {
  const names = new SiblingNames(context);
  return childrenOf(actor, "animation").map((animation) => {
    const read: ActorAnimation = {
      name: names.claim(readName(animation, context), "animation", animation),
      filename: readText(animation, "filename", "__default__"),
      from: animation.source.file,
      scale: readNumber(animation, "scale", { fallback: 1 }, context.problems),
      interpolateX: readBool(animation, "interpolate_x", false),
    };
    return notePlace(read, animation);
  });
}

function readScript(script: XmlElement, context: SdfContext): ActorScript {
  return {
    loop: readBool(script, "loop", true),
    delayStart: readNumber(script, "delay_start", { fallback: 0 }, context.problems),
    autoStart: readBool(script, "auto_start", true),
    trajectories: childrenOf(script, "trajectory").map((trajectory) => readTrajectory(trajectory, context)),
  };
}

function readTrajectory(trajectory: XmlElement, context: SdfContext): ActorTrajectory {
  const number = (name: string): number => leadingNumber(attributeOf(trajectory, name) ?? "") ?? 0;
  return {
    id: Math.trunc(number("id")),
    type: attributeOf(trajectory, "type")?.trim() ?? "",
    tension: number("tension"),
    waypoints: childrenOf(trajectory, "waypoint").map((waypoint) => ({
      time: readNumber(waypoint, "time", { fallback: 0 }, context.problems),
      pose: readPose(waypoint, context).pose,
    })),
  };
}
