import type { WorldInput } from "./inputs.ts";

/** Services of the host, which are not part of what happens in a world, and those that only tell. */
const OUTSIDE =
  /^\/world\/[^/]+\/(history\/.*|pending\/.*|systems|systems\/available|pose\/info|generate_world_sdf|hash|scene\/(info|graph)|state|state_async|stream)$/;

/** Whether an input can have changed the world: on the way to a later moment it has to take effect again. */
export function isWorthReplaying(input: WorldInput): boolean {
  if (input.kind !== "request") return true;
  const { service } = input;
  return !OUTSIDE.test(service) && !service.startsWith("/orrery/") && !service.startsWith("/gazebo/");
}

/** About what it takes in memory. */
export function inputBytes(input: WorldInput): number {
  return OVERHEAD_BYTES + ("bytes" in input ? input.bytes.length : input.kind === "scenes" ? SCENE_BYTES : 0);
}

const OVERHEAD_BYTES = 200;
/** Meshes are shared with the components made of them. */
const SCENE_BYTES = 4000;
