// The part of this plugin that other plugins may use.

export { usePace } from "./use-pace.ts";
