/** The label of a command in lists: what people see of it, and how requests to undo it name it. */
export interface CommandLabel {
  /** `session:counter`, unique within a world. Assigned automatically if empty. */
  readonly id: string;
  /** For example "Move box_1". */
  readonly description: string;
  /** Public id of the session that gave it; empty if there was none. */
  readonly author: string;
  /** The author's name at that time; may be empty. */
  readonly authorName: string;
  /**
   * Fingerprint of what the command does: the same command under the same id gets the same answer again. Without it, a
   * repeated id is refused.
   */
  readonly content?: string;
  /** What the author saw: the timeline number of that state, 0 if unknown, and the entities that the command names. */
  readonly seen?: { readonly timelineNumber: number; readonly entities: readonly number[] };
}
