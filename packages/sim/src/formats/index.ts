// Exports of `@orrery/sim/formats`: readers and writers of world, model and robot files.

export type * from "./load-progress.ts";
export * from "./memory-resources.ts";
export * from "./resources.ts";
export * from "./scene-json.ts";
export * from "./sdf/default-world.ts";
export * from "./sdf/load-sdf.ts";
export * from "./sdf/write/write-sdf.ts";
export { parseXml } from "./xml-reader.ts";

export * from "../scene/scene-source.ts";
export * from "../scene/problem.ts";
export type * from "../scene/scene.ts";
