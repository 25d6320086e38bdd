import { type CurveDescription, type Side } from "../plot-description.ts";

/** A y axis and who uses it. */
export interface AssignedAxis {
  readonly side: Side;
  readonly unit: string;
  /** Indices of curves, hidden ones too: switching a curve on or off moves no other curve to another axis. */
  readonly curves: readonly number[];
}

/**
 * Gives each unit an axis of its own: the first on the left, all others on the right. Curves that ask for a side get
 * one there. The axes of a side are listed from the frame outwards.
 */
export function assignAxes(curves: readonly Pick<CurveDescription, "unit" | "side">[]): readonly AssignedAxis[] {
  const axes: { side: Side; unit: string; curves: number[] }[] = [];
  const axisOn = (side: Side, unit: string) => {
    let axis = axes.find((other) => other.side === side && other.unit === unit);
    if (axis === undefined) axes.push((axis = { side, unit, curves: [] }));
    return axis;
  };
  const units = curves.map(({ unit }) => plainUnit(unit));

  // Sides that were asked for come first, so that curves without a wish can join them.
  for (const [index, { side }] of curves.entries()) if (side !== "auto") axisOn(side, units[index]!);
  for (const [index, { side }] of curves.entries()) {
    const unit = units[index]!;
    const found = side === "auto" ? axes.find((axis) => axis.unit === unit) : undefined;
    const free = axes.some((axis) => axis.side === "left") ? "right" : "left";
    const axis = found ?? axisOn(side === "auto" ? free : side, unit);
    axis.curves.push(index);
  }
  return axes;
}

/** Returns a unit in one spelling: "m/s^2" and "m/s²" are the same. */
export function plainUnit(unit: string): string {
  return unit.trim().replaceAll("^2", "²").replaceAll("^3", "³").replaceAll("*", "·").replaceAll("μ", "µ");
}
