import { join, resolve } from "node:path";
import { existsSync } from "node:fs";
import type { orrery } from "@orrery/msgs";
import {
  DEFAULT_RATE_HZ,
  MAX_PATTERNS,
  Node,
  offerBoolean,
  patternProblem,
  type Bus,
  type Log,
  type Publisher,
} from "@orrery/sim/front";
import { Recording } from "../logs/recording.ts";
import type { WorldThread } from "./world-thread.ts";

/** Interval between reports of a recording's size. */
const STATUS_MS = 1000;

export interface WorldRecordsOptions {
  readonly thread: Pick<WorldThread, "record" | "endRecord" | "loaded">;
  /** The prefix of the world's names. */
  readonly prefix: string;
  readonly log: Log;
  /** Logs that clients may download. */
  readonly logs: {
    /** Returns the name of a log for downloads. */
    add(path: string): string;
  };
  /** The folder for logs that clients begin. */
  readonly folder: string;
  /** Facts for the log. */
  readonly about: Readonly<Record<string, string>>;
  /** A recording that was begun with the world. */
  readonly begun: Recording | undefined;
}

/** Lets clients begin and end the recording of a world, and tells how it goes. */
export class WorldRecords implements Disposable {
  readonly #options: WorldRecordsOptions;
  readonly #node: Node;
  readonly #status: Publisher<orrery.RecordStatus>;
  #recording: Recording | undefined;
  #authorName = "";
  #timer: NodeJS.Timeout | undefined;
  /** Beginning and ending wait for each other. */
  #changing: Promise<unknown> = Promise.resolve();

  constructor(bus: Bus, options: WorldRecordsOptions) {
    this.#options = options;
    const { prefix, begun } = options;
    this.#node = new Node(bus, { owner: "records" });
    this.#status = this.#node.advertise(`${prefix}/record`, "orrery.msgs.RecordStatus", { latched: true });
    offerBoolean(
      this.#node,
      `${prefix}/record/start`,
      { request: "orrery.msgs.RecordRequest", isInput: false },
      (request, { callerName }) => this.#next(() => this.#begin(request, callerName)),
    );
    offerBoolean(this.#node, `${prefix}/record/stop`, { request: "gz.msgs.Empty", isInput: false }, () =>
      this.#next(() => this.#end()),
    );
    const status = { request: "gz.msgs.Empty", response: "orrery.msgs.RecordStatus", needs: "viewer" } as const;
    this.#node.service(`${prefix}/record/status`, { ...status, isInput: false }, () => this.#report());
    if (begun !== undefined) this.#follow(begun, "");
    this.#status.publish(this.#report());
  }

  /** Ends a recording that is still running, after its world has ended. */
  async finish(): Promise<void> {
    await this.#recording?.finish();
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
    this.#node[Symbol.dispose]();
    void this.finish();
  }

  #next<T>(act: () => Promise<T>): Promise<T> {
    const acting = this.#changing.then(act);
    this.#changing = acting.catch(() => undefined);
    return acting;
  }

  async #begin({ file = "", rate = 0, topics = [] }: orrery.RecordRequest, by: string): Promise<{ file: string[] }> {
    const { thread, log, folder, about } = this.#options;
    if (this.#isRecording) throw new Error(`the world is being recorded already, to ${this.#recording!.file}`);
    if (!(rate >= 0 && rate <= MAX_RATE_HZ)) throw new Error(`the rate must be from 0 to ${MAX_RATE_HZ} Hz`);
    if (topics.length > MAX_PATTERNS) throw new Error(`at most ${MAX_PATTERNS} topic patterns can be recorded`);
    const problem = topics.map(patternProblem).find((text) => text !== undefined);
    if (problem !== undefined) throw new Error(problem);
    const path = resolve(join(folder, file === "" ? nameOf(thread.loaded.name) : checkedName(file)));
    if (existsSync(path)) throw new Error(`there is a file ${path} already; choose another name`);
    const rateHz = rate === 0 ? DEFAULT_RATE_HZ : rate;
    const recording = new Recording({
      file: path,
      rateHz,
      topics,
      about: { ...about, rate: String(rateHz) },
      onFailure: (reason) => log.error(`${path}: the log can no longer be written; the world keeps running: ${reason}`),
    });
    try {
      await recording.opened;
    } catch (error) {
      await recording.finish();
      throw new Error(`${path} cannot be written: ${(error as Error).message}`, { cause: error });
    }
    thread.record(recording.start);
    this.#follow(recording, by);
    return { file: [path] };
  }

  async #end(): Promise<{ file: string[] }> {
    if (!this.#isRecording) throw new Error("the world is not being recorded");
    const recording = this.#recording!;
    await this.#options.thread.endRecord();
    await recording.finish();
    this.#tell();
    return { file: [recording.file] };
  }

  get #isRecording(): boolean {
    return this.#recording !== undefined && !this.#recording.isFinished;
  }

  #follow(recording: Recording, authorName: string): void {
    this.#recording = recording;
    this.#authorName = authorName;
    this.#options.logs.add(recording.file);
    this.#timer ??= setInterval(() => this.#tell(), STATUS_MS).unref();
    this.#tell();
  }

  #tell(): void {
    if (!this.#isRecording) {
      clearInterval(this.#timer);
      this.#timer = undefined;
    }
    this.#status.publish(this.#report());
  }

  #report(): orrery.RecordStatus {
    if (this.#recording === undefined) return {};
    const { file: path, seconds, bytes, dropped, topics, rateHz: rate, problem = "" } = this.#recording;
    const file = this.#options.logs.add(path);
    const author_name = this.#authorName;
    return { recording: this.#isRecording, file, path, seconds, bytes, dropped, topics, rate, author_name, problem };
  }
}

const MAX_RATE_HZ = 100_000;
const MAX_NAME = 100;

/** Returns a name for a log of a world: its own and the time. */
function nameOf(world: string): string {
  const time = new Date().toISOString().slice(0, 19).replaceAll(":", "").replace("T", "-");
  return `${world.replace(/[^\w.-]+/g, "-").slice(0, MAX_NAME)}-${time}.mcap`.replace(/^\.+/, "");
}

/** Returns the name of a file that a client chose. It must not lead out of the folder. */
function checkedName(name: string): string {
  const whole = name.endsWith(".mcap") ? name : `${name}.mcap`;
  if (whole.length > MAX_NAME || !/^\w[\w. -]*$/.test(whole))
    throw new Error(
      `"${name.slice(0, MAX_NAME)}" cannot be the name of a log: only letters, digits, "-", "_", "." and blanks`,
    );
  return whole;
}
