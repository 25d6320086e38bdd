/** Texts whose repetition may be slow for expressions for names, numbers, tags, paths and lists. */
const PUMPS = [
  " ",
  "\t",
  "\n",
  "0",
  "1.",
  "a",
  "A_",
  "é",
  "😀",
  "&",
  "&amp;",
  "&#x41;",
  "<",
  ">",
  "<a ",
  "<a>",
  "</a>",
  "<model ",
  "<model name='",
  "<!--",
  "-->",
  "<![CDATA[",
  "]]>",
  "name = ",
  "'",
  '"',
  "\\",
  "/",
  "../",
  "%2e",
  "::",
  ":",
  "~",
  "@",
  "#1",
  ".",
  "-",
  "+1e",
  "1 ",
  "inf ",
  "nan,",
  "{",
  "[",
  "(",
  "$(",
  "model://",
  "file://",
  "https://fuel.",
  "data:;base64,",
  "__",
  "Gazebo/",
  "\u202e",
  "\0",
  "\x1b[2J",
] as const;

const STARTS = ["", "<", "<a>", "a", "1", " ", "/", "<model name='x'>", "model://a/", "__", "::"] as const;
const ENDS = ["", "!", "x", " ", "\u0001", "</a>", ">", "__", "'", "Glow"] as const;

/** Returns the `i`-th of a series of texts made to cause backtracking; each has about `length` characters. */
export function hostileText(i: number, length: number): string {
  const pick = <T>(list: readonly T[], salt: number): T => list[Math.floor(i * salt) % list.length]!;
  const pump = pick(PUMPS, 1);
  const other = pick(PUMPS, 1 / PUMPS.length);
  const start = pick(STARTS, 0.37);
  const end = pick(ENDS, 0.61);
  // One piece repeatedly, two alternately, or first one and then the other.
  const times = (text: string, characters: number): string => text.repeat(Math.ceil(characters / text.length));
  const middle = [
    () => times(pump, length),
    () => times(pump + other, length),
    () => times(pump, length / 2) + times(other, length / 2),
  ];
  return start + middle[i % 3]!() + end;
}
