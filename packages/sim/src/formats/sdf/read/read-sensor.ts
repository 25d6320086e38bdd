import type { Pose } from "../../../base/pose.ts";
import type { SensorScene } from "../../../scene/scene.ts";
import { writeXml } from "../../xml-writer.ts";
import { attributeOf, placeOfAttribute, type XmlElement } from "../../xml.ts";
import type { SdfContext } from "../context.ts";
import { didYouMean } from "../names.ts";
import { readPartPlugins } from "./read-plugin.ts";
import { readBool, readNumber, readText } from "../values.ts";

export function readSensor(element: XmlElement, name: string, pose: Pose, context: SdfContext): SensorScene {
  const { problems } = context;
  return {
    name,
    type: typeOf(element, context),
    pose,
    updateRate: readNumber(element, "update_rate", { fallback: 0, least: 0 }, problems),
    topic: topicOf(element),
    alwaysOn: readBool(element, "always_on", false),
    visualize: readBool(element, "visualize", false),
    settings: settingsOf(element),
    ...readPartPlugins(element),
  };
}

/** Settings without a field of their own. */
const FIELDS = ["pose", "update_rate", "topic", "always_on", "visualize", "plugin"];

function settingsOf(element: XmlElement): string {
  const settings = element.children.filter(({ name }) => !FIELDS.includes(name));
  return settings.map((one) => writeXml(one)).join("");
}

function topicOf(element: XmlElement): string {
  const topic = readText(element, "topic", "");
  return topic === "__default__" ? "" : topic;
}

const TYPES: readonly string[] = [
  "air_pressure",
  "air_speed",
  "altimeter",
  "boundingbox_camera",
  "camera",
  "contact",
  "custom",
  "depth_camera",
  "force_torque",
  "gpu_lidar",
  "imu",
  "lidar",
  "logical_camera",
  "magnetometer",
  "multicamera",
  "navsat",
  "rfid",
  "rfidtag",
  "rgbd_camera",
  "segmentation_camera",
  "sonar",
  "thermal_camera",
  "wide_angle_camera",
  "wireless_receiver",
  "wireless_transmitter",
];

const ALIASES: ReadonlyMap<string, string> = new Map([
  ["boundingbox", "boundingbox_camera"],
  ["depth", "depth_camera"],
  ["gps", "navsat"],
  ["gpu_ray", "gpu_lidar"],
  ["ray", "lidar"],
  ["rgbd", "rgbd_camera"],
  ["segmentation", "segmentation_camera"],
  ["thermal", "thermal_camera"],
  ["wideanglecamera", "wide_angle_camera"],
]);

function typeOf(element: XmlElement, { problems }: SdfContext): string {
  const written = attributeOf(element, "type")?.trim() ?? "";
  if (written === "") return "none";
  const type = ALIASES.get(written) ?? written;
  if (TYPES.includes(type)) return type;
  const where = placeOfAttribute(element, "type");
  problems.error("bad-value", `unknown sensor type "${written}"`, where, didYouMean(written, TYPES));
  return "none";
}
