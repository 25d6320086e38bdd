import { scopedName, type Entity, type JointDrive } from "@orrery/sim";
import { JointLinks } from "@orrery/sim/components";
import { Crosshair, Gauge, MoveHorizontal, RefreshCw, Rotate3d, RotateCw, type LucideIcon } from "lucide-react";
import { memo, useEffect, useRef, useState } from "react";
import { useApp, useValue } from "../../shell/hooks.ts";
import { CutName } from "../../ui/cut-name.tsx";
import { NumberField } from "../../ui/number-field.tsx";
import { useOnScreen } from "../../ui/on-screen.ts";
import { tip } from "../../ui/tip.ts";
import { angleUnit } from "../inspector/inspector-settings.ts";
import { including, NOWHERE, positionRange, speedRange, within, type Range } from "./axis-range.ts";
import { axisScale } from "./axis-words.ts";
import type { JointControl } from "./joint-control.ts";
import type { JointRow } from "./joint-rows.ts";
import { JointSlider } from "./joint-slider.tsx";
import { useAxis, type AxisState } from "./use-axis.ts";

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

  const change = (meant: number, isFinal: boolean): Promise<boolean> | void => {
    hold(meant);
    if (isFinal) widen(meant);
    if (drive !== undefined) {
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
          tipText={obstacle === undefined ? `${label}\n${scale.words(value)}` : `${label}\n${obstacle}`}
          isDisabled={obstacle !== undefined}
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

/** Selects the joint; the pointer over it shows what it moves. */
function JointName({ row: { name, type, joint } }: { readonly row: JointRow }) {
  const { selection, source } = useApp();
  const { world } = source.mirror;
  const child = (): Entity | undefined => world.get(joint, JointLinks)?.child as Entity | undefined;
  return (
    <>
      <TypeMark type={type} />
      <button
        type="button"
        className="plain joint-name"
        aria-label={`Select ${name}`}
        {...tip(`${world.exists(joint) ? scopedName(world, joint) : name}\n${type} joint`, { isLate: true })}
        onClick={() => selection.set([joint])}
        onPointerEnter={() => selection.hover(child())}
        onPointerLeave={() => selection.hover(undefined)}
      >
        <CutName text={name} />
      </button>
      <span className="joint-type">{type}</span>
    </>
  );
}

/** How it moves, as a picture. */
function TypeMark({ type }: { readonly type: string }) {
  const Icon = TYPE_ICONS[type] ?? Rotate3d;
  return <Icon className="lucide joint-mark" role="img" aria-label={type} {...tip(`${type} joint`)} />;
}

const TYPE_ICONS: Readonly<Record<string, LucideIcon>> = {
  revolute: RotateCw,
  continuous: RefreshCw,
  prismatic: MoveHorizontal,
};

/** Says that a controller has the joint, and where it listens. */
function DriveMark({ drive: { topic, quantity } }: { readonly drive: JointDrive }) {
  const [Icon, words] = quantity === "position" ? [Crosshair, "Goes to a target"] : [Gauge, "Keeps a speed"];
  return (
    <Icon
      className="lucide joint-mark"
      role="img"
      aria-label={words}
      {...tip(`${words}\nIts controller listens to ${topic}`)}
    />
  );
}

interface ReadingProps {
  readonly what: "position" | "velocity";
  readonly row: JointRow;
  readonly state: AxisState;
}

/** What the joint does at present. */
function Reading({ what, row: { limits }, state }: ReadingProps) {
  const scale = axisScale(limits, what, useValue(angleUnit));
  return (
    <span className="joint-now figure" {...tip(`Present ${what}`, { isLate: true })}>
      {scale.digits(state[what])} {scale.unit}
    </span>
  );
}

interface LimitWordsProps {
  readonly row: JointRow;
  readonly quantity: "position" | "velocity";
  readonly range: Range;
  readonly words: (value: number) => string;
}

/** Below the ends of the slider. Ends that are no limits say so. */
function LimitWords({ row: { limits }, quantity, range, words }: LimitWordsProps) {
  const { lower, upper } = quantity === "position" ? limits : { lower: -limits.speed, upper: limits.speed };
  const end = (limit: number, at: number) =>
    Number.isFinite(limit) ? (
      <span {...tip("Limit")}>{words(at)}</span>
    ) : (
      <span className="open" {...tip("No limit\nThe slider widens when it is dragged to its end")}>
        {words(at)}
      </span>
    );
  return (
    <div className="joint-limits" aria-hidden="true">
      {end(lower, range.from)}
      {end(upper, range.to)}
    </div>
  );
}

/** The range of the slider, which widens where there is no limit; not while it is dragged, or it would slip away under the pointer. */
function useRange(
  { limits }: JointRow,
  quantity: "position" | "velocity",
  values: readonly number[],
): readonly [Range, (value: number) => void] {
  const [reach, setReach] = useState<Range>(NOWHERE);
  const range = quantity === "position" ? positionRange(limits, reach) : speedRange(limits, reach);
  const isOpen = positionIsOpen(limits, quantity);
  const wanted = values.reduce(including, reach);
  if (isOpen && wanted !== reach) setReach(wanted);
  const widen = (value: number): void => {
    // Let go at its end: there is more to come.
    const further = value >= range.to ? value + (range.to - range.from) / 100 : value - (range.to - range.from) / 100;
    if (isOpen && (value <= range.from || value >= range.to)) setReach(including(reach, further));
  };
  return [range, widen];
}

function positionIsOpen({ lower, upper, speed }: JointRow["limits"], quantity: "position" | "velocity"): boolean {
  return quantity === "position" ? lower === -Infinity || upper === Infinity : speed === Infinity;
}

/** What a user has set and the world may not show yet. `undefined` after a while lets go of it. */
function useInHand(): readonly [number | undefined, (value: number | undefined, afterMs?: number) => void] {
  const [value, setValue] = useState<number>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const hold = (next: number | undefined, afterMs = 0): void => {
    clearTimeout(timer.current);
    if (next === undefined && afterMs > 0) timer.current = setTimeout(() => setValue(undefined), afterMs);
    else setValue(next);
  };
  return [value, hold];
}

/** The state with what was done comes after the answer. */
const TAKEN_MS = 150;
const TARGET_MS = 400;
/** Of limits that are shown with fewer digits than they have, rad or m. */
const SLACK = 1e-9;
