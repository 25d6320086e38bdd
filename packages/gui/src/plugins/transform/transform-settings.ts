import { kept } from "../../client/kept.ts";
import { Value } from "../../client/value.ts";
import type { Tool } from "./gizmo/handle.ts";
import { firstSteps, type SnapSteps } from "./snapping.ts";

/** Which tool is in hand, and this person's settings for tools. The browser stores the settings, but not the tool. */
export class TransformSettings {
  readonly tool = new Value<Tool>("select");
  /** Whose axes the tools use: the world's, or those of the last selected thing. */
  readonly axes = kept<"world" | "local">("transform.axes", "world", (value) => value === "world" || value === "local");
  /** What several things turn and grow about: their common middle, or each its own origin. */
  readonly pivot = kept<"centre" | "own">(
    "transform.pivot",
    "centre",
    (value) => value === "centre" || value === "own",
  );
  /** Whether tools snap without Ctrl; with Ctrl it is the other way round. */
  readonly snaps = kept("transform.snaps", false, (value) => typeof value === "boolean");
  readonly steps = kept<SnapSteps>("transform.steps", firstSteps, areSteps);
  /** What things are aligned to: the first or the last selected one. */
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
