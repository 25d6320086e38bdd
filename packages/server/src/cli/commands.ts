import type { Command } from "./arguments.ts";

/**
 * The commands by name, in the order of the help. Each is loaded on use, because most need only a small part of the
 * simulator.
 */
export const commands: ReadonlyMap<string, () => Promise<Command>> = new Map([
  ["run", async () => (await import("./commands/run.ts")).runCommand],
  ["play", async () => (await import("./commands/play.ts")).playCommand],
  ["log info", async () => (await import("./commands/log-info.ts")).logInfo],
  ["log check", async () => (await import("./commands/log-check.ts")).logCheck],
  ["log diff", async () => (await import("./commands/log-diff.ts")).logDiff],
  ["log cut", async () => (await import("./commands/log-cut.ts")).logCut],
  ["log merge", async () => (await import("./commands/log-merge.ts")).logMerge],
  ["log export", async () => (await import("./commands/log-export.ts")).logExport],
  ["topic list", async () => (await import("./commands/topic.ts")).topicList],
  ["topic info", async () => (await import("./commands/topic.ts")).topicInfo],
  ["topic echo", async () => (await import("./commands/topic-echo.ts")).topicEcho],
  ["topic pub", async () => (await import("./commands/topic-pub.ts")).topicPub],
  ["topic hz", async () => (await import("./commands/topic-hz.ts")).topicHz],
  ["service list", async () => (await import("./commands/service.ts")).serviceList],
  ["service info", async () => (await import("./commands/service.ts")).serviceInfo],
  ["service call", async () => (await import("./commands/service.ts")).serviceCall],
  ["introspect list", async () => (await import("./commands/introspect-list.ts")).introspectList],
  ["introspect watch", async () => (await import("./commands/introspect-watch.ts")).introspectWatch],
  ["plot", async () => (await import("./commands/plot.ts")).plotCommand],
  ["scene", async () => (await import("./commands/scene.ts")).sceneCommand],
  ["check", async () => (await import("./commands/check.ts")).checkCommand],
  ["save", async () => (await import("./commands/save.ts")).saveCommand],
]);

/** Loads the named commands. */
export function loadCommands(names: readonly string[]): Promise<Command[]> {
  return Promise.all(names.map((name) => commands.get(name)!()));
}
