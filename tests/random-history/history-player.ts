import type { Keyframe, Stretch } from "@orrery/sim/host";
import type { TestSim } from "@orrery/sim/testing";
import type { Moment } from "../../packages/sim/src/history/moment.ts";
import type { StampedInput } from "../../packages/sim/src/runner/world-input.ts";
import { isWorthReplaying } from "../../packages/sim/src/runner/worth-replaying.ts";
import { difference } from "../random-edits/difference.ts";
import { KnownPast, type Point, type Sight } from "./known-past.ts";
import { open, plainRun, type Start } from "./plain-run.ts";
import { send, type Request } from "./request.ts";

/** A world whose history is checked on the way: every place must be as it was before. */
export class HistoryPlayer implements Disposable {
  readonly sim: TestSim;
  readonly past = new KnownPast();
  /** The latest actions, for reporting failures. */
  readonly diary: string[] = [];
  /** The latest reason for a refusal. */
  refusal = "";
  /** Commands that have left the lists, as reported to clients. */
  readonly forgotten = new Set<string>();
  readonly #start: Start;
  /** By moments as the history counts them, if they may be ends of stretches. */
  readonly #ends = new Map<string, Point>();
  #landedIn: Stretch | undefined;
  #wanted: { readonly to: Point; readonly leaf: Point } | undefined;
  #error: unknown;
  /** Number of requested jumps that have not happened yet. */
  #awaited = 0;
  #found: { readonly point: Point; readonly keyframe: Keyframe; readonly before: Sight } | undefined;

  static async of(start: Start): Promise<HistoryPlayer> {
    const { options } = start;
    const history = { enabled: true, ...options?.history };
    return new HistoryPlayer(await open({ ...start, options: { ...options, history } }), start);
  }

  private constructor(sim: TestSim, start: Start) {
    this.sim = sim;
    this.#start = start;
    const { runner } = sim;
    this.#ends.set(keyOf(runner.timeline.present.start), this.past.point);
    runner.onInput.on((stamped) => this.#watch(() => this.#onInput(stamped)));
    runner.timeline.changes.on(() => this.#watch(() => this.#onChange()));
    sim.node.subscribe(`${runner.topicPrefix}/history/changes`, "orrery.msgs.HistoryChange", ({ value: { now } }) => {
      for (const { id = "" } of now?.forgotten ?? []) this.forgotten.add(id);
    });
    runner.timeline.jumps.on(({ cause, mark }) => this.#watch(() => this.#onJump(cause, mark?.id ?? "")));
  }

  /** Lets all waiting inputs take effect, and makes a step, unless it is paused. */
  pass({ paused = false } = {}): void {
    const { state } = this.sim.runner;
    if (paused) state.pause();
    this.sim.run({ steps: 1 });
    if (paused) state.run();
    else this.past.step();
  }

  /** Adds an input of the next pass. */
  ask(request: Request): void {
    this.diary.push(`${request.service} ${JSON.stringify(request.value).slice(0, 300)}`);
    send(this.sim, request, (why) => {
      this.refusal = why;
      this.diary.push(`refused: ${why}`);
    });
  }

  undo(id: string): void {
    this.#awaited++;
    this.ask({ service: "history/undo_redo", type: "orrery.msgs.UndoRedo", value: { id, undo: true } });
  }

  redo(id: string): void {
    this.#awaited++;
    this.ask({ service: "history/undo_redo", type: "orrery.msgs.UndoRedo", value: { id } });
  }

  /** The end of the line that the world is on. */
  get tip(): Point {
    return this.past.tip ?? this.past.point;
  }

  /** Goes to a point; `leaf` is the end of the line that leads there. */
  goTo(request: { id: string; timeNs?: number }, to: Point, leaf: Point): void {
    this.#wanted = { to, leaf };
    const { id, timeNs } = request;
    const time = timeNs === undefined ? {} : { time: { sec: Math.floor(timeNs / 1e9), nsec: timeNs % 1e9 } };
    this.#awaited++;
    this.ask({ service: "history/go_to", type: "orrery.msgs.GoTo", value: { id, ...time } });
  }

  /** Checks that the world is as it was at this point before, or records it for the next time. */
  look(): void {
    const { runner } = this.sim;
    const { bend, tick } = this.past.point;
    const sight = { hash: runner.hash(), timeNs: runner.now().timeNs };
    const before = bend.sights.get(tick);
    if (before === undefined) bend.sights.set(tick, sight);
    else if (before.hash !== sight.hash || before.timeNs !== sight.timeNs)
      this.#found ??= { point: this.past.point, keyframe: runner.keyframe(), before };
  }

  /** If something differed from before, throws with everything needed to find the cause. */
  async check(): Promise<void> {
    if (this.#error !== undefined) throw this.#error;
    if (this.#awaited !== 0) throw new Error(`a jump was refused\n${this.#context()}`);
    const found = this.#found;
    if (found === undefined) return;
    const { sim: plain, differs } = await plainRun(this.#start, found.point);
    const wrong = await open(this.#start);
    wrong.runner.restore(found.keyframe);
    const whose = plain.runner.hash() === found.before.hash ? "now" : `before, or in a plain run ${differs}`;
    throw new Error(`wrong ${whose}\n${difference(plain, wrong)}\n${this.#context()}`);
  }

  /**
   * Checks that the lists follow the rules, except for commands reported as forgotten, and that everything is within
   * the limits.
   */
  checkLists(): void {
    const { timeline } = this.sim.runner;
    const { byteLimit, commandLimit } = timeline.limits;
    const isKept = (id: string): boolean => !this.forgotten.has(id);
    const check = (what: string, is: readonly string[], should: readonly string[]): void => {
      if (is.join() !== should.join())
        throw new Error(`${what}: ${is.join()} is not ${should.join()}\n${this.#context()}`);
    };
    check("undo", idsOf(timeline.undoable()), this.past.done().filter(isKept).toReversed());
    check("redo", idsOf(timeline.redoable()), idsOf(this.past.redo).filter(isKept).toReversed());
    // What was ahead may be forgotten by now, entirely or in part.
    if (this.past.hasLanded) this.past.setTip(this.endOf(timeline.ahead ?? timeline.present));
    if (timeline.undoable().length > commandLimit) throw new Error("more commands are listed than are allowed");
    const keyframes = timeline.stretches().flatMap((stretch) => stretch.keyframes);
    if (timeline.bytes > byteLimit && keyframes.length !== 1) throw new Error(`${timeline.bytes} bytes are kept`);
  }

  /** Returns the point at which a stretch ends, if it is known. */
  endOf({ end }: Stretch): Point | undefined {
    return this.#ends.get(keyOf(end));
  }

  /**
   * Checks that a second world, given only the inputs of the line to here, is the same at every point that was seen.
   */
  async checkAgainstPlainRun(): Promise<void> {
    const { sim: plain, differs } = await plainRun(this.#start, this.past.point);
    using _ = plain;
    if (differs !== "" || this.sim.runner.hash() !== plain.runner.hash())
      throw new Error(`not a plain run ${differs}\n${difference(plain, this.sim)}\n${this.#context()}`);
  }

  [Symbol.dispose](): void {
    this.sim[Symbol.dispose]();
  }

  #onInput({ input }: StampedInput): void {
    // Only by chance does anybody go back to the moment before a message.
    if (input.kind !== "message") this.look();
    if (isWorthReplaying(input, this.sim.runner.bus)) this.past.take(input);
    // A stretch may end right before a jump; the history has counted any other input already.
    else this.#noteEnds();
  }

  #onChange(): void {
    const [latest] = this.sim.runner.timeline.undoable();
    if (latest === undefined || this.past.placeOf(latest.id) !== undefined) return;
    this.past.mark(latest.id);
    this.#noteEnds();
  }

  #onJump(cause: string, id: string): void {
    switch (cause) {
      case "undo":
        this.past.undo(id);
        break;
      case "redo":
        this.past.redoTo(id);
        break;
      case "go-to":
        this.past.goTo(this.#wanted!.to, this.#wanted!.leaf);
        break;
      default:
        return;
    }
    this.#awaited--;
    this.#landedIn = this.sim.runner.timeline.present;
    this.look();
  }

  #noteEnds(): void {
    const { timeline } = this.sim.runner;
    const { point, landedAt, hasLanded } = this.past;
    if (hasLanded) return;
    timeline.stretches();
    const { start, end } = timeline.present;
    this.#ends.set(keyOf(end), point);
    // A jump led there, and the world has gone on since.
    const startKey = keyOf(start);
    const isNew = timeline.present !== this.#landedIn && !this.#ends.has(startKey);
    if (isNew && landedAt?.tick === start.tick) this.#ends.set(startKey, landedAt);
  }

  /** Runs an observer and keeps its error, which would otherwise only be logged. */
  #watch(act: () => void): void {
    try {
      act();
    } catch (error) {
      this.#error ??= error;
    }
  }

  #context(): string {
    return this.diary.slice(-12).join("\n");
  }
}

function keyOf({ tick, sequence }: Moment): string {
  return `${tick}/${sequence}`;
}

export function idsOf(things: readonly { readonly id: string }[]): string[] {
  return things.map(({ id }) => id);
}
