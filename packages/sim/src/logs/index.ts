// Exports of `@orrery/sim/logs`, separate from the rest because few runs write or read a log, and the library for log
// files is slow to load.

export type { LogEntry } from "./log-channels.ts";
export * from "./log-error.ts";
export { LogFile } from "./log-file.ts";
export type { LogSource } from "./log-source.ts";
export * from "./log-player.ts";
export * from "./log-sections.ts";
export * from "./log-writer.ts";
export * from "./play-log.ts";
export * from "./recorder.ts";
