import { logTo, Node } from "@orrery/sim/front";
import { checkGuiConfig, type ServerConfig } from "../config.ts";
import { DEFAULT_PORT } from "../server-address.ts";
import type { ServedWorld } from "../served/served-world.ts";
import type { Server } from "../server.ts";
import { KeptWorld } from "../world/kept-world.ts";
import type { RunSummary } from "../world/thread-messages.ts";
import { WorldRefused } from "../world/world-failures.ts";
import { type WorldThread } from "../world/world-thread.ts";
import { listFlag, numberFlag, switchFlag, textFlag, type FlagValues } from "./arguments.ts";
import { entryOf, listeningJson, listeningText } from "./entry.ts";
import { Failure } from "./failure.ts";
import { noteProblems } from "./problems.ts";
import { print } from "./terminal.ts";
import { logBoard, noteRecord, recordOf } from "./note-record.ts";

/** The flags of every command that shows a world to pages and tools. */
export const servingFlags = {
  headless: switchFlag("do not open a port unless --port is given"),
  port: numberFlag("N", `HTTP and WebSocket (default ${DEFAULT_PORT}; 0 takes any free one)`, {
    integer: true,
    min: 0,
    max: 65535,
  }),
  host: textFlag(
    "ADDRESS",
    "address to listen on (default 127.0.0.1, this machine only); 0.0.0.0 lets others in, with a token",
  ),
  token: listFlag(
    "[ROLE=]TOKEN",
    "whoever presents it gets ROLE: viewer, operator or admin (the default); may be repeated",
  ),
  config: textFlag("FILE", "JSON: systems, folders, tokens, limits, GUI plugins; see docs/server.md"),
  "gui-config": textFlag("FILE", "JSON that configures the page, instead of the config's"),
  json: switchFlag("one JSON object per line on stdout"),
};

export type ServingFlags = FlagValues<typeof servingFlags>;

/** A server that listens on its port and waits for worlds. */
export interface Serving {
  readonly server: Server;
  /** Prints the server's address, once, when the first world is available. */
  readonly announce: () => void;
}

/** Opens the port before anything slow; does nothing without one. */
export async function startServing(given: ServingFlags, config: ServerConfig): Promise<Serving | undefined> {
  const port = given.port ?? (given.headless ? undefined : DEFAULT_PORT);
  if (port === undefined) return undefined;
  const entry = entryOf(given, config);
  // A run without a port needs neither HTTP nor the code for it.
  const { startServer } = await import("../server.ts");
  const server = await startServer({
    ...config,
    port,
    log: logTo(noteRecord),
    host: entry.host,
    tokens: entry.tokens,
    guiConfig: given["gui-config"] === undefined ? config.guiConfig : await checkGuiConfig(given["gui-config"]),
  });
  logBoard.serve(new Node(server.bus, { owner: "log" }));
  let isAnnounced = false;
  const announce = (): void => {
    if (isAnnounced) return;
    isAnnounced = true;
    print(given.json ? JSON.stringify(listeningJson(server, entry)) : listeningText(server, entry));
  };
  return { server, announce };
}

/** Waits until a world is loaded, and reports its problems. */
export async function loaded<W extends Pick<WorldThread, "loaded">>(
  starting: Promise<W>,
  stopping: Promise<void>,
): Promise<W> {
  let isLoading = true;
  // Nothing is running yet that would have to be stopped in order.
  void stopping.then(() => isLoading && process.exit(0));
  try {
    const thread = await starting;
    isLoading = false;
    noteProblems(thread.loaded.problems);
    for (const problem of thread.loaded.problems) logBoard.add(recordOf(problem));
    return thread;
  } catch (error) {
    if (!(error instanceof WorldRefused)) throw error;
    noteProblems(error.problems);
    if (error.message !== "") throw error;
    const errors = error.problems.filter(({ severity }) => severity === "error").length;
    throw new Failure(`the world was not loaded: ${errors === 1 ? "1 error" : `${errors} errors`}`);
  }
}

/** Gives clients access, and prints the address. */
export async function showWorld(
  { announce }: Serving,
  world: ServedWorld,
  thread: WorldThread | KeptWorld,
): Promise<void> {
  const attached = thread instanceof KeptWorld ? world.attach(thread.thread, thread) : world.attach(thread);
  // A world that fails now can no longer be attached; its own reason takes precedence.
  await Promise.race([attached, thread.ended]);
  announce();
}

export async function ending(
  thread: Pick<WorldThread, "ended" | "stop">,
  stopping: Promise<void>,
): Promise<RunSummary> {
  await Promise.race([stopping, thread.ended]);
  return await thread.stop();
}
