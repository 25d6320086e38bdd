import { memo, useRef } from "react";
import { useValue } from "../../shell/hooks.ts";
import { NumberField } from "../../ui/number-field.tsx";
import { useOnScreen } from "../../ui/on-screen.ts";
import { angleUnit } from "../inspector/api.ts";
import { within } from "./axis-range.ts";
import { axisScale } from "./axis-words.ts";
import type { JointControl } from "./joint-control.ts";
import { DriveMark, JointName, LimitWords, Reading } from "./joint-parts.tsx";
import type { JointRow } from "./joint-rows.ts";
import { JointSlider } from "./joint-slider.tsx";
import { useInHand, useRange } from "./slider-state.ts";
import { useAxis } from "./use-axis.ts";

export interface JointRowProps {
  readonly row: JointRow;
  readonly control: JointControl;
  /** Whether joints with a controller are given targets, or put at positions as the others. */
  readonly sendsTargets: boolean;
  /** Why nothing can be changed at all. */
  readonly lock: string | undefined;
}

/** An axis with its slider, its limits and its numbers. */
export const JointRowView = memo(function JointRowView({ row, control, sendsTargets, lock }: JointRowProps) {
  const [screen, isOnScreen] = useOnScreen();
  const angles = useValue(angleUnit);
  const state = useAxis(row, isOnScreen);
  const drive = sendsTargets ? row.drive : undefined;
  const quantity = drive?.quantity ?? "position";
  const scale = axisScale(row.limits, quantity, angles);
  const present = quantity === "position" ? state.position : state.velocity;
  const [inHand, hold] = useInHand();
  const value = inHand ?? (drive === undefined ? present : (state.target ?? control.sent(row) ?? present));
  const [range, widen] = useRange(row, quantity, inHand === undefined ? [present, value] : []);
  const obstacle = lock ?? (drive === undefined ? row.obstacle : undefined);

  /** The target before the drag. */
  const before = useRef<number>(undefined);
  const change = (meant: number, isFinal: boolean): Promise<boolean> | void => {
    hold(meant);
    if (isFinal) widen(meant);
    if (drive !== undefined) {
      before.current = isFinal ? undefined : (before.current ?? value);
      control.aim(row, meant);
      if (isFinal) hold(undefined, TARGET_MS);
      return;
    }
    if (!isFinal) return control.show(row, meant);
    const done = control.set(row, meant, scale.words(meant));
    void done.then((isTaken) => hold(undefined, isTaken ? TAKEN_MS : 0));
    return done;
  };
  const cancel = (): void => {
    hold(undefined);
    if (drive === undefined) control.letGo();
    else if (before.current !== undefined) control.aim(row, before.current);
    before.current = undefined;
  };
  const problemOf = (shown: number): string | undefined => {
    const meant = scale.meant(shown);
    const { lower, upper } = quantity === "position" ? row.limits : { lower: -Infinity, upper: Infinity };
    if (meant < lower - SLACK || meant > upper + SLACK)
      return `Its limits are ${scale.words(lower)} and ${scale.words(upper)}`;
    return undefined;
  };
  const label = `${row.name} ${drive === undefined ? "position" : quantity === "position" ? "target" : "target speed"}`;
  const shownRange = scale.range(range);
  const bounded = (shown: number): number => within(scale.meant(shown), range);
  return (
    <li ref={screen} className="joint-row">
      <div className="joint-head">
        <JointName row={row} />
        {drive !== undefined && <DriveMark drive={drive} />}
        {drive !== undefined && <Reading what="position" row={row} state={state} />}
      </div>
      <div className="joint-slot">
        <JointSlider
          label={label}
          value={scale.shown(value)}
          present={scale.shown(present)}
          range={shownRange}
          text={scale.words(value)}
          obstacle={obstacle}
          onChange={(shown, isFinal) => void change(bounded(shown), isFinal)}
          onCancel={cancel}
        />
        <LimitWords row={row} quantity={quantity} range={range} words={(at) => scale.words(at).split(" ")[0]!} />
      </div>
      <div className="joint-numbers">
        <NumberField
          label={label}
          value={scale.shown(value)}
          unit={scale.unit}
          digits={scale.digits(value)}
          {...(obstacle === undefined && {
            onChange: (shown: number, isFinal: boolean) => change(scale.meant(shown), isFinal),
            onCancel: cancel,
            problemOf,
          })}
        />
        <Reading what="velocity" row={row} state={state} />
      </div>
    </li>
  );
});

/** The state with what was done comes after the answer. */
const TAKEN_MS = 150;
const TARGET_MS = 400;
/** Tolerance for limits that are shown with fewer digits than they have, rad or m. */
const SLACK = 1e-9;
