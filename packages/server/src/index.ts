// The exports for programs that embed a server.

export * from "./config.ts";
export * from "./files/files.ts";
export * from "./gateway/ws-link.ts";
export * from "./plugins/plugin-folders.ts";
export * from "./server-address.ts";
export * from "./server.ts";
export type { ServedWorld, WorldOptions } from "./served/served-world.ts";
export type { ServedWorlds } from "./served/served-worlds.ts";
export { KeptWorld, type KeptWorldOptions, type Notice } from "./world/kept-world.ts";
export type { LoadedWorld, RunSummary } from "./world/thread-messages.ts";
export * from "./world/start-world.ts";
export { SimulationFailed, WorldRefused } from "./world/world-failures.ts";
export * from "./world/world-thread.ts";
