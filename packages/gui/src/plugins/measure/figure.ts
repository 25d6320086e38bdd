import { vec3, type Entity, type Vec3 } from "@orrery/sim";
import { assertNever } from "@orrery/sim/host";
import type { Gap } from "./convex-gap.ts";
import { circleRadius, curveLength } from "./geometry-features.ts";
import type { Anchor, Measure } from "./measure-kinds.ts";
import { angleText, lengthText } from "./measure-text.ts";

/** A line of a figure: the measure itself or an auxiliary line, along an axis or not. */
export interface FigureLine {
  readonly points: readonly Vec3[];
  readonly look: "main" | "help" | "x" | "y" | "z";
}

/** An additional number beside the value: "x 0.5 m". */
export interface Detail {
  readonly label: string;
  readonly text: string;
}

/** A measure as lines and text, in metres of the world. */
export interface Figure {
  readonly lines: readonly FigureLine[];
  readonly dots: readonly Vec3[];
  /** The line that the label belongs to. */
  readonly labelled: readonly [Vec3, Vec3];
  readonly value: string;
  readonly details: readonly Detail[];
}

/** Returns where things are now; `undefined` for missing ones. */
export interface Placing {
  placeOf(anchor: Anchor): Vec3 | undefined;
  gapBetween(from: Entity, to: Entity): Gap | undefined;
}

/** Returns the figure of a measure; undefined while something that it needs is missing. */
export function figureOf(measure: Measure, placing: Placing): Figure | undefined {
  switch (measure.type) {
    case "distance": {
      const [from, to] = placesOf(placing, [measure.from, measure.to]);
      return from && to && distanceFigure(from, to);
    }
    case "angle": {
      const [from, vertex, to] = placesOf(placing, [measure.from, measure.vertex, measure.to]);
      return from && vertex && to && angleFigure(from, vertex, to);
    }
    case "edge": {
      const { entity, isClosed } = measure;
      const points = measure.points.map((local) => placing.placeOf({ entity, local }));
      return points.every((point) => point !== undefined) ? edgeFigure(points, isClosed) : undefined;
    }
    case "objects": {
      const at = (entity: Entity): Anchor => ({ entity, local: { x: 0, y: 0, z: 0 } });
      const [from, to] = placesOf(placing, [at(measure.from), at(measure.to)]);
      return from && to && objectsFigure(from, to, placing.gapBetween(measure.from, measure.to));
    }
    default:
      return assertNever(measure);
  }
}

function placesOf(placing: Placing, anchors: readonly Anchor[]): readonly (Vec3 | undefined)[] {
  return anchors.map((anchor) => placing.placeOf(anchor));
}

/** Returns the figure of a distance, with the path along x, then y, then z. */
function distanceFigure(from: Vec3, to: Vec3): Figure {
  const way = vec3.subtract(to, from);
  const [afterX, afterY] = [
    { ...from, x: to.x },
    { ...to, z: from.z },
  ];
  return {
    lines: [
      { points: [from, afterX], look: "x" },
      { points: [afterX, afterY], look: "y" },
      { points: [afterY, to], look: "z" },
      { points: [from, to], look: "main" },
    ],
    dots: [from, to],
    labelled: [from, to],
    value: lengthText(vec3.length(way)),
    details: (["x", "y", "z"] as const).map((label) => ({ label, text: lengthText(way[label], label === "z") })),
  };
}

function angleFigure(from: Vec3, vertex: Vec3, to: Vec3): Figure {
  const [one, other] = [vec3.subtract(from, vertex), vec3.subtract(to, vertex)];
  const angle = angleBetween(one, other);
  const radius = 0.35 * Math.min(vec3.length(one), vec3.length(other));
  const arc = arcOf(one, other, angle).map((direction) => vec3.add(vertex, vec3.scale(direction, radius)));
  return {
    lines: [
      { points: [from, vertex, to], look: "main" },
      { points: arc, look: "help" },
    ],
    dots: [from, vertex, to],
    labelled: [arc[0]!, arc.at(-1)!],
    value: angleText(angle),
    details: [],
  };
}

/** Returns the angle from 0 to π, in rad; exact for small angles too, which a cosine would not be. */
export function angleBetween(a: Vec3, b: Vec3): number {
  return Math.atan2(vec3.length(vec3.cross(a, b)), vec3.dot(a, b));
}

/** Returns unit directions from one to the other, along the shorter arc. */
function arcOf(from: Vec3, to: Vec3, angle: number): readonly Vec3[] {
  const start = unit(from);
  const towards = vec3.subtract(to, vec3.scale(start, vec3.dot(start, to)));
  // For opposite directions, any arc will do.
  const beside = vec3.length(towards) > 1e-9 * vec3.length(to) ? unit(towards) : unit(across(start));
  return Array.from({ length: ARC_POINTS + 1 }, (_, i) => {
    const share = (angle * i) / ARC_POINTS;
    return vec3.add(vec3.scale(start, Math.cos(share)), vec3.scale(beside, Math.sin(share)));
  });
}

function across(direction: Vec3): Vec3 {
  const isUpright = Math.abs(direction.z) > 0.9;
  return vec3.cross(direction, isUpright ? { x: 1, y: 0, z: 0 } : { x: 0, y: 0, z: 1 });
}

function unit(way: Vec3): Vec3 {
  const length = vec3.length(way);
  return length > 0 ? vec3.scale(way, 1 / length) : { x: 1, y: 0, z: 0 };
}

function edgeFigure(points: readonly Vec3[], isClosed: boolean): Figure {
  const curve = { points, isClosed };
  const radius = circleRadius(curve);
  const [first, last] = [points[0]!, points.at(isClosed ? 1 : -1)!];
  return {
    lines: [{ points: isClosed ? [...points, first] : points, look: "main" }],
    dots: isClosed ? [] : [first, last],
    labelled: [first, last],
    value: lengthText(radius === undefined ? curveLength(curve) : 2 * Math.PI * radius),
    details: radius === undefined ? [] : [{ label: "diameter", text: lengthText(2 * radius) }],
  };
}

/** Returns the figure between objects. For things that are not drawn, only the origins count. */
function objectsFigure(from: Vec3, to: Vec3, gap: Gap | undefined): Figure {
  const origins = lengthText(vec3.length(vec3.subtract(to, from)));
  if (gap === undefined) {
    return {
      lines: [{ points: [from, to], look: "main" }],
      dots: [from, to],
      labelled: [from, to],
      value: origins,
      details: [{ label: "between", text: "origins" }],
    };
  }
  return {
    lines: [
      { points: [from, to], look: "help" },
      { points: [gap.from, gap.to], look: "main" },
    ],
    dots: [gap.from, gap.to],
    labelled: [gap.from, gap.to],
    value: lengthText(gap.distance),
    details: [{ label: "origins", text: origins }],
  };
}

const ARC_POINTS = 24;
