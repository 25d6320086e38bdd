import { type MeasureText } from "../pens/pen.ts";
import { plainText } from "../pens/plain-text.ts";
import { type ScaleType } from "../plot-description.ts";
import { type Interval, type Scale } from "./scale.ts";
import { type Ticks, ticksFor } from "./ticks.ts";
import { timeTicks } from "./time-ticks.ts";

/** A rectangle in px. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** An axis where it is drawn. */
export interface AxisLayout {
  readonly side: "left" | "right" | "bottom";
  readonly scale: Scale;
  readonly ticks: Ticks;
  /** Whether ticks have their labels: not on time axes that are repeated further down. */
  readonly isLabelled: boolean;
  /** With the unit; empty for none. */
  readonly title: string;
  /** Where its line is: x of upright axes, y of others. */
  readonly at: number;
  /** Of an upright axis: from its line outwards, labels and title included. */
  readonly width: number;
  /** Index of the only visible curve that uses it; `undefined` when there are several. */
  readonly onlyCurve: number | undefined;
}

export const AXIS = { labelSize: 11, titleSize: 11, tick: 4, labelGap: 4, titleGap: 6, apart: 10 } as const;

/** What an axis shows. */
export interface AxisContent<Type = ScaleType> {
  readonly type: Type;
  readonly range: Interval;
  readonly title: string;
  readonly unit: string;
}

/** Where an upright axis is to be. */
export interface UprightPlace {
  readonly frame: Box;
  /** How far the axes between it and the frame reach. */
  readonly offset: number;
  readonly onlyCurve: number | undefined;
  /** Numbers would pretend that there is something to read. */
  readonly isEmpty: boolean;
}

/** Places an axis beside a frame. */
export function uprightAxis(
  side: "left" | "right",
  { type, range, title, unit }: AxisContent,
  { frame, offset, onlyCurve, isEmpty }: UprightPlace,
  measure: MeasureText,
): AxisLayout {
  const apart = Math.max(AXIS.labelSize + 5, Math.min(32, frame.height / 6));
  const ticks = isEmpty
    ? { majors: [], minors: [], unit }
    : ticksFor(type, range, unit, { pixels: frame.height, apart: () => apart });
  const text = axisTitle(title, ticks.unit);
  const labels = Math.max(0, ...ticks.majors.map(({ label }) => measure(label, AXIS.labelSize, false)));
  return {
    side,
    scale: { type, ...range, from: frame.y + frame.height, to: frame.y },
    ticks,
    isLabelled: true,
    title: text,
    at: side === "left" ? frame.x - offset : frame.x + frame.width + offset,
    width: AXIS.tick + AXIS.labelGap + labels + (text === "" ? 0 : AXIS.titleGap + AXIS.titleSize),
    onlyCurve,
  };
}

/** Places an axis below a frame. */
export function lowerAxis(
  { type, range, title, unit }: AxisContent<ScaleType | "time">,
  { frame, isLabelled }: { frame: Box; isLabelled: boolean },
  measure: MeasureText,
): AxisLayout {
  // In steps, so that a digit more does not change all ticks.
  const apart = (label: string) => Math.ceil(measure(label, AXIS.labelSize, false) / 8) * 8 + 20;
  const room = { pixels: frame.width, apart };
  const ticks = type === "time" ? timeTicks(range, room) : ticksFor(type, range, unit, room);
  return {
    side: "bottom",
    scale: { type: type === "time" ? "linear" : type, ...range, from: frame.x, to: frame.x + frame.width },
    ticks,
    isLabelled,
    title: isLabelled ? axisTitle(title, ticks.unit) : "",
    at: frame.y + frame.height,
    width: 0,
    onlyCurve: undefined,
  };
}

function axisTitle(title: string, unit: string): string {
  const [name, of] = [plainText(title), plainText(unit)];
  if (name === "" || of === "") return name + of;
  return `${name} (${of})`;
}
