import type { Caller } from "../../transport/caller.ts";

/** The caller that asked for scenes, and is told what is odd about them. */
export interface SceneLoadOptions extends Caller {
  /** Called with each warning, which is logged too, before the promise is resolved. */
  readonly onWarning?: (text: string) => void;
}
