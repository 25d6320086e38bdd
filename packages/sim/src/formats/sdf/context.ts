import type { Problems } from "../../scene/problem.ts";
import type { XmlElement, XmlSource } from "../xml.ts";
import { NEWEST, type SdfVersion } from "./version.ts";

/** What every reader needs: where to report problems, and the files loaded so far. */
export interface SdfContext {
  readonly problems: Problems;
  /**
   * The root of the file that an `<include>` names. There is no entry if the file could not be loaded, which was
   * reported.
   */
  readonly includes: ReadonlyMap<XmlElement, XmlElement>;
  /** Included files keep the rules of the version they were written for. */
  readonly versions: ReadonlyMap<XmlSource, SdfVersion>;
  /** Elements that includes may still add: files that include each other many times could grow exponentially. */
  readonly budget: { elements: number };
}

export function versionOf(element: XmlElement, context: SdfContext): SdfVersion {
  return context.versions.get(element.source) ?? NEWEST;
}
