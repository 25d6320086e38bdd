import { MessageRegistry, type UnknownMessage } from "@orrery/msgs";
import { logTo, type LogRecord } from "./base/log.ts";
import type { Pose } from "./base/pose.ts";
import type { Entity } from "./ecs/entities.ts";
import type { World } from "./ecs/world.ts";
import { find, worldPose } from "./entities/find.ts";
import { MemoryResources } from "./formats/memory-resources.ts";
import type { Resources } from "./formats/resources.ts";
import { defaultWorldAround } from "./formats/sdf/default-world.ts";
import { parseSdf } from "./formats/sdf/load-sdf.ts";
import { nextTurn } from "./runner/schedule/next-turn.ts";
import type { RunnerOptions } from "./runner/runner-options.ts";
import { Runner } from "./runner/runner.ts";
import { stepSizeNs } from "./runner/sim-clock.ts";
import { SystemLibrary, type ModuleSource } from "./runner/systems/system-library.ts";
import type { SystemDefinition } from "./runner/systems/system.ts";
import { formatProblem } from "./scene/problem.ts";
import type { Plugin } from "./scene/scene.ts";
import { builtInSystems } from "./systems/built-in.ts";
import { defaultSystems } from "./systems/default-systems.ts";
import type { Node } from "./transport/node.ts";

export interface SimOptions extends Partial<Pick<RunnerOptions, "engine" | "seed" | "history" | "packer" | "paused">> {
  /** The name of the text in messages, and the base of relative includes. Default `world.sdf`. */
  readonly file?: string;
  /** The source of included models and meshes. Default: none. */
  readonly resources?: Resources;
  /**
   * Systems that the world gets in addition to those that its file names, by name or with parameters. Default: those of
   * `orrery run`.
   */
  readonly defaultSystems?: readonly (string | Plugin)[];
  /** Systems besides the built-in ones that `<plugin>` elements may name. */
  readonly systems?: readonly SystemDefinition[];
  /** The source of modules with other systems. Default: none. */
  readonly modules?: ModuleSource;
  /** Called with warnings of the file, of the world and of its systems. */
  readonly onLog?: (record: LogRecord) => void;
}

/** How long to run, in steps or in simulated time. */
export type RunLength = { readonly steps: number } | { readonly seconds: number };

/** A world in the thread of the program that loads it: step it, send it messages, inspect it, save it. */
export class Sim implements Disposable {
  /** Gives access to everything else that can be done with a world. */
  readonly runner: Runner;
  /** Subscribes, publishes and sends requests like a system of the world. */
  readonly node: Node;

  /** Loads a world from the text of an SDF or URDF file. Throws with all errors of the text, each with its line. */
  static async load(text: string, options: SimOptions = {}): Promise<Sim> {
    return new Sim(await loadRunner(text, options));
  }

  protected constructor(runner: Runner) {
    this.runner = runner;
    this.node = runner.node("program");
  }

  get world(): World {
    return this.runner.world;
  }

  /** Simulated time, in seconds. */
  get time(): number {
    return this.runner.now().timeNs / 1e9;
  }

  /**
   * Makes a number of steps, or as many as fit into a simulated time, as fast as possible. Throws if a step would have
   * to wait for a result that a system needs; `runAlong` waits.
   */
  run(how: RunLength): void {
    for (let left = this.#stepsIn(how); left > 0; left--) {
      if (this.#step()) continue;
      throw new Error("a system is waiting for a result that takes real time: use runAlong, which waits for it");
    }
  }

  /** Makes steps like `run`, but lets the thread handle events while a step waits for a result. */
  async runAlong(how: RunLength): Promise<void> {
    for (let left = this.#stepsIn(how); left > 0; left--) while (!this.#step()) await nextTurn();
  }

  /** Publishes a message from outside the world. It takes effect in the next step. */
  publish(topic: string, type: string, value: UnknownMessage): void {
    const bytes = this.runner.messages.encode(type, value);
    this.runner.bus.inbox.push({ kind: "message", topic, type, latched: false, bytes });
  }

  /** Finds an entity by its scoped name, such as `arm::wrist`. Throws if there is none. */
  entity(scopedName: string): Entity {
    const found = find(this.runner.world, this.runner.root, scopedName);
    if (found === undefined) throw new Error(`the world "${this.runner.name}" has no "${scopedName}"`);
    return found;
  }

  /** Returns the pose of something in the world, in metres and as a unit quaternion. */
  poseOf(scopedName: string): Pose {
    return worldPose(this.runner.world, this.entity(scopedName));
  }

  /** Hashes everything the next step depends on: equal hashes mean equal futures. */
  hash(): string {
    return this.runner.hash();
  }

  /** Saves the exact state. */
  save(): Uint8Array<ArrayBuffer> {
    return this.runner.save();
  }

  /**
   * Restores what `save` returned, in this or another process. Throws, without changing anything, if it does not fit.
   */
  restore(state: Uint8Array): Promise<void> {
    return this.runner.load(state);
  }

  #stepsIn(how: RunLength): number {
    const { world, root } = this.runner;
    return "steps" in how ? how.steps : Math.round((how.seconds * 1e9) / stepSizeNs(world, root));
  }

  /** Makes a step, or as much of it as is possible in a paused world. Returns false if it would have had to wait. */
  #step(): boolean {
    const { runner } = this;
    if (!runner.pass().paused || runner.state.paused) return true;
    // After a jump, the step is made in the next pass.
    return runner.heldMs === undefined && (!runner.pass().paused || runner.state.paused);
  }

  [Symbol.dispose](): void {
    this.node[Symbol.dispose]();
    this.runner[Symbol.dispose]();
  }
}

/** Creates a runner for the first world in a text, or for a default world around the models in it. */
export async function loadRunner(
  text: string,
  options: SimOptions & Partial<Pick<RunnerOptions, "targetFactor" | "rebuilds" | "nowMs" | "activity" | "isRerun">>,
): Promise<Runner> {
  const {
    file = "world.sdf",
    resources = new MemoryResources({}),
    systems = [],
    modules,
    defaultSystems: names = defaultSystems,
    onLog,
    ...settings
  } = options;
  const log = logTo((record) => onLog?.(record));
  const { scene, problems } = await parseSdf(text, file, resources);
  const errors = problems.filter(({ severity }) => severity === "error");
  if (errors.length > 0) throw new Error(errors.map(formatProblem).join("\n"));
  const world = scene.worlds[0] ?? (await defaultWorldAround(scene));
  if (world === undefined) throw new Error(`${file}: error: the file holds nothing to run`);
  for (const problem of problems) log.warn(formatProblem(problem));
  return Runner.create({
    scene: world,
    library: new SystemLibrary([...builtInSystems, ...systems], modules),
    defaultSystems: names.map((one) => (typeof one === "string" ? { name: one, filename: "", innerXml: "" } : one)),
    resources,
    messages: new MessageRegistry(),
    log,
    nowMs: () => 0,
    targetFactor: 0,
    ...settings,
  });
}
