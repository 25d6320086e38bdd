/** Returns what people call a log: its file without the folders. */
export function logName(path: string): string {
  return path.split(/[\\/]/).findLast((part) => part !== "") ?? "";
}
