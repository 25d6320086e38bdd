import type { SdfThing } from "./sdf-things.ts";

export type PaletteSection = "shapes" | "lights" | "models" | "file";

/** Something that can be inserted into the world, alone or with others. */
export interface PaletteEntry {
  readonly id: string;
  readonly section: PaletteSection;
  /** The title of its tile: "Box". */
  readonly title: string;
  /** One sentence for its tooltip; may be empty. */
  readonly summary: string;
  /** The address of a picture; empty for none. */
  readonly thumbnail: string;
  /** Height above the surface; 0 when it stands on it. */
  readonly liftMetres: number;
  readonly things: readonly SdfThing[];
  /** The name of the file on the user's own disk that the things come from. */
  readonly file?: string;
}

/** Describes an insertion for a list of commands: "Insert point light". */
export function insertWords({ section, title }: Pick<PaletteEntry, "section" | "title">): string {
  if (section === "lights") return `Insert ${title.toLowerCase()} light`;
  return section === "shapes" ? `Insert ${title.toLowerCase()}` : `Insert ${title}`;
}

/** Returns entries with all words of the text in their title, kind or summary. */
export function foundEntries(entries: readonly PaletteEntry[], text: string): readonly PaletteEntry[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return entries.filter(({ title, section, summary }) => {
    const all = `${title} ${section} ${summary}`.toLowerCase();
    return words.every((word) => all.includes(word));
  });
}
