// Exports of `@orrery/sim/front`: what a thread or a program in front of a world needs to communicate with it and to
// show it. Loads no physics, no systems and no readers of world files, so a command starts fast, and a server pays for
// these only in the thread of its world.

// Also declares the components, so that a copy of a world has them.

export * as components from "../components/index.ts";

export { assertNever } from "../base/assert-never.ts";
export { ByteReader } from "../base/byte-reader.ts";
export { escapeControl } from "../base/control-characters.ts";
export { stackOf, textOf } from "../base/error-text.ts";
export { type Log, type LogRecord, logTo } from "../base/log.ts";
export { lineage } from "../base/lineage.ts";
export { unzstd } from "../base/zstd/unzstd.ts";
export { formatTime, fromSecNsec, toSecNsec, toSeconds } from "../base/time.ts";
export { FIRST_SESSION_ENTITY, SESSION_ENTITIES } from "../ecs/entities.ts";
export { World } from "../ecs/world.ts";
export { spawnLight } from "../entities/kinds/light.ts";
export { spawnModel } from "../entities/kinds/model.ts";
export { saveEntity } from "../entities/save-entity.ts";
export type { LoadProgress } from "../formats/load-progress.ts";
export { MAX_FILE_BYTES, type ResolvedResource, ResourceError, type Resources } from "../formats/resources.ts";
export { encodeKeyframe, KeyframeError, openKeyframe } from "../history/keyframe.ts";
export { defaultHistoryLimits, type HistoryLimits } from "../history/memory.ts";
export { ITEM_TYPES, type ItemType } from "../introspection/item-types.ts";
export { DEFAULT_RATE_HZ } from "../logs/log-channels.ts";
export { matchesTopic, MAX_PATTERNS, patternProblem } from "../logs/topic-pattern.ts";
export { LogError } from "../logs/log-error.ts";
export type { Act, Activity, KnownSystem } from "../runner/activity.ts";
export type { RunInfo } from "../runner/run-info.ts";
export type { Runner } from "../runner/runner.ts";
export type { Host } from "../runner/schedule/serve.ts";
export { offerBoolean } from "../runner/services/boolean-service.ts";
export { LogBoard } from "../runner/services/log-board.ts";
export type { Scribe, WorldAnswer } from "../runner/services/world-answers.ts";
export { type ListedWorld, WorldBoard } from "../runner/services/world-board.ts";
export { causerOf, describeInput, type WorldInput } from "../runner/world-input.ts";
export { formatProblem, inFileOrder, type Problem } from "../scene/problem.ts";
export { besideUri, folderOfUri } from "../scene/relative-uri.ts";
export type { Plugin } from "../scene/scene.ts";
export { applyUpdate } from "../stream/apply-state.ts";
export { PAUSED_INTERVAL_MS, STATE_INTERVAL_MS } from "../stream/intervals.ts";
export { StateFeed } from "../stream/state-feed.ts";
export { StateTap, type StateUpdate } from "../stream/state-tap.ts";
export { StreamService } from "../stream/stream-service.ts";
export { MAX_WATCHED } from "../stream/watched-entities.ts";
export { defaultSystems } from "../systems/default-systems.ts";
export { allowances, type Allowances } from "../transport/allowance.ts";
export { Bus } from "../transport/bus.ts";
export { mayAsk, type Role, ROLES } from "../transport/caller.ts";
export type { PeerAction } from "../transport/guard.ts";
export { ANY_TYPE } from "../transport/message.ts";
export { asNamePart, worldPrefix } from "../transport/names.ts";
export { namespaceProblem } from "../transport/namespaces.ts";
export { Node } from "../transport/node.ts";
export type { Publisher } from "../transport/publisher.ts";
export type { Subscription } from "../transport/subscription.ts";
export { RequestError, TransportError } from "../transport/transport-error.ts";
export { connectNode } from "../transport/wire/client.ts";
export { FrameError } from "../transport/wire/frame-error.ts";
export { type Frame, MAX_FRAME_BYTES } from "../transport/wire/frame.ts";
export type { Link } from "../transport/wire/link.ts";
export { memoryLinks } from "../transport/wire/memory-link.ts";
export { connectPeer, Peer } from "../transport/wire/peer.ts";
export { PortLink } from "../transport/wire/port-link.ts";
export { SocketLink } from "../transport/wire/socket-link.ts";
