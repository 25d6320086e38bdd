// The part of this plugin that other plugins may use.

export { useGraph } from "./use-graph.ts";
