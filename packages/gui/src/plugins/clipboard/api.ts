// What other plugins may use of this one.

export { readClipboard } from "./read-clipboard.ts";
