import type { SourcePlace } from "../../scene/scene.ts";

/** An error in a mesh file. Thrown only inside the readers: `readMesh` turns it into a problem. */
export class MeshError extends Error {
  readonly where: SourcePlace | undefined;
  readonly hint: string;

  /** Without a place, the error is reported at the beginning of the file. */
  constructor(message: string, where?: SourcePlace, hint = "") {
    super(message);
    this.name = "MeshError";
    this.where = where;
    this.hint = hint;
  }
}

/** Returns the result of `act`, and adds this place to an error that has none yet. */
export function at<T>(where: SourcePlace, act: () => T): T {
  try {
    return act();
  } catch (error) {
    if (error instanceof MeshError && error.where === undefined) throw new MeshError(error.message, where, error.hint);
    throw error;
  }
}
