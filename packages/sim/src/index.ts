// The exports for authors of systems and programs. Hosts of worlds (the server, the page) find the rest in
// `@orrery/sim/host`.

// A world in a program.
export { Sim, type SimOptions } from "./sim.ts";
export { MemoryResources } from "./formats/memory-resources.ts";
export { ResourceError, type ResolvedResource, type Resources } from "./formats/resources.ts";
export type { HistoryLimits } from "./history/memory.ts";
export type { Packer } from "./history/stored-state.ts";
export type { Runner } from "./runner/runner.ts";
export type { ModuleSource } from "./runner/systems/system-library.ts";
export type { Plugin } from "./scene/scene.ts";

// Systems and their parameters.
export {
  defineSystem,
  type Phase,
  type ProtoFile,
  type Step,
  type System,
  type SystemContext,
  type SystemDefinition,
} from "./runner/systems/system.ts";
export type { AnswerWork, Ask, AskForAnswer, Outside, OwnWork, Result } from "./runner/systems/work.ts";
export type { RunInfo } from "./runner/run-info.ts";
export type { PhysicsQueries } from "./physics/queries.ts";
export type { RayHits, RayOptions } from "./physics/rays.ts";
export {
  asLength,
  flagParam,
  groupsParam,
  jointListParam,
  jointParam,
  neededJointsParam,
  numberListParam,
  numberParam,
  optionalFlagParam,
  optionalNumberParam,
  textListParam,
  textParam,
  vec3Param,
  type Param,
  type ParamSpecs,
  type ParamValues,
} from "./runner/systems/params.ts";

// Values that others may watch.
export { Introspection, type IntrospectionOptions } from "./introspection/introspection.ts";
export { columnsOf, ITEM_TYPES, type ItemType } from "./introspection/item-types.ts";
export type { ItemInfo, Probe, Provider } from "./introspection/item.ts";
export { IntrospectionManager, type FoundItems, type ItemSearch } from "./introspection/manager.ts";
export type { RegisteredItem } from "./introspection/registered-items.ts";

// Components, entities and poses.
export {
  component,
  numeric,
  tag,
  type Component,
  type NumericComponent,
  type Tag,
  type ValueComponent,
  type ValueOf,
} from "./ecs/component.ts";
export type { Declaration, EditDeclaration, Effect, FieldFacts, Streaming, Toggle } from "./ecs/facts.ts";
export * as rules from "./ecs/value-rule.ts";
export type { ValueRule } from "./ecs/value-rule.ts";
export { noEntity, type Entity } from "./ecs/entities.ts";
export { World } from "./ecs/world.ts";
export { find, findJoint, partsBelow, partsNamed, scopedName, topModelOf, worldPose } from "./entities/find.ts";
export { addWrench } from "./commands/edits/add-wrench.ts";

// Topics and services.
export { RequestError, TransportError } from "./transport/transport-error.ts";
export type { Caller, Role } from "./transport/caller.ts";
export { ANY_TYPE, type Message } from "./transport/message.ts";
export type { Node } from "./transport/node.ts";
export type { Publisher, PublisherOptions } from "./transport/publisher.ts";
export type { CallOptions } from "./transport/calls.ts";
export type { ServiceHandler, ServiceType } from "./transport/service.ts";
export type { MessageHandler, Subscription, SubscriptionOptions } from "./transport/subscription.ts";

// Numbers that are the same on every machine, poses, time, random numbers.
export * as math from "./base/math/math.ts";
export * as quat from "./base/quat.ts";
export * as vec3 from "./base/vec3.ts";
export type { Quat } from "./base/quat.ts";
export type { Vec3 } from "./base/vec3.ts";
export {
  compose,
  composeInto,
  identityPose,
  inverse,
  invertInto,
  pose,
  relativeTo,
  rotationOf,
  transformPoint,
  type Pose,
} from "./base/pose.ts";
export {
  fromAxisAngle,
  fromRollPitchYaw,
  fromRotationVector,
  toAxisAngle,
  toRollPitchYaw,
  toRotationVector,
  type RollPitchYaw,
} from "./base/rotation.ts";
export {
  formatTime,
  fromSecNsec,
  fromSeconds,
  parseTime,
  toSecNsec,
  toSeconds,
  MILLISECOND,
  SECOND,
} from "./base/time.ts";
export type { Nanoseconds, SecNsec } from "./base/time.ts";
export { Rng, type RngState } from "./base/rng.ts";
export type { Log, LogLevel, LogRecord } from "./base/log.ts";
