import type { Component } from "../ecs/component.ts";
import * as declared from "./index.ts";

/** The components that every process knows, by name. Those of systems are known only where the system is loaded. */
export const builtInComponents: readonly Component[] = Object.values(declared).toSorted((a, b) =>
  a.name < b.name ? -1 : 1,
);
