// What hosts of worlds (the server, the page, tools) import in addition to what `@orrery/sim` offers to everybody.

export { assertNever } from "../base/assert-never.ts";
export { Emitter } from "../base/emitter.ts";
export { stackOf, textOf } from "../base/error-text.ts";
export { grown } from "../base/grown.ts";
export { hexOf } from "../base/hash.ts";
export { logTo } from "../base/log.ts";
export { seedFrom } from "../base/rng.ts";
export { unzstd, ZstdError } from "../base/zstd/unzstd.ts";
export { checkScene } from "../checks/check-scene.ts";
export { checkVisualFiles } from "../checks/check-visual-files.ts";
export { applyCommand, type Made, scenesWanted } from "../commands/apply-command.ts";
export { editProblem, mayHave } from "../commands/checks/editable.ts";
export { resolveConflicts } from "../commands/checks/resolve-conflicts.ts";
export { scaleProblem } from "../commands/edits/scale.ts";
export {
  type AxisValues,
  collisionEdit,
  componentsEdit,
  createEdit,
  jointEdit,
  moveEdit,
  pushEdit,
  removeEdit,
  renameEdit,
  scaleEdit,
} from "../commands/make-edit.ts";
export { countKinds, nameThings } from "../commands/texts/name-things.ts";
export { resetDescriptions } from "../commands/texts/reset-descriptions.ts";
export { type JointMotion, unitOf } from "../components/unit-of.ts";
export { componentNamed, knownComponents } from "../ecs/component.ts";
export { type Delta, isEmpty } from "../ecs/delta.ts";
export { FIRST_SESSION_ENTITY, SESSION_ENTITIES } from "../ecs/entities.ts";
export { type Facts, fieldAt, OTHERS } from "../ecs/facts.ts";
export { PackError } from "../ecs/pack.ts";
export { diff, type Snapshot } from "../ecs/snapshot.ts";
export { hashComponents } from "../ecs/state-hash.ts";
export { sentenceOf } from "../ecs/title-of.ts";
export { childSideOf } from "../entities/joint-side.ts";
export { jointZeros, type JointZeros } from "../entities/joint-zeros.ts";
export { spawnLight } from "../entities/kinds/light.ts";
export { spawnModel } from "../entities/kinds/model.ts";
export { spawnWorld } from "../entities/kinds/world.ts";
export { saveEntity } from "../entities/save-entity.ts";
export type { LoadProgress } from "../formats/load-progress.ts";
export { builtInMesh } from "../formats/mesh/built-in-meshes.ts";
export { readHeightmap } from "../formats/mesh/heightmap/heightmap.ts";
export { boundsOf, type Mesh, type MeshMaterial, type MeshTexture, type Submesh } from "../formats/mesh/mesh.ts";
export { polylineMesh } from "../formats/mesh/polyline-mesh.ts";
export { readMesh } from "../formats/mesh/read-mesh.ts";
export { MAX_FILE_BYTES } from "../formats/resources.ts";
export { defaultWorldAround } from "../formats/sdf/default-world.ts";
export { loadSdf, parseSdf } from "../formats/sdf/load-sdf.ts";
export { writeSdf } from "../formats/sdf/write/write-sdf.ts";
export { parseXml } from "../formats/xml-reader.ts";
export type { Keyframe, KeyframeHeader } from "../history/keyframe.ts";
export { defaultHistoryLimits } from "../history/memory.ts";
export type { Stretch } from "../history/stretch.ts";
export { checkLog } from "../logs/check-log.ts";
export { rerunLog, type RerunWatcher } from "../logs/rerun-log.ts";
export { matchesTopic, patternProblem } from "../logs/topic-pattern.ts";
export { fromPoseMessage, toPoseMessage } from "../messages/pose-message.ts";
export { LogReplayer } from "../replayer/log-replayer.ts";
export { ReplayQueue, type ReplayQueueOptions } from "../replayer/replay-queue.ts";
export { ReplayService, type ReplayerPort } from "../replayer/replay-service.ts";
export { transferOf, type FromReplayer, type ToReplayer } from "../replayer/replayer-messages.ts";
export type { Act, Activity, KnownSystem } from "../runner/activity.ts";
export { Runner } from "../runner/runner.ts";
export { type Host, serve } from "../runner/schedule/serve.ts";
export { applyHistoryChange } from "../runner/services/apply-history-change.ts";
export { LogBoard } from "../runner/services/log-board.ts";
export type { Scribe, WorldAnswer } from "../runner/services/world-answers.ts";
export { type ListedWorld, WorldBoard } from "../runner/services/world-board.ts";
export { SystemLibrary } from "../runner/systems/system-library.ts";
export { idsNeeded } from "../scene/count.ts";
export { formatProblem, inFileOrder, type Problem, Problems } from "../scene/problem.ts";
export { besideUri } from "../scene/relative-uri.ts";
export { INSERTED, type SceneSource, sdfOf } from "../scene/scene-source.ts";
export type { Scene, WorldScene } from "../scene/scene.ts";
export type { Solid } from "../scene/solid.ts";
export { applyState, applyUpdate } from "../stream/apply-state.ts";
export { decodeChunk } from "../stream/decode-chunk.ts";
export { PAUSED_INTERVAL_MS, STATE_INTERVAL_MS } from "../stream/intervals.ts";
export { PoseScratch } from "../stream/pose-codec.ts";
export { StateFeed } from "../stream/state-feed.ts";
export { StateTap, type StateUpdate } from "../stream/state-tap.ts";
export { STREAM_TYPE, streamName, StreamService } from "../stream/stream-service.ts";
export { MAX_WATCHED } from "../stream/watched-entities.ts";
export { answerMakers } from "../systems/broadcast/broadcast-answers.ts";
export { builtInSystems } from "../systems/built-in.ts";
export { driveMessage, driveTarget, type JointDrive, jointDrivesOf } from "../systems/control/joint-drives.ts";
export { defaultSystems } from "../systems/default-systems.ts";
export type { EngineName } from "../systems/physics/engine-choice.ts";
export { applyJointResets } from "../systems/physics/joint-resets.ts";
export { Bus } from "../transport/bus.ts";
export { mayAsk, ROLES } from "../transport/caller.ts";
export type { Input, InputSource } from "../transport/inbox.ts";
export { ANY_TYPE } from "../transport/message.ts";
export { asNamePart, worldPrefix } from "../transport/names.ts";
export { Node } from "../transport/node.ts";
export type { ServiceInfo } from "../transport/service-table.ts";
export type { TopicInfo } from "../transport/topic-table.ts";
export { connectNode } from "../transport/wire/client.ts";
export { type Link, LinkBase } from "../transport/wire/link.ts";
export { memoryLinks } from "../transport/wire/memory-link.ts";
export { connectPeer, Peer } from "../transport/wire/peer.ts";
export { type Port, PortLink } from "../transport/wire/port-link.ts";
export { SocketLink } from "../transport/wire/socket-link.ts";
