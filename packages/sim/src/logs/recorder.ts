import type { orrery } from "@orrery/msgs";
import { sameBytes } from "../base/same-bytes.ts";
import { SECOND, toSecNsec } from "../base/time.ts";
import type { CommandLabel } from "../history/command-label.ts";
import type { Jump } from "../history/past-view.ts";
import { jumpMessage } from "../runner/services/history-messages.ts";
import type { StampedInput, TakenInput, WorldInput } from "../runner/world-input.ts";
import type { Runner } from "../runner/runner.ts";
import type { Step } from "../runner/systems/system.ts";
import { isWorthReplaying } from "../runner/worth-replaying.ts";
import { encodeDelta } from "../stream/delta-codec.ts";
import { lackingChanges } from "../stream/lacking.ts";
import { isDue } from "../runner/systems/publish-rate.ts";
import { isJump, isSettings, toLogged } from "./logged-input.ts";
import { DEFAULT_RATE_HZ, logTypes, type LogEntry, type LogKind } from "./log-channels.ts";
import { TopicRecorder, type TopicRecorderOptions } from "./topic-recorder.ts";

/** The destination of a log. */
export interface LogSink {
  write(entry: LogEntry): void;
  /** Whether too much is still being written: changes then wait for the next sample if they can. */
  readonly isBehind: boolean;
}

/** What a recorder needs from a world. */
export type RecordedRunner = Pick<
  Runner,
  "world" | "bus" | "messages" | "timeline" | "now" | "save" | "onInput" | "onTaken" | "onPass"
>;

export interface RecorderOptions {
  /** Samples per simulated second; 0 means one after every step. Default 30. */
  readonly rateHz?: number;
  /** Which topics are recorded, too, and where to. Default: none. */
  readonly topics?: Omit<TopicRecorderOptions, "clock">;
}

/**
 * A keyframe follows once changes take this many times its size, so that keyframes cost little and no moment is far
 * from one.
 */
const KEYFRAME_WORTH = 2;
/**
 * Log time between complete states, from which a world can continue without repeating more of the run than that. Taking one
 * costs as much as a keyframe of the history.
 */
const STATE_NS = 60 * SECOND;
/** Bytes of changes before another keyframe is worthwhile. */
const MIN_CHANGES = 256 * 1024;

/**
 * Records what happens in a world: every component to the bit, at the given rate, at each jump, and at each change
 * while it is paused. Not a system, because systems are part of the world and go back in time with it, while a
 * recording continues through every jump.
 */
export class Recorder implements Disposable {
  readonly #runner: RecordedRunner;
  readonly #sink: LogSink;
  readonly #rateHz: number;
  readonly #listening = new DisposableStack();
  /** Version of the world up to which the log contains changes. */
  #version = 0;
  #logNs = 0;
  #lastNs = -1;
  #keyframeBytes = 0;
  #changeBytes = 0;
  #isKeyframeDue = true;
  /** The input that is taking effect, until it is in the log. */
  #taking: orrery.LoggedInput | undefined;
  #asksForJump = false;
  /** Log time of the last complete state. */
  #stateNs = 0;
  /** Simulated time of the last pass. */
  #passNs: number;
  readonly #topics: TopicRecorder | undefined;

  constructor(runner: RecordedRunner, sink: LogSink, { rateHz = DEFAULT_RATE_HZ, topics }: RecorderOptions = {}) {
    this.#runner = runner;
    this.#sink = sink;
    this.#rateHz = rateHz;
    this.#passNs = runner.now().timeNs;
    this.#write("start", startOf(runner));
    this.#sample();
    this.#listening.use(runner.onPass.on((step) => this.#passed(step)));
    this.#listening.use(runner.onInput.on((stamped) => this.#before(stamped)));
    this.#listening.use(runner.onTaken.on((taken) => this.#after(taken)));
    this.#listening.use(runner.timeline.jumps.on((jump) => this.#jumped(jump)));
    this.#listening.use(runner.timeline.commands.on((label) => this.#done(label)));
    this.#topics = topics && new TopicRecorder(runner, { ...topics, clock: this });
  }

  /** Log time of what happens now. */
  get logNs(): number {
    return this.#logNs + Math.max(0, this.#runner.now().timeNs - this.#passNs);
  }

  /** Numbers of messages of topics that are missing, by topic. */
  get dropped(): ReadonlyMap<string, number> {
    return this.#topics?.dropped ?? new Map();
  }

  /** Ends the recording; the log includes the last moment. */
  [Symbol.dispose](): void {
    this.#listening[Symbol.dispose]();
    this.#topics?.[Symbol.dispose]();
    this.#sample();
  }

  #passed(step: Step): void {
    this.#logNs += step.dtNs;
    this.#passNs = step.timeNs;
    const isWanted = step.paused || isDue(this.#rateHz, step);
    // Changes after a jump belong to a different moment from everything before, so they cannot wait for the next
    // sample.
    if (this.#isKeyframeDue || (isWanted && !this.#sink.isBehind)) this.#sample();
    if (this.#logNs - this.#stateNs >= STATE_NS && !this.#sink.isBehind) this.#save();
    this.#topics?.passed();
  }

  /** Records the complete state, right after a sample of the same moment. */
  #save(): void {
    this.#stateNs = this.#logNs;
    this.#sample();
    this.#write("start", { state: this.#runner.save(), history: this.#runner.timeline.limits.enabled });
  }

  /** Records the moment before an input, which may change the world or jump away. */
  #before(stamped: StampedInput): void {
    const { input } = stamped;
    this.#asksForJump = isJump(input);
    if (!this.#asksForJump && !isSettings(input) && !isWorthReplaying(input, this.#runner.bus)) return;
    if (isOfPeople(input)) this.#sample();
    // An earlier input in this pass may have jumped.
    const { count: step } = this.#runner.now();
    this.#taking = toLogged({ ...stamped, step });
  }

  /**
   * Records the input itself, unless it is a refused jump: whether a jump is refused depends on the host's memory and
   * clock.
   */
  #after({ isRefused }: TakenInput): void {
    if (this.#taking !== undefined && !this.#asksForJump)
      this.#write("input", { ...this.#taking, outcome: isRefused ? "REFUSED" : "TAKEN" });
    this.#taking = undefined;
  }

  #jumped(jump: Jump): void {
    // Without an outcome: a repeated run knows only the past in the log, and the samples show its destination.
    if (this.#taking !== undefined && this.#asksForJump) {
      this.#write("input", this.#taking);
      this.#taking = undefined;
    }
    this.#write("jump", jumpMessage(jump));
    // Ids now refer to different entities.
    this.#isKeyframeDue = true;
  }

  #done({ id, description, author, authorName }: CommandLabel): void {
    const sim_time = toSecNsec(this.#runner.now().timeNs);
    this.#write("command", { id, description, author, author_name: authorName, sim_time });
  }

  /** Records a sample, unless nothing has changed. */
  #sample(): void {
    const { world } = this.#runner;
    const isKeyframe =
      this.#isKeyframeDue || this.#changeBytes > Math.max(MIN_CHANGES, KEYFRAME_WORTH * this.#keyframeBytes);
    if (!isKeyframe && !world.hasChangedSince(this.#version)) return;
    const since = isKeyframe ? 0 : this.#version;
    const { delta, whole, version } = lackingChanges(world, { since, exact: true, watch: [] });
    const changes = encodeDelta(delta);
    this.#version = version;
    this.#isKeyframeDue = false;
    if (whole) this.#keyframeBytes = changes.length;
    this.#changeBytes = whole ? 0 : this.#changeBytes + changes.length;
    const chunk: orrery.StateChunk = { whole, exact: true, changes, timeline: this.#runner.timeline.timelineNumber };
    this.#lastNs = this.#write(whole ? "keyframe" : "changes", chunk);
  }

  #write(kind: LogKind, message: object): number {
    const { messages } = this.#runner;
    // Log time runs ahead by that much from then on: it never lags behind the time passed since any sample.
    const logNs = (this.#logNs = Math.max(this.#lastNs + 1, this.#logNs));
    const bytes = messages.encode(logTypes[kind], message);
    this.#sink.write({ kind, logNs, simNs: this.#runner.now().timeNs, bytes });
    return logNs;
  }
}

function startOf(runner: RecordedRunner): orrery.LoggedStart {
  const [state, loaded] = [runner.save(), runner.save("loaded")];
  const history = runner.timeline.limits.enabled;
  return sameBytes(state, loaded) ? { state, history } : { state, loaded, history };
}

/**
 * Returns whether people may want to see the moment before an input; not for messages, which programs send at every
 * step.
 */
function isOfPeople(input: WorldInput): boolean {
  if (input.kind === "result") return input.request.kind === "given";
  return input.kind === "request" || input.kind === "command" || input.kind === "start-systems";
}
