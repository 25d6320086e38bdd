// The part of this plugin that other plugins may use.

export { creationsOf, namesIn } from "./creations.ts";
export { freeName } from "./free-name.ts";
export { textOfThings, thingsInText } from "./sdf-things.ts";
export { stageThings } from "./staging.ts";
export { boundsOfPoints, shiftOnto, type SurfacePlace } from "./standing.ts";
