// The exports for programs that embed a server.

export { ConfigError, defaultConfig, readConfig, type ServerConfig } from "./config.ts";
export { FileResources, type FileResourcesOptions, packageFoldersOf, resourceFolders } from "./files/files.ts";
export { connectWs, type ConnectWsOptions, wsLink } from "./gateway/ws-link.ts";
export { PluginFolders } from "./plugins/plugin-folders.ts";
export {
  DEFAULT_HOST,
  DEFAULT_PORT,
  ListenError,
  listenReason,
  localAddress,
  publicAddress,
  urlOf,
} from "./server-address.ts";
export { Server, type ServerOptions, startServer } from "./server.ts";
export type { ServedWorld, WorldOptions } from "./served/served-world.ts";
export type { ServedWorlds } from "./served/served-worlds.ts";
export { KeptWorld, type KeptWorldOptions, type Notice } from "./world/kept-world.ts";
export type { LoadedWorld, RunSummary } from "./world/thread-messages.ts";
export { startWorld, type WorldThreadOptions } from "./world/start-world.ts";
export { SimulationFailed, WorldRefused } from "./world/world-failures.ts";
export { WorldThread } from "./world/world-thread.ts";
