import { menuNames, type Command } from "./commands.ts";
import { keysText } from "../../ui/keys.ts";
import { mouseWords, type Navigation } from "../navigation.ts";

/** An action, and how to perform it. */
export interface HelpEntry {
  readonly what: string;
  /** Keys, each drawn as a key; any one of them performs the action. */
  readonly keys?: readonly string[];
  /** As text: "right drag". */
  readonly how?: string;
}

/** A part of the help, under its own heading. */
export interface HelpSection {
  readonly title: string;
  readonly entries: readonly HelpEntry[];
}

export interface HelpSources {
  readonly commands: readonly Command[];
  readonly navigation: Navigation;
  /** Sections of plugins. */
  readonly plugins: readonly HelpSection[];
}

/** Returns everything that the help shows: commands with keys by menu, the mouse, then the sections of plugins. */
export function helpSections({ commands, navigation, plugins }: HelpSources): HelpSection[] {
  const byMenu = [...menuNames, undefined].map((menu) => ({
    title: menu ?? "Scene",
    entries: commands
      .filter((command) => command.menu === menu && command.keys !== undefined)
      .map(({ title, keys = [] }) => ({ what: title, keys: [keys].flat().map(keysText) })),
  }));
  const mouse = {
    title: `Mouse in the scene, as in ${navigation.title}`,
    entries: mouseWords(navigation).map(([what, how]) => ({ what, how })),
  };
  return [...byMenu, mouse, ...plugins].filter(({ entries }) => entries.length > 0);
}

/** Returns the sections with only the entries whose title or description contains every word of the text. */
export function searchedHelp(sections: readonly HelpSection[], text: string): readonly HelpSection[] {
  const words = text.toLowerCase().split(" ").filter(Boolean);
  if (words.length === 0) return sections;
  const found = sections.map(({ title, entries }) => ({
    title,
    entries: entries.filter((entry) => {
      const all = [title, entry.what, entry.how ?? "", ...(entry.keys ?? [])].join(" ").toLowerCase();
      return words.every((word) => all.includes(word));
    }),
  }));
  return found.filter(({ entries }) => entries.length > 0);
}
