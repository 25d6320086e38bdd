import type { Caller } from "../../transport/caller.ts";

/** The caller that asked for scenes, which gets the warnings about them. */
export interface SceneLoadOptions extends Caller {
  /** Called with each warning, which is also logged, before the promise resolves. */
  readonly onWarning?: (text: string) => void;
}
