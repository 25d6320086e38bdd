import { type World } from "@orrery/sim";
import { driveTarget } from "@orrery/sim/host";
import { JointPosition, JointVelocity } from "@orrery/sim/components";
import { useEffect } from "react";
import { useApp, useMirror } from "../../shell/hooks.ts";
import { AXES } from "./joint-motion.ts";
import type { JointRow } from "./joint-rows.ts";

/** The present state of an axis: rad or m, and per second. */
export interface AxisState {
  readonly position: number;
  readonly velocity: number;
  /** The target of its controller; `undefined` if there is no controller, or its target is not published. */
  readonly target: number | undefined;
}

/** Follows an axis while it can be seen: the stream sends positions of joints only to viewers who watch them. */
export function useAxis(row: JointRow, isOnScreen: boolean): AxisState {
  const { mirror } = useApp().view;
  const { joint, drive } = row;
  const leader = drive?.leader;
  useEffect(() => {
    if (!isOnScreen) return undefined;
    const watching = new DisposableStack();
    watching.use(mirror.watch(joint));
    if (leader !== undefined) watching.use(mirror.watch(leader));
    return () => watching.dispose();
  }, [mirror, joint, leader, isOnScreen]);
  return useMirror(
    ({ mirror }) => axisState(mirror.world, row),
    (a, b) => !isOnScreen || isSame(a, b),
  );
}

export function axisState(world: World, { joint, axis, drive }: JointRow): AxisState {
  const field = AXES[axis]!;
  const target = drive && driveTarget(world, drive);
  return {
    position: world.get(joint, JointPosition)?.[field] ?? 0,
    velocity: world.get(joint, JointVelocity)?.[field] ?? 0,
    target: Number.isNaN(target) ? undefined : target,
  };
}

function isSame(a: AxisState, b: AxisState): boolean {
  return Object.is(a.position, b.position) && Object.is(a.velocity, b.velocity) && Object.is(a.target, b.target);
}
