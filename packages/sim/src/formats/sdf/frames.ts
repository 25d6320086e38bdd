import { compose, identityPose, type Pose } from "../../base/pose.ts";
import type { Problems } from "../../scene/problem.ts";
import type { SourcePlace } from "../../scene/scene.ts";
import { didYouMean } from "./names.ts";
import type { RawPose } from "./poses.ts";

/** Something that has a pose and a name that others may refer to. */
export interface FrameNode {
  readonly kind: "link" | "joint" | "frame" | "model";
  /** Its pose in `relativeTo`. */
  readonly pose: Pose;
  readonly relativeTo: string;
  /** What it moves with: for a frame, what it is attached to; for a joint, its child. Empty for links and models. */
  readonly attachedTo: string;
  /** For a nested model: the frames of its own scope. */
  readonly inner?: Frames;
  /** Whether it belongs to a file that could not be found. */
  readonly isMissing?: boolean;
  readonly where: SourcePlace;
}

/** Stands for a link in a file that could not be found. */
const MISSING = Symbol("missing");

/** Largest number of scopes in a name; models cannot be nested deeper. */
const MAX_SCOPES = 100;

/**
 * The frames of one model or world. Nested models are complete before they are added, and their names are written
 * `inner::link`. Nothing inside them refers outwards, so only names of one scope can form a cycle.
 */
export class Frames {
  /** `__model__` or `world`. */
  readonly root: string;
  /** For messages: `model "car"`. */
  readonly owner: string;
  /** The link that `__model__` moves with; empty in a world and in a model that never moves. */
  canonicalLink = "";
  /** Whether a part of it could not be found. Unknown names are then assumed to be in that part, at the root. */
  isIncomplete = false;
  readonly #nodes = new Map<string, FrameNode>();
  readonly #poses = new Map<string, Pose>();

  constructor(root: "__model__" | "world", owner: string) {
    this.root = root;
    this.owner = owner;
  }

  add(name: string, node: FrameNode): void {
    const isNew = name !== "" && name !== this.root && !this.#nodes.has(name);
    if (isNew) this.#nodes.set(name, node);
  }

  has(name: string): boolean {
    return this.#find(name) !== undefined;
  }

  *names(): Iterable<string> {
    yield this.root;
    yield* this.#nodes.keys();
  }

  /** Reports unresolved names and cycles. Must be called after everything is added, before asking for poses. */
  check(problems: Problems): void {
    for (const [name, node] of this.#nodes) {
      // A joint whose child is missing is reported as such, not as a missing frame.
      const isChild = node.kind === "joint" && node.relativeTo === node.attachedTo;
      if (!isChild) this.#checkTarget(`${node.kind} "${name}" is relative to`, node.relativeTo, node.where, problems);
      if (node.kind === "frame")
        this.#checkTarget(`frame "${name}" is attached to`, node.attachedTo, node.where, problems);
    }
    this.#checkCycles("relative_to", (node) => node.relativeTo, problems);
    this.#checkCycles("attached_to", (node) => node.attachedTo, problems);
  }

  /** Returns the pose in the scope's root. If `check` found an error on the way, there is no rotation and no offset. */
  poseOf(name: string): Pose {
    const chain: { name: string; pose: Pose }[] = [];
    let current = name;
    let result: Pose = identityPose;
    while (current !== this.root && chain.length <= 2 * this.#nodes.size + 2) {
      const known = this.#poses.get(current);
      if (known !== undefined) {
        result = known;
        break;
      }
      const found = this.#find(current);
      if (found === undefined) break;
      const { node, name: own, rest } = found;
      if (rest === "") {
        chain.push({ name: own, pose: node.pose });
        current = node.relativeTo;
      } else {
        chain.push({ name: current, pose: node.inner!.poseOf(rest) });
        current = own;
      }
    }
    for (let i = chain.length - 1; i >= 0; i--) {
      result = compose(result, chain[i]!.pose);
      this.#poses.set(chain[i]!.name, result);
    }
    return result;
  }

  /**
   * Returns the pose, in the scope's root, of something written in a frame of this scope. An unknown frame is replaced
   * by the fallback, with a warning: a pose that matters only for display must not keep a world from loading.
   */
  resolve(raw: RawPose, fallback: string, problems: Problems): Pose {
    const frame = raw.relativeTo === "" ? fallback : raw.relativeTo;
    if (frame === this.root || this.has(frame)) return compose(this.poseOf(frame), raw.pose);
    const message = `the pose is relative to "${frame}", which is not in ${this.owner}`;
    problems.warn("unknown-frame", message, raw.where, didYouMean(frame, this.names()));
    return compose(this.poseOf(fallback), raw.pose);
  }

  /** Returns the link that a name moves with, scoped below this one, or `world`; `undefined` if there is none. */
  bodyOf(name: string): string | undefined {
    const body = this.#body(name);
    return body === MISSING ? undefined : body;
  }

  /** Returns whether the link that a name moves with would be in a file that could not be found. */
  isMissing(name: string): boolean {
    return this.#body(name) === MISSING;
  }

  #body(name: string): string | typeof MISSING | undefined {
    let current = name;
    for (let steps = 0; steps <= this.#nodes.size + 1; steps++) {
      if (current === this.root) return this.#rootBody();
      const found = this.#find(current);
      if (found === undefined) return undefined;
      const { node, name: own, rest } = found;
      if (node.isMissing === true) return MISSING;
      if (node.inner !== undefined) {
        const body = node.inner.#body(rest === "" ? node.inner.root : rest);
        return typeof body === "string" ? `${own}::${body}` : body;
      }
      if (node.kind === "link") return own;
      current = node.attachedTo;
    }
    return undefined;
  }

  #rootBody(): string | typeof MISSING | undefined {
    if (this.root === "world") return "world";
    return this.canonicalLink || (this.isIncomplete ? MISSING : undefined);
  }

  #checkTarget(what: string, target: string, where: SourcePlace, problems: Problems): void {
    if (target === this.root || this.has(target)) return;
    const message = `${what} "${target}", which is not in ${this.owner}`;
    problems.error("unknown-frame", message, where, didYouMean(target, this.names()));
  }

  /** Returns the node in this scope that a name begins with, and the rest of the name inside a nested model. */
  #find(name: string): { node: FrameNode; name: string; rest: string } | undefined {
    const exact = this.#nodes.get(name);
    if (exact !== undefined) return { node: exact, name, rest: "" };
    let at = name.indexOf("::");
    for (let tried = 0; at > 0 && tried < MAX_SCOPES; at = name.indexOf("::", at + 2), tried++) {
      const own = name.slice(0, at);
      const rest = name.slice(at + 2);
      const node = this.#nodes.get(own);
      if (node?.inner === undefined) continue;
      if (rest === node.inner.root) return { node, name: own, rest: "" };
      if (node.inner.has(rest)) return { node, name: own, rest };
    }
    return this.isIncomplete ? { node: this.#missingNode(), name, rest: "" } : undefined;
  }

  #missingNode(): FrameNode {
    const where = { file: "", line: 0, column: 0 };
    return {
      kind: "frame",
      pose: identityPose,
      relativeTo: this.root,
      attachedTo: this.root,
      isMissing: true,
      where,
    };
  }

  #checkCycles(what: string, next: (node: FrameNode) => string, problems: Problems): void {
    const done = new Set<string>();
    for (const start of this.#nodes.keys()) {
      const path = new Set<string>();
      let current: string | undefined = start;
      while (current !== undefined && !done.has(current)) {
        if (path.has(current)) {
          const all = [...path];
          const cycle = [...all.slice(all.indexOf(current)), current];
          const where = this.#nodes.get(current)?.where;
          problems.error("frame-cycle", `${what} is circular: ${cycle.slice(0, 20).join(" → ")}`, where);
          break;
        }
        path.add(current);
        const node: FrameNode | undefined = this.#nodes.get(current);
        current = node === undefined ? undefined : this.#find(next(node))?.name;
      }
      for (const name of path) done.add(name);
    }
  }
}
