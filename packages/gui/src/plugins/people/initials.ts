/** One or two letters that stand for a name: "Ada Lovelace" is AL, "Guest 3" is G3, "ada" is A. */
export function initialsOf(name: string): string {
  const words = name.split(/[\s._-]+/).filter((word) => word !== "");
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word = "") => firstCharacter(word));
  return letters.join("").toUpperCase() || "?";
}

/** As people count them: 👩‍🚀 is one. */
function firstCharacter(word: string): string {
  for (const { segment } of new Intl.Segmenter().segment(word)) return segment;
  return "";
}
