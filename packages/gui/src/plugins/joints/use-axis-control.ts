import type { JointDrive } from "@orrery/sim/host";
import { useRef } from "react";
import { useValue } from "../../shell/hooks.ts";
import { angleUnit } from "../inspector/api.ts";
import type { Range } from "./axis-range.ts";
import { axisScale, type AxisScale, type Quantity } from "./axis-words.ts";
import type { JointControl } from "./joint-control.ts";
import type { JointRow } from "./joint-rows.ts";
import { useInHand, useRange } from "./slider-state.ts";
import type { AxisState } from "./use-axis.ts";

interface AxisControlOptions {
  readonly row: JointRow;
  readonly control: JointControl;
  /** The controller that receives targets; without it, the joint is moved to positions. */
  readonly drive: JointDrive | undefined;
  readonly state: AxisState;
}

/** How a slider and a field show and set an axis. Values are in rad or m, or per second. */
export interface AxisControl {
  readonly quantity: Quantity;
  readonly scale: AxisScale;
  readonly range: Range;
  /** The set value: the user's, or the target, or else the present position. */
  readonly value: number;
  readonly present: number;
  /** Resolves to whether the world accepted it, if that is known. */
  readonly change: (value: number, isFinal: boolean) => Promise<boolean> | void;
  /** Returns to the value before the drag. */
  readonly cancel: () => void;
}

/** Shows an axis in the reader's unit, and handles slider and field. */
export function useAxisControl({ row, control, drive, state }: AxisControlOptions): AxisControl {
  const quantity = drive?.quantity ?? "position";
  const scale = axisScale(row.limits, quantity, useValue(angleUnit));
  const present = quantity === "position" ? state.position : state.velocity;
  const [inHand, hold] = useInHand();
  const value = inHand ?? (drive === undefined ? present : (state.target ?? control.sent(row) ?? present));
  const [range, widen] = useRange(row, quantity, inHand === undefined ? [present, value] : []);
  /** The target before the drag. */
  const before = useRef<number>(undefined);

  const aim = (target: number, isFinal: boolean): void => {
    before.current = isFinal ? undefined : (before.current ?? value);
    control.aim(row, target);
    if (isFinal) hold(undefined, TARGET_MS);
  };
  const put = (position: number): Promise<boolean> => {
    const done = control.set(row, position, scale.words(position));
    // From now on the page's copy of the world shows the joint there.
    hold(undefined);
    return done;
  };
  const change = (next: number, isFinal: boolean): Promise<boolean> | void => {
    if (isFinal) widen(next);
    if (drive === undefined && isFinal) return put(next);
    hold(next);
    return drive === undefined ? control.show(row, next) : aim(next, isFinal);
  };
  const cancel = (): void => {
    hold(undefined);
    if (drive === undefined) control.letGo();
    else if (before.current !== undefined) control.aim(row, before.current);
    before.current = undefined;
  };
  return { quantity, scale, range, value, present, change, cancel };
}

/**
 * Targets are messages, which have no answer. The first state that contains a target is unknown, but has arrived within
 * this time.
 */
const TARGET_MS = 400;
