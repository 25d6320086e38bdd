/** Lets the browser save data as a file. */
export function download(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  downloadFrom(url, name);
  // The browser reads it later, but surely within a minute.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Lets the browser save what is at an address as a file. */
export function downloadFrom(url: string, name: string): void {
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
}

/**
 * Returns a file name such as "shapes 2026-11-15 12.34.56.png", in the reader's time, without characters that file
 * systems refuse.
 */
export function fileName(world: string, extension: string, when: Date): string {
  const two = (value: number): string => String(value).padStart(2, "0");
  const day = [when.getFullYear(), two(when.getMonth() + 1), two(when.getDate())].join("-");
  const time = [when.getHours(), when.getMinutes(), when.getSeconds()].map(two).join(".");
  return `${safeName(world)} ${day} ${time}.${extension}`;
}

export function safeName(name: string): string {
  return name.replaceAll(/[^\p{L}\p{N} _.-]+/gu, "_").replace(/^\.+/, "") || "world";
}
