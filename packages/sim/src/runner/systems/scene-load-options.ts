import type { Caller } from "../../transport/caller.ts";

/** The caller that requested scenes, who gets the warnings about them. */
export interface SceneLoadOptions extends Caller {
  /** Called with each warning before the promise resolves; warnings are also logged. */
  readonly onWarning?: (text: string) => void;
}
