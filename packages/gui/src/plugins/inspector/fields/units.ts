/** Whether a joint turns or slides, which its numbers depend on. */
export type JointMotion = "turns" | "slides";

/**
 * The unit of a number or vector, empty where it has none or nobody knows: `component` by its full name, `path` its fields
 * from the outside, without places in lists (`attenuation.range`). Positions of poses are always in metres.
 */
export function unitOf(component: string, path: string, motion: JointMotion = "turns"): string {
  const known = UNITS.get(component);
  const unit = typeof known === "string" ? known : known?.get(path);
  // Components that nobody here knows: only what says its unit itself.
  if (unit === undefined) return path.endsWith("Ns") ? "ns" : path.endsWith("Ms") ? "ms" : "";
  return motion === "slides" ? unit.replace("N·m", "N").replace("rad", "m") : unit;
}

type FieldUnits = ReadonlyMap<string, string>;

function fields(...units: readonly (readonly [names: string, unit: string])[]): FieldUnits {
  return new Map(units.flatMap(([names, unit]) => names.split(" ").map((name) => [name, unit] as const)));
}

const UNITS: ReadonlyMap<string, string | FieldUnits> = new Map<string, string | FieldUnits>([
  ["gz_sim_components.WorldLinearVelocity", "m/s"],
  ["gz_sim_components.WorldAngularVelocity", "rad/s"],
  ["gz_sim_components.WorldLinearAcceleration", "m/s²"],
  ["gz_sim_components.WorldAngularAcceleration", "rad/s²"],
  ["gz_sim_components.LinearVelocityCmd", "m/s"],
  ["gz_sim_components.AngularVelocityCmd", "rad/s"],
  ["gz_sim_components.ExternalWorldWrenchCmd", fields(["force", "N"], ["torque", "N·m"])],
  ["orrery.Pushes", fields(["force", "N"], ["torque", "N·m"], ["offset", "m"], ["leftNs", "ns"])],
  ["gz_sim_components.Gravity", "m/s²"],
  ["gz_sim_components.MagneticField", "T"],
  ["gz_sim_components.Physics", fields(["maxStepSize", "s"], ["realTimeUpdateRate", "Hz"])],
  ["gz_sim_components.Inertial", fields(["mass", "kg"], ["ixx iyy izz ixy ixz iyz", "kg·m²"])],
  ["gz_sim_components.Geometry", fields(["radius length size radii position polylines.height polylines.points", "m"])],
  ["orrery.Solid", fields(["size", "m"])],
  [
    "gz_sim_components.JointAxes",
    fields(
      ["lower upper springReference", "rad"],
      ["effort friction", "N·m"],
      ["velocity", "rad/s"],
      ["damping", "N·m·s/rad"],
      ["springStiffness", "N·m/rad"],
    ),
  ],
  ["gz_sim_components.JointPosition", "rad"],
  ["gz_sim_components.JointPositionReset", "rad"],
  ["gz_sim_components.JointVelocity", "rad/s"],
  ["gz_sim_components.JointVelocityReset", "rad/s"],
  ["gz_sim_components.JointVelocityCmd", "rad/s"],
  ["gz_sim_components.JointForceCmd", "N·m"],
  [
    "orrery.JointServo",
    fields(["target", "rad"], ["stiffness", "N·m/rad"], ["damping", "N·m·s/rad"], ["maxForce", "N·m"]),
  ],
  ["orrery.JointSettings", fields(["threadPitch", "m/turn"])],
  [
    "orrery.Light",
    fields(
      ["attenuation.range", "m"],
      ["attenuation.linear", "1/m"],
      ["attenuation.quadratic", "1/m²"],
      ["spotInnerAngle spotOuterAngle", "rad"],
    ),
  ],
  ["orrery.Sensor", fields(["updateRate", "Hz"])],
  ["orrery.VelocityDecay", "1/s"],
  ["orrery.CollisionSettings", fields(["density", "kg/m³"])],
  ["gz_sim_components.Actor", fields(["script.delayStart script.trajectories.waypoints.time", "s"])],
  ["orrery.Contacts", fields(["points.position points.depth", "m"], ["points.force", "N"])],
]);
