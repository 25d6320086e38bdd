// The part of this plugin that other plugins may use.

export { asksBeforeUndo } from "./asks-before-undo.ts";
export { AuthorDot } from "./author-dot.tsx";
export { undoControlOf, useUndoControl } from "./control-of.ts";
export { authorText, leapText } from "./jump-words.ts";
export type { RecordedJump, PageMark, PagePast, PageStretch, Span } from "./read-past.ts";
export type { UndoControl } from "./undo-control.ts";
