/** Returns the name of a log for people: its file without the folders. */
export function logName(path: string): string {
  return path.split(/[\\/]/).findLast((part) => part !== "") ?? "";
}
