import type { orrery } from "@orrery/msgs";
import { textOf } from "../base/error-text.ts";
import type { Moment } from "../history/moment.ts";
import type { RunningReplay } from "./past-replayer.ts";
import type { PastWalk } from "./past-walk.ts";
import type { PastTree } from "./past-tree.ts";
import { ReplayPlan, type CoarsePiece, type Piece } from "./replay-plan.ts";
import { ReplaySampler } from "./replay-sampler.ts";
import { CANCELLED } from "./replayer-messages.ts";
import type { ReplayFocus, ReplayWishes } from "./replay-wishes.ts";

export interface ReplaySink {
  /** Called with samples, or with a message about a part that cannot be replayed. */
  onSamples(samples: Omit<orrery.ReplaySamples, "id">): void;
  /** Lets the thread do other things for a moment. Rejects when the replay is cancelled. */
  breathe(): Promise<void>;
}

export interface ReplayParts {
  readonly walk: PastWalk;
  readonly tree: PastTree;
  readonly wishes: ReplayWishes;
  readonly sink: ReplaySink;
}

/** One replay. It replays piece after piece, and begins with what somebody looks at. */
export class Replay implements RunningReplay {
  readonly #parts: ReplayParts;
  readonly #plan: ReplayPlan;
  readonly #sampler: ReplaySampler;

  constructor(parts: ReplayParts) {
    this.#parts = parts;
    this.#sampler = new ReplaySampler(parts.walk.runner.introspection.manager, parts.wishes);
    this.#plan = new ReplayPlan(parts.tree, parts.wishes);
  }

  /** Whether it still lacks a part that somebody looks at, or an overview. */
  get isUrgent(): boolean {
    return this.#plan.isUrgent;
  }

  look(focus: ReplayFocus): void {
    this.#plan.focus = focus;
  }

  /** Replays the next piece to its end, or until it is interrupted. Returns whether anything is left to do. */
  async goOn(isInterrupted: () => boolean): Promise<boolean> {
    const coarse = this.#plan.takeCoarse();
    const piece = coarse ?? this.#plan.next();
    if (piece === undefined) return false;
    try {
      if (coarse === undefined) await this.#replay(piece, isInterrupted);
      else await this.#sampleOnce(coarse);
    } catch (error) {
      this.#parts.walk.leave();
      const reason = textOf(error);
      if (reason === CANCELLED) throw error;
      if (coarse === undefined) this.#leaveOut(piece, reason);
    }
    return this.#plan.isLeft;
  }

  [Symbol.dispose](): void {
    this.#sampler[Symbol.dispose]();
  }

  async #replay(piece: Piece, isInterrupted: () => boolean): Promise<void> {
    const { walk, tree, wishes, sink } = this.#parts;
    const breathe = (): Promise<void> => sink.breathe();
    await walk.arrive(tree, piece, { breathe });
    const { host } = walk.runner;
    host.watcher = this.#sampler.watcher({ isEach: false });
    try {
      const { now, isThere } = await walk.run(tree, piece.stretch, piece.to, {
        breathe,
        onSlice: (at) => this.#send(piece, at),
        toNs: wishes.toNs,
        // By now, somebody may look at something else.
        isInterrupted: () => isInterrupted() || (this.isUrgent && !this.#plan.isInFocus(piece)),
      });
      if (isThere || now.timeNs >= (wishes.toNs ?? Infinity)) this.#plan.done(piece);
      else walk.keepNow();
      if (isThere) this.#arrived(piece);
    } finally {
      host.watcher = undefined;
    }
  }

  /** Takes a sample of the first step of a piece. */
  async #sampleOnce(piece: CoarsePiece): Promise<void> {
    const { stretch, to, fromNs, toNs } = piece;
    const { walk, tree, sink } = this.#parts;
    const breathe = (): Promise<void> => sink.breathe();
    await walk.arrive(tree, piece, { breathe });
    const { host } = walk.runner;
    host.watcher = this.#sampler.watcher({ isEach: true });
    try {
      // A step is needed: accelerations and contacts at the keyframe itself belong to the step that led there.
      await walk.run(tree, stretch, to, { breathe, isOneStep: true });
      walk.leave();
    } finally {
      host.watcher = undefined;
    }
    const progress = this.#plan.progress;
    const range = { from: fromNs / 1e9, to: toNs / 1e9 };
    for (const samples of this.#sampler.take())
      sink.onSamples({ stretch: stretch.id, samples, progress, coarse: true, ...range });
  }

  #send(piece: Piece, now: Moment): void {
    const { wishes, sink } = this.#parts;
    const { fromNs = -Infinity, toNs = Infinity } = wishes;
    const stretch = piece.stretch.id;
    const end = Math.min(now.timeNs, toNs);
    let from = Math.max(piece.fromNs, fromNs - 1);
    piece.from = now;
    piece.fromNs = now.timeNs;
    const { progress } = this.#plan;
    const taken = this.#sampler.take();
    // A range without samples is reported too, because it is known that nothing is missing there.
    if (taken.length === 0) sink.onSamples({ stretch, progress, from: from / 1e9, to: end / 1e9 });
    for (const [i, samples] of taken.entries()) {
      const to = i === taken.length - 1 ? end : Math.round(samples.times!.at(-1)! * 1e9);
      sink.onSamples({ stretch, samples, progress, from: from / 1e9, to: to / 1e9 });
      from = to;
    }
  }

  /** Keeps the state at the end of a stretch for its branches, which have no keyframe there. */
  #arrived({ stretch, to, leadsOn }: Piece): void {
    const { walk, tree } = this.#parts;
    if (!leadsOn) return walk.leave();
    const isEnd = to === stretch.end;
    if (isEnd && tree.stretches.some(({ parent }) => parent === stretch.id)) walk.keepNow();
  }

  #leaveOut(piece: Piece, reason: string): void {
    this.#plan.done(piece);
    const { progress } = this.#plan;
    const range = { from: piece.fromNs / 1e9, to: piece.to.timeNs / 1e9 };
    this.#parts.sink.onSamples({ stretch: piece.stretch.id, progress, error: reason, ...range });
  }
}
