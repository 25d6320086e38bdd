/** Returns the text of the system's clipboard; nothing where the browser does not let the page look. */
export async function readClipboard(): Promise<string | undefined> {
  try {
    return await navigator.clipboard.readText();
  } catch {
    return undefined;
  }
}
