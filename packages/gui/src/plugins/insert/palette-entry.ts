import type { SdfThing } from "./sdf-things.ts";

export type PaletteSection = "shapes" | "lights" | "models" | "file";

/** Something that can be put into the world, alone or with others. */
export interface PaletteEntry {
  readonly id: string;
  readonly section: PaletteSection;
  /** As a tile has it: "Box". */
  readonly title: string;
  /** One sentence for its tooltip; may be empty. */
  readonly summary: string;
  /** The address of a picture; empty: none. */
  readonly thumbnail: string;
  /** How far above the surface it hangs; 0: it stands on it. */
  readonly liftMetres: number;
  readonly things: readonly SdfThing[];
  /** The name of the file that has them, on the user's own disk. */
  readonly file?: string;
}

/** What a list of commands calls it: "Insert point light". */
export function insertWords({ section, title }: Pick<PaletteEntry, "section" | "title">): string {
  if (section === "lights") return `Insert ${title.toLowerCase()} light`;
  return section === "shapes" ? `Insert ${title.toLowerCase()}` : `Insert ${title}`;
}

/** Those with all words of the text in their title, kind or summary. */
export function foundEntries(entries: readonly PaletteEntry[], text: string): readonly PaletteEntry[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return entries.filter(({ title, section, summary }) => {
    const all = `${title} ${section} ${summary}`.toLowerCase();
    return words.every((word) => all.includes(word));
  });
}
