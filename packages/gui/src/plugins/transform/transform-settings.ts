import { kept } from "../../client/kept.ts";
import { Value } from "../../client/value.ts";
import type { Tool } from "./gizmo/handle.ts";
import { firstSteps, type SnapSteps } from "./snapping.ts";

/** Which tool is in hand, and how tools work for this person; kept by the browser, but for the tool. */
export class TransformSettings {
  readonly tool = new Value<Tool>("select");
  /** Along which axes: those of the world, or of the thing chosen last. */
  readonly axes = kept<"world" | "local">("transform.axes", "world", (value) => value === "world" || value === "local");
  /** What several things turn and grow about: their middle, or each its own origin. */
  readonly pivot = kept<"centre" | "own">(
    "transform.pivot",
    "centre",
    (value) => value === "centre" || value === "own",
  );
  /** Without Ctrl; with it, the other way round. */
  readonly snaps = kept("transform.snaps", false, (value) => typeof value === "boolean");
  readonly steps = kept<SnapSteps>("transform.steps", firstSteps, areSteps);
  /** What things are aligned to: the one chosen first, or last. */
  readonly alignTo = kept<"first" | "last">(
    "transform.align-to",
    "first",
    (value) => value === "first" || value === "last",
  );
}

function areSteps(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return Object.keys(firstSteps).every((key) => {
    const step = (value as Record<string, unknown>)[key];
    return typeof step === "number" && step > 0 && Number.isFinite(step);
  });
}
