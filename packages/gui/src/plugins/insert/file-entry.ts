import { MAX_FILE_BYTES } from "@orrery/sim/host";
import type { PaletteEntry } from "./palette-entry.ts";
import { thingsInText } from "./sdf-things.ts";

/**
 * Returns an entry with the contents of a file on the user's own disk. Throws with the reason when there is nothing to
 * insert.
 */
export async function entryOfFile(file: Pick<File, "name" | "size" | "text">): Promise<PaletteEntry> {
  if (file.size > MAX_FILE_BYTES) throw new Error(`it has more than ${MAX_FILE_BYTES / 2 ** 20} MB`);
  const things = thingsInText(await file.text());
  return {
    id: `file.${file.name}`,
    section: "file",
    title: things.length === 1 ? things[0]!.name : file.name,
    summary: "",
    thumbnail: "",
    liftMetres: 0,
    things,
    file: file.name,
  };
}
