import type { Command } from "./arguments.ts";

/** The commands by name, in the order of the help. Each is loaded when it is called: most need little of the simulator. */
export const commands: ReadonlyMap<string, () => Promise<Command>> = new Map([
  ["run", async () => (await import("./run.ts")).runCommand],
  ["play", async () => (await import("./play.ts")).playCommand],
  ["log info", async () => (await import("./log-info.ts")).logInfo],
  ["log check", async () => (await import("./log-check.ts")).logCheck],
  ["topic list", async () => (await import("./topic.ts")).topicList],
  ["topic info", async () => (await import("./topic.ts")).topicInfo],
  ["topic echo", async () => (await import("./topic-echo.ts")).topicEcho],
  ["topic pub", async () => (await import("./topic-pub.ts")).topicPub],
  ["topic hz", async () => (await import("./topic-hz.ts")).topicHz],
  ["service list", async () => (await import("./service.ts")).serviceList],
  ["service info", async () => (await import("./service.ts")).serviceInfo],
  ["service call", async () => (await import("./service.ts")).serviceCall],
  ["scene", async () => (await import("./scene.ts")).sceneCommand],
  ["check", async () => (await import("./check.ts")).checkCommand],
  ["save", async () => (await import("./save.ts")).saveCommand],
]);

/** Loads the named commands. */
export function loadCommands(names: readonly string[]): Promise<Command[]> {
  return Promise.all(names.map((name) => commands.get(name)!()));
}
