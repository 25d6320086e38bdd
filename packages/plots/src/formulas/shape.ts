/** What a value has at each time. A pose is a position and an orientation. */
export type CurveShape = "number" | "vector" | "quaternion" | "pose";

/** Names of the columns. One number alone has no name. */
const COLUMNS = {
  number: [""],
  vector: ["x", "y", "z"],
  quaternion: ["x", "y", "z", "w"],
  pose: ["x", "y", "z", "qx", "qy", "qz", "qw"],
} as const satisfies Readonly<Record<CurveShape, readonly string[]>>;

export function columnNames(shape: CurveShape): readonly string[] {
  return COLUMNS[shape];
}

/** Some columns of a value, and what they are together. */
export interface Part {
  readonly shape: CurveShape;
  readonly first: number;
}

/** Returns which columns `.x` or `.position` names; `undefined` when a value of this shape has no such part. */
export function partOf(shape: CurveShape, name: string): Part | undefined {
  if (shape === "pose" && name === "position") return { shape: "vector", first: 0 };
  if (shape === "pose" && name === "orientation") return { shape: "quaternion", first: 3 };
  const first = shape === "number" ? -1 : columnNames(shape).indexOf(name);
  return first < 0 ? undefined : { shape: "number", first };
}

/** Returns the names of all parts, for hints and completion. */
export function partNames(shape: CurveShape): readonly string[] {
  if (shape === "number") return [];
  return shape === "pose" ? [...columnNames(shape), "position", "orientation"] : columnNames(shape);
}

/** Returns the shape in a sentence: "a vector". */
export function aShape(shape: CurveShape): string {
  return `a ${shape}`;
}
