/** A dropped file, with its path from the dropped folder on. */
export interface DroppedFile {
  readonly path: string;
  readonly file: () => Promise<File>;
}

/** The part of the browser's interface for dropped files that is used here. */
export interface DroppedEntry {
  readonly name: string;
  readonly isDirectory: boolean;
  /** Reads a file; absent in folders. */
  file?(done: (file: File) => void, failed: (error: unknown) => void): void;
  /** Lists a folder; absent in files. */
  createReader?(): { readEntries(done: (entries: DroppedEntry[]) => void, failed: (error: unknown) => void): void };
}

/** Returns the entries of a drop. Works only during the event, after which the browser discards them. */
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

/** Returns all files below some entries, at most as many as a folder of models may have. */
export async function filesBelow(entries: readonly DroppedEntry[]): Promise<readonly DroppedFile[]> {
  const found: DroppedFile[] = [];
  const walk = async (entry: DroppedEntry, path: string, depth: number): Promise<void> => {
    if (found.length >= MAX_FILES || depth > DEEPEST) return;
    if (!entry.isDirectory) {
      const file = (): Promise<File> => new Promise((done, failed) => entry.file!(done, failed));
      return void found.push({ path, file });
    }
    for (const child of await childrenOf(entry)) await walk(child, `${path}/${child.name}`, depth + 1);
  };
  for (const entry of entries) await walk(entry, entry.name, 0);
  return found;
}

/** Reads a folder, whose reader returns some entries at a time and an empty list at the end. */
async function childrenOf(folder: DroppedEntry): Promise<readonly DroppedEntry[]> {
  const reader = folder.createReader!();
  const all: DroppedEntry[] = [];
  for (;;) {
    const some = await new Promise<DroppedEntry[]>((done, failed) => reader.readEntries(done, failed));
    if (some.length === 0) return all;
    all.push(...some);
  }
}

const MAX_FILES = 20_000;
const DEEPEST = 16;
