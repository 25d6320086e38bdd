import type { SourcePlace } from "../../scene/scene.ts";

/** What is wrong with a mesh file. Thrown inside the readers only: `readMesh` turns it into a problem. */
export class MeshError extends Error {
  readonly where: SourcePlace | undefined;
  readonly hint: string;

  /** Without a place, the error is at the beginning of the file. */
  constructor(message: string, where?: SourcePlace, hint = "") {
    super(message);
    this.name = "MeshError";
    this.where = where;
    this.hint = hint;
  }
}

/** Returns the result of `act`, and gives this place to an error that has none yet. */
export function at<T>(where: SourcePlace, act: () => T): T {
  try {
    return act();
  } catch (error) {
    if (error instanceof MeshError && error.where === undefined) throw new MeshError(error.message, where, error.hint);
    throw error;
  }
}
