/** How a command is listed: what people see of it, and what requests to undo it name. */
export interface CommandLabel {
  /** `session:counter`; no two commands of a world have the same. One is assigned when it is empty. */
  readonly id: string;
  /** "Move box_1". */
  readonly description: string;
  /** Public id of the session that gave it; empty when there was none. */
  readonly author: string;
  /** As people called the author then; may be empty. */
  readonly authorName: string;
  /**
   * Fingerprint of what the command does: the same command under the same id gets the same answer again. Without one, a repeated
   * id is refused.
   */
  readonly content?: string;
  /** What the author saw: the timeline number of that state, 0 when it is not known, and the entities that the command names. */
  readonly seen?: { readonly timeline: number; readonly entities: readonly number[] };
}
