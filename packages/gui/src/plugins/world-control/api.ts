// What other plugins may use of this one.

export { usePace } from "./use-pace.ts";
