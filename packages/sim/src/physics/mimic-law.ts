import type { JointId, MimicLaw } from "./engine.ts";

/** Throws if the axis would follow itself, directly or through others, or if the law is not finite. */
export function checkMimic(
  id: JointId,
  axis: number,
  law: MimicLaw,
  lawOf: (joint: JointId, axis: number) => MimicLaw | undefined,
): void {
  if (!Number.isFinite(law.multiplier) || !Number.isFinite(law.offset)) {
    throw new Error(`joint ${id}: its mimic law is not finite`);
  }
  for (let at: MimicLaw | undefined = law; at !== undefined; at = lawOf(at.joint, at.axis)) {
    if (at.joint === id && at.axis === axis) throw new Error(`joint ${id}: its axis would follow itself`);
  }
}

export function isSameLaw(a: MimicLaw | undefined, b: MimicLaw | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return a.joint === b.joint && a.axis === b.axis && a.multiplier === b.multiplier && a.offset === b.offset;
}
