// Exports of `@orrery/sim/front`: what a thread or a program in front of a world needs to talk to it and to show it. It
// loads no physics, no systems and no readers of world files, so a command starts fast, and a server pays for these only in the
// thread of its world.

// Also declares the components, so that a copy of a world has them.
export * as components from "../components/index.ts";

export type * from "../index.ts";

export * from "../base/control-characters.ts";
export * from "../base/log.ts";
export * from "../base/time.ts";
export { saveEntity } from "../entities/save.ts";
export * from "../entities/spawn.ts";
export { FIRST_SESSION_ENTITY, SESSION_ENTITIES } from "../ecs/entities.ts";
export * from "../ecs/world.ts";
export { MAX_FILE_BYTES, ResourceError } from "../formats/resources.ts";
export * from "../history/keyframe.ts";
export { defaultHistoryLimits } from "../history/memory.ts";
export { DEFAULT_RATE_HZ } from "../logs/log-channels.ts";
export * from "../logs/log-error.ts";
export * from "../runner/services/boolean-service.ts";
export { causerOf, describeInput } from "../runner/world-input.ts";
export * from "../runner/services/log-board.ts";
export * from "../runner/services/world-board.ts";
export * from "../scene/problem.ts";
export { besideUri, folderOfUri } from "../scene/relative-uri.ts";
export * from "../stream/apply-state.ts";
export * from "../stream/state-feed.ts";
export * from "../stream/state-tap.ts";
export * from "../stream/stream-service.ts";
export { MAX_WATCHED } from "../stream/watched-entities.ts";
export * from "../systems/default-systems.ts";
export * from "../transport/allowance.ts";
export * from "../transport/bus.ts";
export { FrameError } from "../transport/wire/frame-error.ts";
export * from "../transport/caller.ts";
export * from "../transport/wire/client.ts";
export { MAX_FRAME_BYTES } from "../transport/wire/frame.ts";
export * from "../transport/wire/link.ts";
export * from "../transport/wire/memory-link.ts";
export { asNamePart, worldPrefix } from "../transport/names.ts";
export { namespaceProblem, Namespaces } from "../transport/namespaces.ts";
export * from "../transport/node.ts";
export * from "../transport/wire/peer.ts";
export * from "../transport/wire/port-link.ts";
export * from "../transport/wire/socket-link.ts";
export * from "../transport/transport-error.ts";
