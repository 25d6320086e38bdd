import type { Notices } from "../shell/notices.ts";

/** Copies, and says so: `what` is "The message". */
export function copyText(text: string, what: string, notices: Notices): void {
  // Pages without https, but on another machine, have no clipboard.
  const copying = navigator.clipboard?.writeText(text) ?? Promise.reject(new Error("this page has no clipboard"));
  copying
    .then(() => notices.show({ kind: "info", text: `${what} is in the clipboard` }))
    .catch((error: unknown) => notices.failed("copy", error));
}
