import type { Notices } from "./notices.ts";

/** Copies a text and shows a notice with the outcome. `what` is for instance "the message". */
export async function copyText(text: string | Promise<string>, what: string, notices: Notices): Promise<void> {
  try {
    await toClipboard(await text);
    notices.show({ kind: "good", text: `Copied ${what}` });
  } catch (error) {
    notices.failed(`copy ${what}`, error);
  }
}

/** Writes to the clipboard. Rejects if the browser does not allow it. */
export async function toClipboard(text: string): Promise<void> {
  // Available only on pages from this machine, or over HTTPS.
  if (navigator.clipboard !== undefined) return navigator.clipboard.writeText(text);
  const before = document.activeElement;
  const field = document.createElement("textarea");
  field.value = text;
  field.className = "copy-source";
  document.body.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  if (before instanceof HTMLElement) before.focus();
  if (!done) throw new Error("the browser does not let this page use the clipboard");
}
