/** Texts of cells without a value, in small letters. */
const NOTHING = new Set(["", "-", "--", "na", "n/a", "#n/a", "null", "none", "nil", "nat", "?"]);

const WORDS: Readonly<Record<string, number>> = {
  true: 1,
  false: 0,
  nan: NaN,
  "-nan": NaN,
  inf: Infinity,
  "+inf": Infinity,
  "-inf": -Infinity,
  infinity: Infinity,
  "+infinity": Infinity,
  "-infinity": -Infinity,
};

/** Returns the number in a cell without blanks around it; undefined when the cell means that there is none. */
export function parseCell(cell: string, decimal: "." | ","): number | undefined | "not a number" {
  if (cell === "") return undefined;
  const value = Number(decimal === "," ? withPoint(cell) : cell);
  if (!Number.isNaN(value)) return value;
  const word = cell.toLowerCase();
  if (Object.hasOwn(WORDS, word)) return WORDS[word]!;
  return NOTHING.has(word) ? undefined : "not a number";
}

/** Replaces a decimal comma; points may only be between groups of three digits. */
function withPoint(cell: string): string {
  if (!cell.includes(".")) return cell.replace(",", ".");
  const isGrouped = /^[+-]?\d{1,3}(?:\.\d{3})+(?:,\d*)?$/.test(cell);
  return isGrouped ? cell.replaceAll(".", "").replace(",", ".") : "not a number";
}
