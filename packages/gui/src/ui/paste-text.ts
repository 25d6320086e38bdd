/** What the clipboard holds. Throws where the browser does not let a page look. */
export async function pastedText(): Promise<string> {
  // Only there on pages from this machine and by https.
  const clipboard = navigator.clipboard as Clipboard | undefined;
  if (clipboard?.readText === undefined) throw new Error("the browser does not let this page use the clipboard");
  return clipboard.readText();
}
