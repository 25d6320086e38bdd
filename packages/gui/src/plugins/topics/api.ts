// What other plugins may use of this one.

export { useGraph } from "./use-graph.ts";
