import type { Plugin } from "../scene/scene.ts";

/** The systems that every world gets, unless its file opts out or the config lists others. */
export const defaultSystems: readonly Plugin[] = [
  { name: "physics", filename: "", innerXml: "" },
  { name: "user-commands", filename: "", innerXml: "" },
  { name: "scene-broadcaster", filename: "", innerXml: "" },
];
