import { zero } from "../base/vec3.ts";
import { PhysicsSettings } from "../components/physics.ts";
import { Appearance } from "../components/simulation.ts";
import type { RunnerOptions } from "../runner/runner-options.ts";
import type { Plugin, WorldScene } from "../scene/scene.ts";
import type { LogFile } from "./log-file.ts";
import { LogPlayer } from "./log-player.ts";

/**
 * Returns the options for a runner that plays back a log: an empty world of its name, and systems that only read.
 * Throws a LogError.
 */
export function playbackOptions(
  log: LogFile,
  onError: (error: unknown) => void,
): Pick<RunnerOptions, "scene" | "playback" | "defaultSystems" | "onlyDefaultSystems"> {
  return {
    scene: emptyWorld(log.world),
    playback: new LogPlayer(log, onError),
    defaultSystems: onlookers,
    onlyDefaultSystems: true,
  };
}

const onlookers: readonly Plugin[] = [{ name: "scene-broadcaster", filename: "", innerXml: "" }];

/** Returns an empty scene, for a world into which a state will be written. */
export function emptyWorld(name: string): WorldScene {
  return {
    name,
    gravity: zero,
    magneticField: zero,
    physics: PhysicsSettings.initial(),
    appearance: Appearance.initial(),
    models: [],
    lights: [],
    frames: [],
    joints: [],
    actors: [],
    plugins: [],
  };
}
