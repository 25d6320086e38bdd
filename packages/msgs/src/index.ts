export type * as gz from "./gen/gz-msgs.ts";
export type * as ignition from "./gen/ignition-msgs.ts";
export type * as orrery from "./gen/orrery-msgs.ts";
export type { MessageTypes } from "./gen/message-types.ts";
export type { FieldDescription, MessageDescription } from "./describe.ts";
export type { FieldKind } from "./schema.ts";
export { MessageError } from "./message-error.ts";
export { type MessageOf, MessageRegistry, messages, type UnknownMessage } from "./registry.ts";
