// What the hosts (server, GUI) and authors of systems may import.

export * from "./check-scene.ts";

export * from "./base/emitter.ts";
export * from "./base/log.ts";
export * as math from "./base/math.ts";
export * from "./base/nearest.ts";
export * from "./base/pose.ts";
export * from "./base/rng.ts";
export * as quat from "./base/quat.ts";
export type { Quat } from "./base/quat.ts";
export * from "./base/rotation.ts";
export * from "./base/time.ts";
export * as vec3 from "./base/vec3.ts";
export type { Vec3 } from "./base/vec3.ts";

export * from "./ecs/component.ts";
export * from "./ecs/delta.ts";
export * from "./ecs/dump.ts";
export * from "./ecs/entities.ts";
export { PackError } from "./ecs/pack.ts";
export * from "./ecs/snapshot.ts";
export * from "./ecs/state-hash.ts";
export * from "./ecs/world.ts";

export * from "./commands/make-edit.ts";
export { fromPoseMessage, toPoseMessage } from "./commands/pose-message.ts";
export type * from "./commands/scene-source.ts";

export * from "./formats/memory-resources.ts";
export * from "./formats/mesh/heightmap.ts";
export * from "./formats/mesh/load-solids.ts";
export * from "./formats/mesh/mesh.ts";
export * from "./formats/mesh/polyline-mesh.ts";
export * from "./formats/mesh/read-mesh.ts";
export * from "./formats/resources.ts";
export * from "./formats/scene-json.ts";
export * from "./formats/sdf/default-world.ts";
export * from "./formats/sdf/load-sdf.ts";
export * from "./formats/sdf/write-sdf.ts";
export { parseXml } from "./formats/xml-reader.ts";
export * from "./scene/find.ts";
export * from "./scene/problem.ts";
export { besideUri, folderOfUri } from "./scene/relative-uri.ts";
export * from "./scene/spawn.ts";
export type * from "./scene/scene.ts";
export type * from "./scene/solid.ts";

export type * from "./history/command-label.ts";
export * from "./runner/keyframe.ts";
export * from "./runner/log-board.ts";
export * from "./runner/params.ts";
export type * from "./runner/runner-options.ts";
export * from "./runner/runner.ts";
export { offerBoolean } from "./runner/boolean-service.ts";
export * from "./runner/serve.ts";
export * from "./runner/system-library.ts";
export * from "./runner/system.ts";
export * from "./stream/apply-state.ts";
export * from "./stream/decode-chunk.ts";
export * from "./stream/state-feed.ts";
export * from "./stream/state-tap.ts";
export * from "./stream/stream-service.ts";
export * from "./systems/built-in.ts";
export type { EngineName } from "./systems/physics/engine-choice.ts";

export * from "./transport/bus.ts";
export { FrameError } from "./transport/byte-reader.ts";
export type * from "./transport/codec.ts";
export type * from "./transport/inbox.ts";
export type * from "./transport/message.ts";
export type * from "./transport/publisher.ts";
export type * from "./transport/service.ts";
export type * from "./transport/service-table.ts";
export type * from "./transport/subscription.ts";
export type * from "./transport/topic-table.ts";
export * from "./transport/client.ts";
export { MAX_FRAME_BYTES, type Frame } from "./transport/frame.ts";
export type * from "./transport/guard.ts";
export * from "./transport/link.ts";
export * from "./transport/memory-link.ts";
export { worldPrefix } from "./transport/names.ts";
export * from "./transport/node.ts";
export * from "./transport/peer.ts";
export * from "./transport/port-link.ts";
export * from "./transport/transport-error.ts";
