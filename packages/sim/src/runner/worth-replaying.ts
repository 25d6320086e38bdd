import { plainBytes } from "./plain-bytes.ts";
import { sceneBytes } from "./scene-bytes.ts";
import type { WorldInput } from "./world-input.ts";

/** Services of the host, which are not part of what happens in a world, and those that only answer questions. */
const OUTSIDE =
  /^\/world\/[^/]+\/(history\/.*|pending\/.*|systems|systems\/available|pose\/info|generate_world_sdf|hash|scene\/(info|graph)|state|state_async|stream)$/;

/** Returns whether an input may have changed the world, so that replays must apply it. */
export function isWorthReplaying(input: WorldInput): boolean {
  if (input.kind !== "request") return true;
  const { service } = input;
  return !OUTSIDE.test(service) && !service.startsWith("/orrery/") && !service.startsWith("/gazebo/");
}

/** Estimates how much memory an input takes. */
export function inputBytes(input: WorldInput): number {
  switch (input.kind) {
    case "command":
      return OVERHEAD_BYTES + sceneBytes(input.scenes) + plainBytes(input.command);
    case "result":
      return OVERHEAD_BYTES + input.bytes + plainBytes(input.request);
    case "start-systems":
      return OVERHEAD_BYTES + plainBytes(input.plugins);
    default:
      return OVERHEAD_BYTES + ("bytes" in input ? input.bytes.length : 0);
  }
}

/** Memory that an input takes beside its contents, as measured in a heap snapshot. */
const OVERHEAD_BYTES = 400;
