import type { UnknownMessage } from "@orrery/msgs";
import type { LogRecord } from "../base/log.ts";
import type { Entity } from "../ecs/entities.ts";
import type { RunnerOptions } from "../runner/runner-options.ts";
import type { Runner } from "../runner/runner.ts";
import type { Plugin } from "../scene/scene.ts";
import { loadRunner, Sim, type SimOptions } from "../sim.ts";
import { jointNamed } from "../systems/control/model-joint.ts";

/** By default, a test's world has only physics. */
export type TestSimOptions = SimOptions &
  Partial<Pick<RunnerOptions, "targetFactor" | "rebuilds" | "nowMs" | "activity" | "isRerun">>;

/** A world for tests, with its log. */
export class TestSim extends Sim {
  readonly log: readonly LogRecord[];

  /** Loads a complete SDF file as text, or only the contents of `<world>`. */
  static override async load(sdf: string, options: TestSimOptions = {}): Promise<TestSim> {
    const isWhole = sdf.trimStart().startsWith("<sdf") || sdf.trimStart().startsWith("<?xml");
    const text = isWhole ? sdf : `<sdf version="1.9"><world name="test">${sdf}</world></sdf>`;
    const log: LogRecord[] = [];
    const runner = await loadRunner(text, {
      file: "test.sdf",
      defaultSystems: ["physics"],
      ...options,
      onLog: (record) => log.push(record),
    });
    return new TestSim(runner, log);
  }

  private constructor(runner: Runner, log: readonly LogRecord[]) {
    super(runner);
    this.log = log;
  }

  /** Sends a request from outside, as an input of the next pass, without waiting for the answer. */
  request(service: string, type: string, value: UnknownMessage): void {
    const bytes = this.runner.messages.encode(type, value);
    this.runner.bus.inbox.push({ kind: "request", id: 0, service, type, bytes });
  }

  /** Finds a joint by its scoped name, `arm::elbow`. */
  joint(scopedName: string): Entity {
    const at = scopedName.lastIndexOf("::");
    return jointNamed(this.runner.world, this.entity(scopedName.slice(0, at)), scopedName.slice(at + 2));
  }
}

export { MemoryLog, memorySource, playback, type Packing } from "./recorded.ts";

/** Returns a plugin element with a name, and parameters as XML text. */
export function plugin(name: string, innerXml = ""): Plugin {
  return { name, filename: "", innerXml };
}
