import type { WorldInput } from "./world-input.ts";

/** Services of the host, which are not part of what happens in a world, and those that only answer questions. */
const OUTSIDE =
  /^\/world\/[^/]+\/(history\/.*|pending\/.*|systems|systems\/available|pose\/info|generate_world_sdf|hash|scene\/(info|graph)|state|state_async|stream)$/;

/** Returns whether an input can have changed the world: then replays have to apply it again. */
export function isWorthReplaying(input: WorldInput): boolean {
  if (input.kind !== "request") return true;
  const { service } = input;
  return !OUTSIDE.test(service) && !service.startsWith("/orrery/") && !service.startsWith("/gazebo/");
}

/** Estimates how much memory an input takes. */
export function inputBytes(input: WorldInput): number {
  switch (input.kind) {
    case "scenes":
      return OVERHEAD_BYTES + SCENE_BYTES * input.scenes.length + bytesOf(input.request);
    case "start-systems":
      return OVERHEAD_BYTES + bytesOf(input.plugins);
    default:
      return OVERHEAD_BYTES + ("bytes" in input ? input.bytes.length : 0);
  }
}

/** What an input takes in memory beside its contents, as measured in a heap snapshot. */
const OVERHEAD_BYTES = 400;
/** Meshes are shared with the components made of them. */
const SCENE_BYTES = 4000;
const FIELD_BYTES = 16;

/** Adds up the texts and bytes of plain data. */
function bytesOf(value: unknown): number {
  if (typeof value === "string") return 2 * value.length;
  if (ArrayBuffer.isView(value)) return value.byteLength;
  if (typeof value !== "object" || value === null) return 0;
  return Object.values(value).reduce<number>((sum, each) => sum + FIELD_BYTES + bytesOf(each), 0);
}
