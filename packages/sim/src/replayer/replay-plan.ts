import type { Nanoseconds } from "../base/time.ts";
import type { Moment } from "../history/moment.ts";
import { lineTo, type PastKeyframe, type PastStretch, type PastTree } from "./past-tree.ts";
import type { ReplayFocus, ReplayWishes } from "./replay-wishes.ts";

/** A part of a stretch from a keyframe, or from the start of the stretch, to the next keyframe or the end. */
export interface Piece {
  readonly stretch: PastStretch;
  /** Moves on as the piece is replayed. */
  from: Moment;
  /** Where its samples begin: the simulated time at `from`. */
  fromNs: Nanoseconds;
  readonly to: Moment;
  readonly keyframe: PastKeyframe | undefined;
  /** Whether what follows begins in the state at its end. */
  readonly leadsOn: boolean;
}

/** A piece of which one sample is taken. */
export interface CoarsePiece extends Piece {
  readonly keyframe: PastKeyframe;
  /** The end of the range that the sample stands for. */
  toNs: Nanoseconds;
}

/** The most coarse samples of a stretch: more would not show at the width of a plot. */
const MAX_COARSE = 500;

/** Decides what to replay, and in which order. */
export class ReplayPlan {
  readonly #present: ReadonlySet<string>;
  /** Pieces of the present line come first, and parents before their branches. */
  readonly #pieces: Piece[];
  readonly #coarse: CoarsePiece[];
  readonly #total: number;
  #focus: ReplayFocus | undefined;

  constructor(tree: PastTree, wishes: ReplayWishes) {
    const line = lineTo(tree, tree.present);
    this.#present = new Set(line.map(({ id }) => id));
    const { stretches: wanted } = wishes;
    const all = [...line, ...tree.stretches.filter(({ id }) => !this.#present.has(id))];
    const pieces = all
      .filter(({ id }) => wanted.length === 0 || wanted.includes(id))
      .flatMap((stretch) => piecesOf(tree, stretch));
    this.#pieces = pieces.filter((piece) => overlaps(piece, wishes));
    this.#coarse = wishes.isCoarse ? coarsePieces(this.#pieces) : [];
    this.#total = this.#pieces.reduce((sum, piece) => sum + ticksOf(piece), 0);
    this.#focus = wishes.focus;
  }

  set focus(focus: ReplayFocus) {
    this.#focus = focus;
  }

  /** Whether the overview, or the part that somebody looks at, is not complete yet. */
  get isUrgent(): boolean {
    if (this.#coarse.length > 0) return true;
    return this.#focus !== undefined && this.#pieces.some((piece) => this.isInFocus(piece));
  }

  get isLeft(): boolean {
    return this.#pieces.length > 0 || this.#coarse.length > 0;
  }

  get progress(): number {
    const left = this.#pieces.reduce((sum, piece) => sum + ticksOf(piece), 0);
    return this.#total === 0 ? 1 : 1 - left / this.#total;
  }

  isInFocus(piece: Piece): boolean {
    if (this.#focus === undefined) return true;
    const { stretches } = this.#focus;
    const { id } = piece.stretch;
    return (stretches.length === 0 ? this.#present.has(id) : stretches.includes(id)) && overlaps(piece, this.#focus);
  }

  /** Removes and returns the next piece that needs a coarse sample. */
  takeCoarse(): CoarsePiece | undefined {
    const next = this.#first(this.#coarse);
    if (next !== undefined) this.#coarse.splice(this.#coarse.indexOf(next), 1);
    return next;
  }

  /** Returns the next piece to be replayed. */
  next(): Piece | undefined {
    return this.#first(this.#pieces);
  }

  /** Records that a piece is complete, or that it cannot be replayed. */
  done(piece: Piece): void {
    const at = this.#pieces.indexOf(piece);
    if (at >= 0) this.#pieces.splice(at, 1);
  }

  #first<P extends Piece>(pieces: readonly P[]): P | undefined {
    if (this.#focus === undefined) return pieces[0];
    return (
      pieces.find((piece) => this.isInFocus(piece)) ??
      pieces.find(({ stretch }) => this.#present.has(stretch.id)) ??
      pieces[0]
    );
  }
}

function piecesOf(tree: PastTree, stretch: PastStretch): Piece[] {
  const { keyframes, start, end } = stretch;
  const parent = tree.stretches.find(({ id }) => id === stretch.parent);
  const pieces: Piece[] = [];
  const add = (
    from: Moment,
    fromNs: Nanoseconds,
    to: Moment,
    keyframe: PastKeyframe | undefined,
    next: number,
  ): void => {
    const leadsOn = keyframes[next]?.isNeeded !== true;
    if (to.tick > from.tick) pieces.push({ stretch, from, fromNs, to, keyframe, leadsOn });
  };
  // From the end of the parent, because a reset belongs to the stretch that begins after it.
  add(parent?.end ?? start, start.timeNs, keyframes[0]?.at ?? end, undefined, 0);
  for (const [i, keyframe] of keyframes.entries())
    add(keyframe.at, keyframe.at.timeNs, keyframes[i + 1]?.at ?? end, keyframe, i + 1);
  return pieces;
}

/** Returns pieces that begin with a keyframe. If several are close together, the first one stands for the others. */
function coarsePieces(pieces: readonly Piece[]): CoarsePiece[] {
  const coarse: CoarsePiece[] = [];
  for (const piece of pieces) {
    const { stretch, keyframe, fromNs, to } = piece;
    const last = coarse.at(-1);
    const spacing = (stretch.end.timeNs - stretch.start.timeNs) / MAX_COARSE;
    if (last?.stretch === stretch && fromNs - last.fromNs < spacing) last.toNs = to.timeNs;
    else if (keyframe !== undefined) coarse.push({ ...piece, keyframe, toNs: to.timeNs });
  }
  return coarse;
}

interface Range {
  readonly fromNs: Nanoseconds | undefined;
  readonly toNs: Nanoseconds | undefined;
}

/** Returns whether a piece has samples in a range. They are all later than its beginning. */
function overlaps({ fromNs: start, to }: Piece, { fromNs = -Infinity, toNs = Infinity }: Range): boolean {
  return to.timeNs >= fromNs && start < toNs;
}

function ticksOf({ from, to }: Piece): number {
  return to.tick - from.tick;
}
