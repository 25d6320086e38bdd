import { memo } from "react";
import { NumberField } from "../../ui/numbers/number-field.tsx";
import { useOnScreen } from "../../ui/on-screen.ts";
import { within } from "./axis-range.ts";
import type { AxisScale, Quantity } from "./axis-words.ts";
import type { JointControl } from "./joint-control.ts";
import { DriveMark, JointName, LimitWords, Reading } from "./joint-parts.tsx";
import type { JointRow } from "./joint-rows.ts";
import { JointSlider } from "./joint-slider.tsx";
import { useAxis } from "./use-axis.ts";
import { useAxisControl } from "./use-axis-control.ts";

export interface JointRowProps {
  readonly row: JointRow;
  readonly control: JointControl;
  /** Whether joints with a controller are sent targets, instead of being moved to positions like the others. */
  readonly sendsTargets: boolean;
  /** Why no joint can be changed at all. */
  readonly lock: string | undefined;
}

/** Shows an axis with its slider, its limits and its numbers. */
export const JointRowView = memo(function JointRowView({ row, control, sendsTargets, lock }: JointRowProps) {
  const [screen, isOnScreen] = useOnScreen();
  const state = useAxis(row, isOnScreen);
  const drive = sendsTargets ? row.drive : undefined;
  const { quantity, scale, range, value, present, change, cancel } = useAxisControl({ row, control, drive, state });
  const obstacle = lock ?? (drive === undefined ? row.obstacle : undefined);
  const label = `${row.name} ${drive === undefined ? "position" : quantity === "position" ? "target" : "target speed"}`;
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
          range={scale.range(range)}
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
            problemOf: (shown: number) => problemOf(scale.meant(shown), row, quantity, scale),
          })}
        />
        <Reading what="velocity" row={row} state={state} />
      </div>
    </li>
  );
});

/** Returns what is wrong with a value outside the limits. */
function problemOf(meant: number, row: JointRow, quantity: Quantity, scale: AxisScale): string | undefined {
  if (quantity !== "position") return undefined;
  const { lower, upper } = row.limits;
  const isBeyond = meant < lower - SLACK || meant > upper + SLACK;
  return isBeyond ? `Its limits are ${scale.words(lower)} and ${scale.words(upper)}` : undefined;
}

/** Tolerance, in rad or m, because limits are shown with fewer digits than they have. */
const SLACK = 1e-9;
