/**
 * Returns up to three characters for a name: "Ada Lovelace" is AL, "ada" is A. Keeps a number whole, to distinguish
 * guests: "Guest 3" is G3, "Guest 10" is G10, "Guest 100" is 100.
 */
export function initialsOf(name: string): string {
  const words = name.split(/[\s._-]+/).filter((word) => word !== "");
  const [first = "", last = ""] = [words[0], words.length > 1 ? words.at(-1) : undefined];
  if (/^\d{3}$/.test(last)) return last;
  const end = /^\d{2}$/.test(last) ? last : firstCharacter(last);
  return `${firstCharacter(first)}${end}`.toUpperCase() || "?";
}

/** Returns the first character as people see it: 👩‍🚀 is a single one. */
function firstCharacter(word: string): string {
  for (const { segment } of new Intl.Segmenter().segment(word)) return segment;
  return "";
}
