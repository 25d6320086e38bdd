import { defaultAxis, type JointAxis, type JointScene } from "../../../scene/joint.ts";
import type { XmlElement } from "../../xml.ts";
import { withExtra } from "../extra.ts";
import { sensorElement } from "./write-link.ts";
import { element, poseElements, unless, value } from "./write-values.ts";

export function jointElement(joint: JointScene): XmlElement {
  const [axis = joint.unusedAxes?.axis, axis2 = joint.unusedAxes?.axis2] = joint.axes;
  const made = element("joint", {
    attributes: { name: joint.name, type: joint.type },
    children: [
      // Relative to the link that the child moves with, which is the child itself unless that is a frame or a model.
      ...poseElements(joint.pose, joint.child === joint.childLink ? "" : joint.childLink),
      ...(joint.position === undefined ? [] : [value("orrery:position", joint.position)]),
      value("parent", joint.parent),
      value("child", joint.child),
      ...axisElements("axis", axis),
      ...axisElements("axis2", axis2),
      ...unless(1, "screw_thread_pitch", joint.threadPitch),
      ...unless(1, "gearbox_ratio", joint.gearboxRatio),
      ...unless("", "gearbox_reference_body", joint.gearboxReferenceBody),
      ...joint.sensors.map(sensorElement),
    ],
  });
  return withExtra(made, "joint", joint.extra);
}

function axisElements(name: "axis" | "axis2", axis: JointAxis | undefined): XmlElement[] {
  if (axis === undefined || axis === defaultAxis) return [];
  const { xyz, lower, upper, effort, velocity, damping, friction, springReference, springStiffness, mimic } = axis;
  const limits = [...unless(-Infinity, "lower", lower), ...unless(Infinity, "upper", upper)];
  limits.push(...unless(Infinity, "effort", effort), ...unless(Infinity, "velocity", velocity));
  const losses = [...unless(0, "damping", damping), ...unless(0, "friction", friction)];
  losses.push(...unless(0, "spring_reference", springReference), ...unless(0, "spring_stiffness", springStiffness));
  const law =
    mimic === undefined
      ? []
      : [
          element("mimic", {
            attributes: { joint: mimic.joint, axis: mimic.axis },
            children: [
              value("multiplier", mimic.multiplier),
              value("offset", mimic.offset),
              value("reference", mimic.reference),
            ],
          }),
        ];
  const children = [
    value("xyz", xyz),
    ...(limits.length === 0 ? [] : [element("limit", { children: limits })]),
    ...(losses.length === 0 ? [] : [element("dynamics", { children: losses })]),
    ...law,
  ];
  return [element(name, { children })];
}
