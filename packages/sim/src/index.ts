// What the hosts (server, GUI) and authors of systems may import.

export { Sim, type SimOptions } from "./sim.ts";
export * from "./check-scene.ts";
export * from "./check-visual-files.ts";

export * from "./base/assert-never.ts";
export * from "./base/control-characters.ts";
export * from "./base/emitter.ts";
export { grown } from "./base/grown.ts";
export { hexOf } from "./base/hash.ts";
export * from "./base/log.ts";
export * as math from "./base/math.ts";
export * from "./base/pose.ts";
export * from "./base/rng.ts";
export * as quat from "./base/quat.ts";
export type { Quat } from "./base/quat.ts";
export * from "./base/rotation.ts";
export * from "./base/time.ts";
export * as vec3 from "./base/vec3.ts";
export type { Vec3 } from "./base/vec3.ts";

export * from "./components/unit-of.ts";

export * from "./ecs/component.ts";
export * from "./ecs/delta.ts";
export * from "./ecs/dump.ts";
export * from "./ecs/entities.ts";
export {
  OTHERS,
  type Declaration,
  type Effect,
  type EditDeclaration,
  type Facts,
  type Streaming,
} from "./ecs/facts.ts";
export { PackError } from "./ecs/pack.ts";
export * from "./ecs/snapshot.ts";
export * from "./ecs/state-hash.ts";
export { sentenceOf } from "./ecs/title-of.ts";
export * as rules from "./ecs/value-rule.ts";
export type { ValueRule } from "./ecs/value-rule.ts";
export * from "./ecs/world.ts";

export * from "./commands/edits/add-wrench.ts";
export * from "./commands/apply-command.ts";
export * from "./commands/texts/describe-command.ts";
export { editProblem, mayHave } from "./commands/checks/editable.ts";
export * from "./commands/make-edit.ts";
export { countKinds, nameThings } from "./commands/texts/name-things.ts";
export * from "./commands/named-entities.ts";
export { fromPoseMessage, toPoseMessage } from "./messages/pose-message.ts";
export { resetDescriptions } from "./commands/texts/reset-descriptions.ts";
export { scaleProblem } from "./commands/edits/scale.ts";
export * from "./scene/scene-source.ts";
export * from "./commands/checks/settle-conflicts.ts";
export * from "./commands/checks/touched-by.ts";

export * from "./formats/load-progress.ts";
export * from "./formats/memory-resources.ts";
export * from "./formats/mesh/built-in-meshes.ts";
export * from "./formats/mesh/heightmap.ts";
export * from "./formats/mesh/load-solids.ts";
export * from "./formats/mesh/mesh.ts";
export * from "./formats/mesh/polyline-mesh.ts";
export * from "./formats/mesh/read-mesh.ts";
export * from "./formats/resources.ts";
export * from "./formats/scene-json.ts";
export * from "./formats/sdf/default-world.ts";
export * from "./formats/sdf/load-sdf.ts";
export * from "./formats/sdf/write/write-sdf.ts";
export { parseXml } from "./formats/xml-reader.ts";
export { idsNeeded } from "./scene/count.ts";
export * from "./entities/find.ts";
export * from "./entities/joint-side.ts";
export { jointZeros, type JointZeros } from "./entities/joint-zeros.ts";
export * from "./scene/problem.ts";
export { besideUri, folderOfUri } from "./scene/relative-uri.ts";
export { saveEntity } from "./entities/save.ts";
export * from "./entities/spawn.ts";
export type * from "./scene/scene.ts";
export type * from "./scene/solid.ts";

export type * from "./history/command-label.ts";
export type * from "./history/stored-state.ts";
export * from "./history/memory.ts";
export type * from "./history/stretch.ts";
export type * from "./history/past-view.ts";
export type * from "./history/timeline.ts";
export * from "./history/keyframe.ts";
export * from "./runner/services/apply-history-change.ts";
export * from "./logs/check-log.ts";
export type * from "./runner/activity.ts";
export { causerOf, describeInput, type StampedInput, type WorldInput } from "./runner/world-input.ts";
export * from "./runner/services/log-board.ts";
export * from "./runner/services/world-board.ts";
export * from "./runner/systems/params.ts";
export type * from "./runner/runner-options.ts";
export * from "./runner/runner.ts";
export { offerBoolean } from "./runner/services/boolean-service.ts";
export * from "./runner/serve.ts";
export * from "./runner/systems/system-library.ts";
export * from "./runner/systems/system.ts";
export type * from "./runner/run-info.ts";
export type * from "./runner/systems/system-info.ts";
export type * from "./runner/systems/work.ts";
export type { PhysicsQueries } from "./physics/queries.ts";
export type * from "./runner/services/world-answers.ts";
export * from "./stream/apply-state.ts";
export * from "./stream/decode-chunk.ts";
export { PoseScratch } from "./stream/pose-codec.ts";
export * from "./stream/state-feed.ts";
export * from "./stream/state-tap.ts";
export * from "./stream/stream-service.ts";
export { MAX_WATCHED } from "./stream/watched-entities.ts";
export { answerMakers } from "./systems/broadcast/broadcast-answers.ts";
export * from "./systems/built-in.ts";
export * from "./systems/control/joint-drives.ts";
export * from "./systems/default-systems.ts";
export type { EngineName } from "./systems/physics/engine-choice.ts";
export { applyJointResets } from "./systems/physics/joint-resets.ts";

export * from "./transport/allowance.ts";
export * from "./transport/bus.ts";
export { FrameError } from "./transport/wire/frame-error.ts";
export type * from "./transport/codec.ts";
export type * from "./transport/inbox.ts";
export type * from "./transport/message.ts";
export type * from "./transport/publisher.ts";
export type * from "./transport/service.ts";
export type * from "./transport/service-table.ts";
export type * from "./transport/subscription.ts";
export type * from "./transport/topic-table.ts";
export * from "./transport/caller.ts";
export * from "./transport/wire/client.ts";
export { MAX_FRAME_BYTES, type Frame } from "./transport/wire/frame.ts";
export type * from "./transport/guard.ts";
export * from "./transport/wire/link.ts";
export * from "./transport/wire/memory-link.ts";
export { asNamePart, worldPrefix } from "./transport/names.ts";
export { namespaceProblem, Namespaces } from "./transport/namespaces.ts";
export * from "./transport/node.ts";
export * from "./transport/wire/peer.ts";
export * from "./transport/wire/port-link.ts";
export * from "./transport/wire/socket-link.ts";
export * from "./transport/transport-error.ts";
