/** Returns the text of the system's clipboard; `undefined` if the browser does not let the page read it. */
export async function readClipboard(): Promise<string | undefined> {
  try {
    return await navigator.clipboard.readText();
  } catch {
    return undefined;
  }
}
