import { kept } from "../../client/kept.ts";

/** Whether to ask before undoing another person's command; nobody is asked while no others are connected. */
export const asksBeforeUndo = kept("asks-before-undo", true, (value) => typeof value === "boolean");
