// Exports of `@orrery/sim/formats`: readers and writers of world, model and robot files.

export type { LoadProgress, OnLoadProgress } from "./load-progress.ts";
export { MemoryResources } from "./memory-resources.ts";
export { MAX_FILE_BYTES, type ResolvedResource, ResourceError, type Resources } from "./resources.ts";
export { type Json, sceneToJson } from "./scene-json.ts";
export { defaultWorldAround } from "./sdf/default-world.ts";
export { type LoadedScene, type LoadOptions, loadSdf, parseSdf } from "./sdf/load-sdf.ts";
export { writeSdf, type WriteSdfOptions } from "./sdf/write/write-sdf.ts";
export { parseXml } from "./xml-reader.ts";

export { INSERTED, type SceneSource, sdfOf } from "../scene/scene-source.ts";
export { formatProblem, type Hint, inFileOrder, type Problem, Problems } from "../scene/problem.ts";
export type {
  AppearanceScene,
  CollisionScene,
  FrameScene,
  InertialScene,
  LinkScene,
  ModelScene,
  PhysicsScene,
  Plugin,
  PluginScene,
  Scene,
  SensorScene,
  SourcePlace,
  SurfaceScene,
  VisualScene,
  WorldScene,
} from "../scene/scene.ts";
