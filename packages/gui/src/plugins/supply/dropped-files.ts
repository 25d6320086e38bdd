/** A dropped file, with its path from the dropped folder. */
export interface DroppedFile {
  readonly path: string;
  readonly file: () => Promise<File>;
}

/** The part of the browser's own interface for dropped files that is used. */
export interface DroppedEntry {
  readonly name: string;
  readonly isDirectory: boolean;
  /** Reads a file; folders have none. */
  file?(done: (file: File) => void, failed: (error: unknown) => void): void;
  /** Lists a folder; files have none. */
  createReader?(): { readEntries(done: (entries: DroppedEntry[]) => void, failed: (error: unknown) => void): void };
}

/** Returns the entries of a drop. Works only during the event: the browser drops them afterwards. */
export function entriesOf({ items }: DataTransfer): readonly DroppedEntry[] {
  return [...items]
    .filter(({ kind }) => kind === "file")
    .flatMap((item): readonly DroppedEntry[] => {
      const entry = item.webkitGetAsEntry();
      if (entry !== null) return [entry];
      // Dropped by a program, or in a browser without entries.
      const file = item.getAsFile();
      return file === null
        ? []
        : [{ name: file.name, isDirectory: false, file: (done: (f: File) => void) => done(file) }];
    });
}

/** Returns all files below some entries, up to the number that a folder of models may have. */
export async function filesBelow(entries: readonly DroppedEntry[]): Promise<readonly DroppedFile[]> {
  const found: DroppedFile[] = [];
  const walk = async (entry: DroppedEntry, path: string, depth: number): Promise<void> => {
    if (found.length >= MOST_FILES || depth > DEEPEST) return;
    if (!entry.isDirectory) {
      const file = (): Promise<File> => new Promise((done, failed) => entry.file!(done, failed));
      return void found.push({ path, file });
    }
    for (const child of await childrenOf(entry)) await walk(child, `${path}/${child.name}`, depth + 1);
  };
  for (const entry of entries) await walk(entry, entry.name, 0);
  return found;
}

/** Reads a folder. Its reader gives some entries at a time, and none at the end. */
async function childrenOf(folder: DroppedEntry): Promise<readonly DroppedEntry[]> {
  const reader = folder.createReader!();
  const all: DroppedEntry[] = [];
  for (;;) {
    const some = await new Promise<DroppedEntry[]>((done, failed) => reader.readEntries(done, failed));
    if (some.length === 0) return all;
    all.push(...some);
  }
}

const MOST_FILES = 20_000;
const DEEPEST = 16;
