// The part of this plugin that other plugins may use.

export { readClipboard } from "./read-clipboard.ts";
