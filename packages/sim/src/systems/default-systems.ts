import type { Plugin } from "../scene/scene.ts";

/** What a world gets that names no systems. */
export const defaultSystems: readonly Plugin[] = [
  { name: "physics", filename: "", innerXml: "" },
  { name: "user-commands", filename: "", innerXml: "" },
  { name: "scene-broadcaster", filename: "", innerXml: "" },
];
