import { kept } from "../../../client/kept.ts";

/** Whether to ask before undoing what somebody else has done; while nobody else is connected there is nobody to mind. */
export const asksBeforeUndo = kept("asks-before-undo", true, (value) => typeof value === "boolean");
