import type { Pose } from "../../base/pose.ts";
import { makeElement } from "../xml-build.ts";
import type { XmlElement } from "../xml.ts";

/** Makes `<name>value</name>`. */
export function valueElement(name: string, value: string | number | readonly number[], at: XmlElement): XmlElement {
  return makeElement(name, at, { text: typeof value === "object" ? value.join(" ") : String(value) });
}

/** Writes a pose as a quaternion, because converting to angles and back would change the last digits. */
export function poseElement({ x, y, z, qx, qy, qz, qw }: Pose, at: XmlElement, relativeTo = ""): XmlElement {
  const turned = qx !== 0 || qy !== 0 || qz !== 0;
  return makeElement("pose", at, {
    attributes: {
      ...(relativeTo === "" ? {} : { relative_to: relativeTo }),
      ...(turned ? { rotation_format: "quat_xyzw" } : {}),
    },
    text: (turned ? [x, y, z, qx, qy, qz, qw] : [x, y, z, 0, 0, 0]).join(" "),
  });
}
