import { assertNever } from "../base/assert-never.ts";
import type { orrery } from "@orrery/msgs";
import { fromSecNsec } from "../base/time.ts";
import type { Runner } from "../runner/runner.ts";
import type { Message } from "../transport/message.ts";
import type { Node } from "../transport/node.ts";
import type { Publisher } from "../transport/publisher.ts";
import { textOf } from "../base/error-text.ts";
import { describeForReplay } from "./described-items.ts";
import { LivePast } from "./live-past.ts";
import {
  CANCELLED,
  type FromReplayer,
  type PastAnswer,
  type PastQuestion,
  type ToReplayer,
} from "./replayer-messages.ts";
import type { ReplayFocus, ReplayWishes } from "./replay-wishes.ts";

/** A connection to a replayer in another thread. */
export interface ReplayerPort extends Disposable {
  post(message: ToReplayer): void;
}

export interface ReplayServiceOptions {
  readonly runner: Runner;
  /** Starts a replayer. Call `receive` with its messages, between two passes. */
  readonly start: (receive: (message: FromReplayer) => void) => ReplayerPort;
  /** The host's clock, in milliseconds. */
  readonly nowMs: () => number;
}

/** How many replays may wait, of one session and of all. */
const MAX_OWN = 16;
const MAX_OF_ALL = 64;
/** How many items a request may name. Those that are too many for one replay are described as left out. */
const MAX_NAMES = 10_000;
/** How long a replay continues without any listener. */
const UNHEARD_MS = 10_000;
/** How long the topic of a completed replay stays, at most, for listeners with slow connections. */
const LONGEST_END_MS = 120_000;

interface Replay {
  readonly id: string;
  readonly caller: string;
  readonly topic: Publisher<orrery.ReplaySamples>;
  heardMs: number;
  /** Whether the replayer has been told of it. */
  isSent: boolean;
  isCancelled: boolean;
  /** What somebody looks at, if that has changed since the request. */
  focus?: ReplayFocus;
}

/** The topic of a completed replay. It stays until its last messages have arrived, which would be lost otherwise. */
interface Ended {
  readonly topic: Publisher<orrery.ReplaySamples>;
  readonly untilMs: number;
}

/**
 * Lets clients sample the past of a live world. A replayer in another thread does the work. The service answers its
 * questions about the past, and passes its samples on.
 */
export class ReplayService implements Disposable {
  readonly #options: ReplayServiceOptions;
  readonly #node: Node;
  readonly #prefix: string;
  readonly #past: LivePast;
  readonly #replays = new Map<string, Replay>();
  readonly #ended = new Set<Ended>();
  #port: ReplayerPort | undefined;
  #made = 0;

  constructor(options: ReplayServiceOptions) {
    const { runner } = options;
    this.#options = options;
    this.#past = new LivePast(runner);
    this.#node = runner.node("replays");
    this.#prefix = `/introspection/${runner.introspection.manager.id}/replay`;
    const asked = { needs: "viewer", isInput: false } as const;
    this.#node.service(
      this.#prefix,
      { ...asked, request: "orrery.msgs.ReplayRequest", response: "orrery.msgs.ReplayStart" },
      (request, message) => this.#begin(request, message),
    );
    this.#node.service(
      `${this.#prefix}/cancel`,
      { ...asked, request: "orrery.msgs.FilterId", response: "gz.msgs.Boolean" },
      ({ id = "" }, { caller }) => {
        this.#cancel(this.#own(id, caller));
        return { data: true };
      },
    );
    this.#node.service(
      `${this.#prefix}/focus`,
      { ...asked, request: "orrery.msgs.ReplayFocus", response: "gz.msgs.Boolean" },
      (focus, { caller }) => {
        const replay = this.#own(focus.id ?? "", caller);
        this.#look(replay, focusOf(focus));
        return { data: true };
      },
    );
  }

  /** Cancels replays that nobody listens to, and withdraws topics of completed ones. Call it regularly. */
  poll(): void {
    if (this.#replays.size === 0 && this.#ended.size === 0) return;
    const nowMs = this.#options.nowMs();
    for (const ended of this.#ended) {
      if (ended.topic.hasSubscribers && nowMs < ended.untilMs) continue;
      this.#ended.delete(ended);
      ended.topic[Symbol.dispose]();
    }
    for (const replay of this.#replays.values()) {
      if (replay.topic.hasSubscribers) replay.heardMs = nowMs;
      else if (nowMs - replay.heardMs > UNHEARD_MS) this.#cancel(replay);
    }
  }

  /** Records that the replayer is gone. Its replays have failed, and the next request starts a new replayer. */
  lost(reason: string): void {
    this.#port = undefined;
    for (const { id } of this.#replays.values()) this.#done(id, reason);
  }

  [Symbol.dispose](): void {
    this.#port?.[Symbol.dispose]();
    this.#node[Symbol.dispose]();
  }

  #begin(request: orrery.ReplayRequest, { caller }: Message): orrery.ReplayStart {
    const { items = [], every = 0, stretches = [], focus, coarse = false } = request;
    this.#check(items, caller);
    if (items.length === 0) {
      this.#send({ kind: "prepare" });
      return {};
    }
    const described = describeForReplay(items, this.#options.runner.introspection.manager);
    const id = `r${++this.#made}`;
    const topic = this.#node.advertise(`${this.#prefix}/${id}`, "orrery.msgs.ReplaySamples");
    const heardMs = this.#options.nowMs();
    const replay: Replay = { id, caller, topic, heardMs, isSent: false, isCancelled: false };
    this.#replays.set(id, replay);
    const wishes: ReplayWishes = {
      items: described.flatMap(({ name = "", unavailable }) => (unavailable === "" ? [name] : [])),
      stretches,
      every: every === 0 ? 1 : every,
      ...rangeOf(request),
      focus: focus && focusOf(focus),
      isCoarse: coarse,
    };
    // Not at once, because samples would be sent before the caller knows the name of the topic.
    this.#node
      .until(() => topic.hasSubscribers, { timeoutMs: UNHEARD_MS })
      .then(
        () => this.#start(replay, wishes),
        () => this.#done(id, "nobody listened"),
      );
    return { id, topic: topic.topic, described };
  }

  #own(id: string, caller: string): Replay {
    const replay = this.#replays.get(id);
    if (replay === undefined || (caller !== "" && replay.caller !== caller))
      throw new Error(`there is no replay "${id}" of yours; it may be done`);
    return replay;
  }

  #look(replay: Replay, focus: ReplayFocus): void {
    replay.focus = focus;
    if (replay.isSent) this.#send({ kind: "focus", id: replay.id, focus });
  }

  #start(replay: Replay, wishes: ReplayWishes): void {
    if (!this.#replays.has(replay.id)) return;
    if (wishes.items.length === 0) return this.#done(replay.id, "");
    replay.isSent = true;
    const { focus = wishes.focus } = replay;
    this.#send({ kind: "replay", id: replay.id, wishes: { ...wishes, focus } });
  }

  #cancel(replay: Replay): void {
    if (replay.isCancelled) return;
    replay.isCancelled = true;
    if (replay.isSent) this.#send({ kind: "cancel", id: replay.id });
    else this.#done(replay.id, CANCELLED);
  }

  #send(message: ToReplayer): void {
    this.#port ??= this.#options.start((each) => this.#hear(each));
    this.#port.post(message);
  }

  #check(items: readonly string[], caller: string): void {
    const { runner } = this.#options;
    if (!runner.past.limits.enabled) throw new Error("the history is switched off: nothing of the past is remembered");
    if (items.length > MAX_NAMES) throw new Error(`a request names at most ${MAX_NAMES} items`);
    const own = [...this.#replays.values()].filter((replay) => replay.caller === caller);
    if (own.length >= MAX_OWN) throw new Error(`${own.length} replays of yours wait already; try again later`);
    if (this.#replays.size >= MAX_OF_ALL)
      throw new Error(`${this.#replays.size} replays wait already; try again later`);
  }

  #hear(message: FromReplayer): void {
    switch (message.kind) {
      case "ask":
        return this.#answer(message.question, message.about);
      case "samples":
        return this.#replays.get(message.id)?.topic.publishBytes(message.bytes);
      case "done":
        return this.#done(message.id, message.error);
      default:
        return assertNever(message);
    }
  }

  #answer(question: number, about: PastQuestion): void {
    try {
      this.#port?.post({ kind: "answer", question, answer: this.#answerTo(about), error: "" });
    } catch (error) {
      this.#port?.post({ kind: "answer", question, answer: undefined, error: textOf(error) });
    }
  }

  #answerTo(about: PastQuestion): PastAnswer {
    switch (about.kind) {
      case "tree":
        return this.#past.tree();
      case "inputs":
        return this.#past.inputs(about.range);
      case "keyframe":
        return this.#past.keyframe(about.name);
      case "pieces":
        return this.#past.pieces(about.places);
      default:
        return assertNever(about);
    }
  }

  #done(id: string, error: string): void {
    const replay = this.#replays.get(id);
    if (replay === undefined) return;
    this.#replays.delete(id);
    if (this.#replays.size === 0) this.#past.clear();
    replay.topic.publish({ id, done: true, progress: error === "" ? 1 : 0, error });
    this.#ended.add({ topic: replay.topic, untilMs: this.#options.nowMs() + LONGEST_END_MS });
  }
}

function focusOf(focus: orrery.ReplayFocus): ReplayFocus {
  return { stretches: focus.stretches ?? [], ...rangeOf(focus) };
}

function rangeOf({ start, end }: orrery.ReplayFocus): Pick<ReplayWishes, "fromNs" | "toNs"> {
  return { fromNs: start && fromSecNsec(start), toNs: end && fromSecNsec(end) };
}
