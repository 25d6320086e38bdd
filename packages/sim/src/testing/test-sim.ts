import { MessageRegistry, type UnknownMessage } from "@orrery/msgs";
import { logTo, type LogRecord } from "../base/log.ts";
import type { Pose } from "../base/pose.ts";
import type { Entity } from "../ecs/entities.ts";
import { MemoryResources } from "../formats/memory-resources.ts";
import type { Resources } from "../formats/resources.ts";
import { parseSdf } from "../formats/sdf/load-sdf.ts";
import type { RunnerOptions } from "../runner/runner-options.ts";
import { Runner } from "../runner/runner.ts";
import { SystemLibrary, type ModuleSource } from "../runner/systems/system-library.ts";
import type { SystemDefinition } from "../runner/systems/system.ts";
import { find, worldPose } from "../entities/find.ts";
import { formatProblem } from "../scene/problem.ts";
import type { Plugin } from "../scene/scene.ts";
import { builtInSystems } from "../systems/built-in.ts";
import { jointNamed } from "../systems/control/model-joint.ts";
import type { Node } from "../transport/node.ts";

export interface TestSimOptions extends Partial<
  Pick<RunnerOptions, "seed" | "paused" | "targetFactor" | "history" | "packer" | "rebuilds" | "nowMs" | "activity">
> {
  /** Beside those that come with Orrery. */
  readonly systems?: readonly SystemDefinition[];
  readonly modules?: ModuleSource;
  readonly resources?: Resources;
  /** What the text is called in messages, and what includes are relative to. */
  readonly file?: string;
  /** Names of the systems that the world gets beside those it names; default: physics. */
  readonly defaultSystems?: readonly string[];
}

/** A world in this very thread, for tests: load it, step it, publish into it, look at it. */
export class TestSim implements Disposable {
  readonly runner: Runner;
  readonly log: readonly LogRecord[];
  readonly #node: Node;

  /** A whole SDF file as text, or only what stands inside `<world>`. */
  static async load(sdf: string, options: TestSimOptions = {}): Promise<TestSim> {
    const text =
      sdf.trimStart().startsWith("<sdf") || sdf.trimStart().startsWith("<?xml")
        ? sdf
        : `<sdf version="1.9"><world name="test">${sdf}</world></sdf>`;
    const { scene, problems } = await parseSdf(
      text,
      options.file ?? "test.sdf",
      options.resources ?? new MemoryResources({}),
    );
    const errors = problems.filter(({ severity }) => severity === "error");
    if (errors.length > 0) throw new Error(errors.map(formatProblem).join("\n"));
    const log: LogRecord[] = [];
    const { systems = [], modules, defaultSystems: names = ["physics"], ...settings } = options;
    const runner = await Runner.create({
      scene: scene.worlds[0]!,
      library: new SystemLibrary([...builtInSystems, ...systems], modules),
      defaultSystems: names.map((name) => plugin(name)),
      messages: new MessageRegistry(),
      log: logTo((record) => log.push(record)),
      nowMs: () => 0,
      targetFactor: 0,
      ...settings,
    });
    return new TestSim(runner, log);
  }

  private constructor(runner: Runner, log: readonly LogRecord[]) {
    this.runner = runner;
    this.log = log;
    this.#node = runner.node("test");
  }

  run({ steps }: { readonly steps: number }): void {
    const { runner } = this;
    for (let i = 0; i < steps; i++) {
      const isPaused = runner.pass().paused;
      // It has jumped: the step is in the next pass.
      if (isPaused && !runner.state.paused) runner.pass();
    }
  }

  /** Becomes an input of the next pass. */
  publish(topic: string, type: string, value: UnknownMessage): void {
    const bytes = this.runner.messages.encode(type, value);
    this.runner.bus.inbox.push({ kind: "message", topic, type, latched: false, bytes });
  }

  /** A request from outside, an input of the next pass; nobody waits for the answer. */
  request(service: string, type: string, value: UnknownMessage): void {
    const bytes = this.runner.messages.encode(type, value);
    this.runner.bus.inbox.push({ kind: "request", id: 0, service, type, bytes });
  }

  /** As a system has it: what it asks is answered within the pass. */
  get node(): Node {
    return this.#node;
  }

  entity(scopedName: string): Entity {
    const found = find(this.runner.world, this.runner.root, scopedName);
    if (found === undefined) throw new Error(`the test world has no "${scopedName}"`);
    return found;
  }

  /** A joint by its scoped name, `arm::elbow`. */
  joint(scopedName: string): Entity {
    const at = scopedName.lastIndexOf("::");
    return jointNamed(this.runner.world, this.entity(scopedName.slice(0, at)), scopedName.slice(at + 2));
  }

  poseOf(scopedName: string): Pose {
    return worldPose(this.runner.world, this.entity(scopedName));
  }

  [Symbol.dispose](): void {
    this.#node[Symbol.dispose]();
    this.runner[Symbol.dispose]();
  }
}

export { MemoryLog, memorySource, playback, type Packing } from "./recorded.ts";

/** A plugin element with a name and parameters as XML text. */
export function plugin(name: string, innerXml = ""): Plugin {
  return { name, filename: "", innerXml };
}
