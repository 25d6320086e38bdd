import type { CurveInfo, FormulaScope } from "@orrery/plots";
import { keyOfTopicName } from "../topics/topic-key.ts";
import { kindOf, keyOf, type CurveSource } from "../sources/source.ts";

/** Kinds of things whose names in a formula begin with the kind. All other names are those of items. */
const KINDS = new Set(["topic", "program", "run"]);

/**
 * Returns the key of what a name in a formula stands for: `vehicle::chassis::pose` is an item, `/odometry.pose.position`
 * a part of messages on a topic.
 */
export function keyOfName(name: string): string {
  if (name.startsWith("/")) return keyOfTopicName(name);
  return KINDS.has(kindOf(name)) ? name : keyOf("item", name);
}

/** Returns the names that a name in a formula may stand for: all of it, or less without parts like `.position.x`. */
export function candidatesOf(name: string): string[] {
  const candidates = [name];
  for (let at = name.lastIndexOf("."); at > 0; at = name.lastIndexOf(".", at - 1)) candidates.push(name.slice(0, at));
  return candidates;
}

/** What formulas can use: the known things of a source, and saved formulas. */
export class SourceScope implements FormulaScope {
  readonly #sources: Pick<CurveSource, "state">;
  readonly #formulas: ReadonlyMap<string, string>;
  readonly #listed: ReadonlyMap<string, CurveInfo>;

  /** `listed`: names to offer although nobody uses them yet. */
  constructor(
    sources: Pick<CurveSource, "state">,
    formulas: ReadonlyMap<string, string>,
    listed: ReadonlyMap<string, CurveInfo> = new Map(),
  ) {
    this.#sources = sources;
    this.#formulas = formulas;
    this.#listed = listed;
  }

  curve(name: string): CurveInfo | undefined {
    return this.#sources.state(keyOfName(name))?.described?.info ?? this.#listed.get(name);
  }

  formula(name: string): string | undefined {
    return this.#formulas.get(name);
  }

  curveNames(): Iterable<string> {
    return this.#listed.keys();
  }

  formulaNames(): Iterable<string> {
    return this.#formulas.keys();
  }
}
