import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { MessageRegistry } from "@orrery/msgs";
import { MemoryResources, type LogRecord } from "@orrery/sim";
import {
  builtInSystems,
  formatProblem,
  logTo,
  parseSdf,
  Runner,
  SystemLibrary,
  type InputSource,
  type WorldScene,
} from "@orrery/sim/host";
import { applyCheck, type Check, type Outcome } from "./checks.ts";
import type { Command, ComponentCommand, Script } from "./commands.ts";
import { componentPlayer, PLAYER } from "./component-commands.ts";
import { TopicRecorder, type TopicRecord } from "./topics.ts";
import { columnsOf, Recorder, type TraceFile } from "./trace.ts";

export type Engine = "auto" | "rapier" | "mujoco";

export interface Reply {
  readonly step: number;
  readonly service: string;
  readonly executed: boolean;
  readonly result: boolean;
  readonly reply: unknown;
}

export interface WorldRun {
  readonly name: string;
  /** The engine in use, according to the physics system. */
  readonly engine: string;
  readonly trace: TraceFile;
  readonly topics: Readonly<Record<string, TopicRecord>>;
  readonly replies: readonly Reply[];
  readonly outcomes: readonly Outcome[];
  /** Requests of the world that were not met, and errors. */
  readonly complaints: readonly string[];
}

/** Runs a recorded world (`world.sdf`, `commands.json`) and applies its `checks.json` against its `trace.json`. */
export async function runWorld(folder: string, options: { engine: Engine; twice?: boolean }): Promise<WorldRun> {
  const run = await play(folder, options.engine);
  if (options.twice !== true) return run;
  const again = await play(folder, options.engine);
  const identical = run.trace.fullStateHash === again.trace.fullStateHash;
  return { ...run, trace: { ...run.trace, secondRunIdentical: identical } };
}

async function play(folder: string, engine: Engine): Promise<WorldRun> {
  const script = readJson(folder, "commands.json") as Script;
  const log: LogRecord[] = [];
  using runner = await load(folder, script, engine, log);
  const recorder = new Recorder(runner.world, { linkVelocity: script.link_velocity });
  using topics = new TopicRecorder(runner, script.topics);
  const replies: Reply[] = [];
  recorder.note(0, { row: true });
  for (let step = 0; step < script.steps; step++) {
    for (const command of script.commands) if (command.step === step) await send(runner, command, replies);
    runner.pass();
    recorder.note(step + 1, { row: (step + 1) % script.every === 0 });
  }
  const used = log.map(({ message }) => /^physics engine (\w+)/.exec(message)?.[1]).find((name) => name) ?? "none";
  const trace = recorder.file({
    name: script.name,
    reference: `orrery, ${used}`,
    dt: runner.now().dt,
    steps: script.steps,
    every: script.every,
    secondRunIdentical: null,
  });
  return {
    name: script.name,
    engine: used,
    trace,
    topics: topics.records(),
    replies,
    outcomes: judge(folder, trace),
    complaints: log.filter(({ level }) => level === "warn" || level === "error").map(({ message }) => message),
  };
}

async function load(folder: string, script: Script, engine: Engine, log: LogRecord[]): Promise<Runner> {
  const file = join(folder, "world.sdf");
  const { scene, problems } = await parseSdf(readFileSync(file, "utf8"), file, new MemoryResources({}));
  const [world] = scene.worlds;
  if (world === undefined) throw new Error(problems.map(formatProblem).join("\n"));
  const commands = script.commands.filter((command) => command.kind === "component");
  return Runner.create({
    scene: prepared(world, engine, commands),
    library: new SystemLibrary([...builtInSystems, componentPlayer(commands)]),
    defaultSystems: [],
    messages: new MessageRegistry(),
    log: logTo((record) => void log.push(record)),
    nowMs: () => 0,
    targetFactor: 0,
  });
}

/**
 * Returns the world with the requested engine, and the player after all other systems except physics, which acts in a
 * later phase.
 */
function prepared(world: WorldScene, engine: Engine, commands: readonly ComponentCommand[]): WorldScene {
  const player = {
    name: PLAYER,
    filename: "",
    innerXml: "<gz:system_priority>1000000</gz:system_priority>",
    where: undefined,
  };
  return {
    ...world,
    physics: engine === "auto" ? world.physics : { ...world.physics, type: engine },
    plugins: commands.length === 0 ? world.plugins : [...world.plugins, player],
  };
}

async function send(runner: Runner, command: Command, replies: Reply[]): Promise<void> {
  if (command.kind === "component") return;
  const { type } = command;
  const bytes = runner.messages.encode(type, runner.messages.fromJson(type, command.msg));
  if (command.kind === "request") return request(runner, command, bytes, replies);
  runner.bus.inbox.push({ kind: "message", topic: command.topic, type, latched: false, bytes });
}

/** The world is paused until the answer arrives, because the files for creations are read in the background. */
async function request(
  runner: Runner,
  { step, service, type }: Command & { readonly kind: "request" },
  bytes: Uint8Array,
  replies: Reply[],
): Promise<void> {
  let answered = false;
  const reply: NonNullable<InputSource["reply"]> = (answer) => {
    answered = true;
    const value = answer.ok ? (answer.payload.value as { readonly data?: boolean }).data === true : false;
    replies.push({ step, service, executed: answer.ok, result: answer.ok, reply: value });
  };
  runner.bus.inbox.push({ kind: "request", id: 0, service, type, bytes }, { origin: undefined, reply });
  runner.state.pause();
  for (let tries = 0; tries < 1000 && !answered; tries++) {
    runner.pass();
    await new Promise((resolve) => setImmediate(resolve));
  }
  runner.state.run();
}

function judge(folder: string, trace: TraceFile): Outcome[] {
  if (!existsSync(join(folder, "checks.json"))) return [];
  const { checks } = readJson(folder, "checks.json") as { readonly checks: readonly Check[] };
  const reference = columnsOf(readJson(folder, "trace.json") as TraceFile);
  const candidate = columnsOf(trace);
  return checks.map((check) => applyCheck(check, reference, candidate));
}

export function readJson(folder: string, file: string): unknown {
  return JSON.parse(readFileSync(join(folder, file), "utf8"));
}
