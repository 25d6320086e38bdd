// What panels offer each other, those of third parties included: the entry @orrery/gui/panels.

export * from "./clipboard/api.ts";
export * from "./entity-tree/api.ts";
export * from "./insert/api.ts";
export * from "./inspector/api.ts";
export * from "./plot/api.ts";
export * from "./scene/api.ts";
export * from "./topics/api.ts";
export * from "./transform/api.ts";
export * from "./undo/api.ts";
export * from "./world-control/api.ts";
