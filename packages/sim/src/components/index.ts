// The exports of `@orrery/sim/components`, separate from the rest because plain data has the same names (`Pose`,
// `Geometry`).

export * from "./actor.ts";
export * from "./geometry.ts";
export * from "./identity.ts";
export * from "./joint.ts";
export * from "./light.ts";
export * from "./motion.ts";
export * from "./open-requests.ts";
export * from "./physics.ts";
export * from "./pose.ts";
export * from "./saving.ts";
export * from "./sensor.ts";
export * from "./simulation.ts";
