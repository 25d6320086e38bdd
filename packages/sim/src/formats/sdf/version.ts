import type { Problems } from "../../scene/problem.ts";
import { attributeOf, placeOf, placeOfAttribute, type XmlElement } from "../xml.ts";
import { shorten } from "./schema/value-syntax.ts";

/** The minor version: 9 for SDF 1.9. */
export type SdfVersion = number;

const OLDEST: SdfVersion = 4;
export const NEWEST: SdfVersion = 12;

/** Checks the name and version of a file's root. Returns the version; `undefined` after an error. */
export function readVersion(root: XmlElement, problems: Problems): SdfVersion | undefined {
  if (root.name !== "sdf") {
    const hint = 'an SDF file begins with <sdf version="1.9">, a URDF file with <robot name="…">';
    problems.error("wrong-root", `the root element is <${root.name}>, not <sdf>`, placeOf(root), hint);
    return undefined;
  }
  const written = attributeOf(root, "version")?.trim();
  if (written === undefined) {
    problems.error("missing-attribute", "<sdf> has no version", placeOf(root), 'write <sdf version="1.9">');
    return undefined;
  }
  const where = placeOfAttribute(root, "version");
  const match = /^1\.(\d+)$/.exec(written);
  if (match === null && !/^(\d+(\.\d+)*)?$/.test(written)) {
    problems.error("bad-value", `"${shorten(written)}" is not a version of SDF`, where, 'write version="1.9"');
    return undefined;
  }
  const version = match === null ? NEWEST : Number(match[1]);
  if (match === null || version > NEWEST) {
    problems.warn("newer-version", `SDF ${shorten(written)} is not known`, where, `it is read as 1.${NEWEST}`);
    return NEWEST;
  }
  if (version < OLDEST) {
    problems.warn(
      "older-version",
      `SDF ${shorten(written)} is older than 1.${OLDEST}`,
      where,
      `it is read as 1.${OLDEST}`,
    );
    return OLDEST;
  }
  return version;
}

/** Returns 9 for "1.9"; 0 if it is not a version. */
export function minorVersion(written: string): SdfVersion {
  return Number(/^1\.(\d+)/.exec(written.trim())?.[1] ?? 0);
}
