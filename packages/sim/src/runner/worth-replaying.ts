import type { Bus } from "../transport/bus.ts";
import { plainBytes } from "./plain-bytes.ts";
import { sceneBytes } from "./scene-bytes.ts";
import type { WorldInput } from "./world-input.ts";

/**
 * Returns whether an input may change the world, so that replays must apply it; for a request, its service says so.
 * Must be called before the input takes effect, because that may withdraw the service.
 */
export function isWorthReplaying(input: WorldInput, { serviceTable }: Bus): boolean {
  // A request to a missing service is kept, with its refusal.
  return input.kind !== "request" || serviceTable.get(input.service)?.local?.isInput !== false;
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

/** Memory of an input apart from its contents, as measured in a heap snapshot. */
const OVERHEAD_BYTES = 400;
