import type { orrery } from "@orrery/msgs";
import {
  connectPeer,
  Node,
  toSecNsec,
  worldPrefix,
  type Bus,
  type ListedWorld,
  type LoadProgress,
  type Log,
  type Peer,
  type Publisher,
} from "@orrery/sim/front";
import { offerModels } from "../files/model-services.ts";
import { Assets, type AssetsOptions } from "../gateway/http/assets.ts";
import type { GivenRoom } from "../gateway/http/given-assets.ts";
import { WorldFigures, type Figures } from "../gateway/world-figures.ts";
import { yieldToSimulations } from "../threads/priority.ts";
import type { RecordedLogs } from "../gateway/http/recorded-logs.ts";
import { WorldRecords, type WorldRecordsOptions } from "../world/world-records.ts";
import type { Notice } from "../world/kept-world.ts";
import type { LoadedWorld } from "../world/thread-messages.ts";
import { WorldStream } from "../world/world-stream.ts";
import type { WorldThread } from "../world/world-thread.ts";
import { WorldTravel } from "../world/world-travel.ts";

/** The options for opening a world. */
export interface WorldOptions {
  /** The prefix of all its names; empty, the default, for the world without a namespace. */
  readonly namespace?: string;
  /** Its file, and the folders of its meshes, pictures and models. Without this, none are served. */
  readonly assets?: AssetsOptions | undefined;
  /** How it can be recorded. Without this, it cannot be, such as a log that is played back. */
  readonly records?: Pick<WorldRecordsOptions, "folder" | "about" | "begun"> | undefined;
}

/** What the worlds of a server share. */
export interface WorldSurroundings {
  readonly bus: Bus;
  readonly log: Log;
  readonly notices: Publisher<orrery.WorldNotice>;
  /** Logs that clients may download. */
  readonly logs: RecordedLogs;
  /** Room for files that clients give. */
  readonly room: GivenRoom;
  /** Called when the `info` of a world has changed. */
  readonly onChange: () => void;
}

/**
 * One world of a server, from opening to closing: the thread that runs it, which may be lost and replaced, and
 * everything that clients get of it through the server.
 */
export class ServedWorld implements Disposable {
  readonly namespace: string;
  /** Its meshes and pictures, if they are served. */
  readonly assets: Assets | undefined;
  readonly #around: WorldSurroundings;
  readonly #node: Node;
  readonly #claim: Disposable;
  readonly #figures: WorldFigures;
  /** The thread that is running and known to clients. */
  #thread: WorldThread | undefined;
  #peer: Peer | undefined;
  /** Ends the world, whichever thread it has at the time. */
  #keeper: AsyncDisposable | undefined;
  #loaded: LoadedWorld | undefined;
  #loading: LoadProgress | undefined;
  #epoch = 0;
  #isClosed = false;
  #reason = "the world is still loading";
  /** Whether it will never run again. */
  #isOver = false;

  readonly #recordable: WorldOptions["records"];
  #records: WorldRecords | undefined;

  /** Throws if that namespace is impossible or taken. */
  constructor({ namespace = "", assets, records }: WorldOptions, around: WorldSurroundings) {
    this.#recordable = records;
    const { bus, room } = around;
    this.namespace = namespace;
    this.#around = around;
    this.#claim = bus.claim(namespace);
    this.#node = new Node(bus, { owner: "server" });
    this.#figures = new WorldFigures(this.#node);
    if (assets === undefined) return;
    offerModels(this.#node, namespace, assets);
    const given = this.#node.advertise(`${namespace}/orrery/assets`, "gz.msgs.StringMsg");
    this.assets = new Assets({ ...assets, room, onGiven: (data) => given.publish({ data }) });
  }

  /** Its entry in `/orrery/worlds`. */
  get info(): ListedWorld {
    const { name = "", engine = "" } = this.#loaded ?? {};
    const about = { namespace: this.namespace, name, engine, reason: this.absence ?? "", epoch: this.#epoch };
    if (this.#thread !== undefined) return { ...about, state: this.#thread.isPaused ? "PAUSED" : "RUNNING" };
    return { ...about, state: this.#isOver ? "STOPPED" : "LOADING" };
  }

  /** Why it is not running; `undefined` if it is. */
  get absence(): string | undefined {
    return this.#thread === undefined ? this.#reason : undefined;
  }

  /** The progress of loading, while it is being loaded. */
  get loading(): LoadProgress | undefined {
    return this.#loading;
  }

  /** Whether it still has many packets to read. */
  get isBehind(): boolean {
    return this.#thread?.isBehind ?? false;
  }

  /** The prefix of its topics and services, once its name is known. */
  get prefix(): string {
    return this.#loaded === undefined ? "" : this.namespace + worldPrefix(this.#loaded.name);
  }

  /** Resolves to its statistics; `undefined` if it does not answer. */
  async figures(): Promise<Figures | undefined> {
    return this.#thread === undefined ? undefined : await this.#figures.read(this.prefix);
  }

  /** Records the progress of loading, for clients that try to connect. */
  noteLoading(progress: LoadProgress): void {
    this.#loading = progress;
  }

  /** Records that it could not be loaded, or that its run has failed. It stays in the list until it is closed. */
  failed(reason: string): void {
    this.#loading = undefined;
    this.#end(reason.split("\n", 1)[0]!);
  }

  /**
   * Gives clients access to the thread that runs the world. Resolves when its topics and services are known here.
   * `keeper` ends the world when it is closed, if the thread does not do so itself.
   */
  attach(thread: WorldThread, keeper: AsyncDisposable = thread): Promise<void> {
    if (this.#isClosed) return Promise.reject(new Error("the world has been closed"));
    const { bus, log } = this.#around;
    this.#keeper = keeper;
    this.#loaded = thread.loaded;
    const stream = new WorldStream(bus, thread, { prefix: this.prefix, log });
    const travel = new WorldTravel(bus, thread, this.prefix);
    const records = (this.#records = this.#recordsOf(thread));
    return new Promise((resolve, reject) => {
      this.#peer = connectPeer(bus, thread.link, {
        namespace: this.namespace,
        busy: () => travel.refusal(),
        onReady: () => {
          yieldToSimulations();
          this.#thread = thread;
          thread.onPaused = this.#around.onChange;
          this.#isOver = false;
          this.#epoch = stream.epoch;
          this.#loading = undefined;
          this.#around.onChange();
          resolve();
        },
        onClose: (reason) => {
          stream[Symbol.dispose]();
          travel[Symbol.dispose]();
          records?.[Symbol.dispose]();
          this.#left(thread, reason, keeper !== thread);
          reject(new Error(`the world does not answer: ${reason}`));
        },
      });
    });
  }

  /** Publishes a notice about it. */
  publishNotice({ kind, timeNs, ...words }: Notice): void {
    if (kind === "stopped") this.#end(words.text);
    this.#around.notices.publish({
      ...words,
      kind: kind === "stopped" ? "STOPPED" : "RESTARTED",
      sim_time: toSecNsec(timeNs),
      epoch: this.#epoch,
      namespace: this.namespace,
    });
  }

  /** Ends a recording that clients have begun, after the world has ended. */
  async finishRecording(): Promise<void> {
    await this.#records?.finish();
  }

  /** Withdraws its names and ends its thread. */
  async close(): Promise<void> {
    this[Symbol.dispose]();
    this.#peer?.close("the world was closed");
    this.#claim[Symbol.dispose]();
    await this.#keeper?.[Symbol.asyncDispose]();
  }

  /** Releases the thread, which keeps running. Called when the server ends. */
  [Symbol.dispose](): void {
    this.#isClosed = true;
    this.assets?.[Symbol.dispose]();
    this.#figures[Symbol.dispose]();
    this.#node[Symbol.dispose]();
  }

  #recordsOf(thread: WorldThread): WorldRecords | undefined {
    if (this.#recordable === undefined) return undefined;
    const { bus, log, logs } = this.#around;
    // A log ends with its thread.
    const begun = this.#records === undefined ? this.#recordable.begun : undefined;
    return new WorldRecords(bus, { ...this.#recordable, begun, thread, prefix: this.prefix, log, logs });
  }

  #left(thread: WorldThread, reason: string, isKept: boolean): void {
    thread.onPaused = undefined;
    this.#thread = undefined;
    this.#peer = undefined;
    if (!this.#isOver) this.#reason = reason;
    // A kept world gets a new thread, or is declared over later.
    if (!isKept) this.#isOver = true;
    if (this.#isClosed) return;
    this.#around.onChange();
    thread.linkLost(reason);
  }

  #end(reason: string): void {
    this.#reason = reason;
    this.#isOver = true;
    this.#around.onChange();
  }
}
