import type { Rng } from "@orrery/sim";

/** Returns a file broken in one of the usual or malicious ways. The same random stream gives the same file. */
export function mutate(bytes: Uint8Array, rng: Rng): { readonly how: string; readonly bytes: Uint8Array } {
  const [how, change] = MUTATIONS[rng.int(MUTATIONS.length)]!;
  const changed = change(new TextDecoder().decode(bytes), rng);
  return { how, bytes: typeof changed === "string" ? new TextEncoder().encode(changed) : changed };
}

type Mutation = (text: string, rng: Rng) => string | Uint8Array;

const MUTATIONS: readonly (readonly [string, Mutation])[] = [
  ["cut off", (text, rng) => text.slice(0, rng.int(text.length))],
  ["a piece missing", (text, rng) => splice(text, rng, rng.int(200) + 1, "")],
  ["a piece repeated", (text, rng) => repeated(text, rng)],
  ["tags exchanged", (text, rng) => exchanged(text, rng)],
  ["a tag renamed", (text, rng) => text.replace(nth(/<[a-z_]+/g, text, rng), `<${pick(TAGS, rng)}`)],
  ["a number out of bounds", (text, rng) => replaceAt(text, nthMatch(/-?\d+(\.\d+)?/g, text, rng), pick(NUMBERS, rng))],
  ["a value of another kind", (text, rng) => replaceAt(text, nthMatch(/"[^"]*"/g, text, rng), `"${pick(WORDS, rng)}"`)],
  [
    "a name as long as a book",
    (text, rng) => replaceAt(text, nthMatch(/name="[^"]*"/g, text, rng), `name="${"n".repeat(1e6)}"`),
  ],
  ["elements deep inside each other", (text, rng) => insert(text, rng, "<a>".repeat(20_000))],
  [
    "models deep inside each other",
    (text, rng) => insert(text, rng, nested('<model name="m"><link name="l"/>', "</model>", 300)),
  ],
  ["a hundred thousand siblings", (text, rng) => insert(text, rng, pick(SIBLINGS, rng).repeat(100_000))],
  [
    "two thousand attributes",
    (text, rng) => text.replace(nth(/<[a-z_]+/g, text, rng), (tag) => `${tag}${attributes(2000)}`),
  ],
  ["a bomb of entities", (text) => `${BOMB}${text.replace(/<\?xml[^>]*\?>/, "").replace(/name="/, 'name="&z;')}`],
  ["a file that includes itself", (text, rng) => insert(text, rng, `<include><uri>${pick(SELF, rng)}</uri></include>`)],
  ["frames in circles", (text, rng) => insert(text, rng, circle(2 + rng.int(200)))],
  ["bytes that are no text", (text, rng) => withBadBytes(text, rng)],
  [
    "characters that have no business there",
    (text, rng) => insert(text, rng, pick(["\0", "\u0001", "\r", "\u2028", "\uFEFF", "&#0;", "]]>"], rng)),
  ],
];

const TAGS = [
  "model",
  "link",
  "joint",
  "world",
  "include",
  "pose",
  "geometry",
  "robot",
  "sdf",
  "visual",
  "frame",
  "axis",
];
const NUMBERS = [
  "1e400",
  "-1e308",
  "nan",
  "-inf",
  "9".repeat(100_000),
  `0.${"0".repeat(50_000)}1`,
  "0x7fffffffffffffff",
  "--1",
  "1e-320",
];
const WORDS = [
  "",
  "__model__",
  "world",
  "a::b::c",
  "::",
  "../../../../etc/passwd",
  "\u{1F916}",
  "-0",
  "1.99",
  "__proto__",
  "constructor",
];
const SIBLINGS = ["<x/>", '<frame name="f"/>', '<link name="l"/>', "<plugin/>", "<!---->"];
const SELF = ["self.sdf", "model://self", "file://self.sdf", "", "https://example.org/x"];
const BOMB = `<!DOCTYPE a [<!ENTITY a "${"x".repeat(1000)}">${Array.from({ length: 25 }, (_, i) => `<!ENTITY ${letter(i + 1)} "${`&${letter(i)};`.repeat(10)}">`).join("")}]>`;

function letter(i: number): string {
  return String.fromCharCode("a".charCodeAt(0) + i);
}

function pick<T>(list: readonly T[], rng: Rng): T {
  return list[rng.int(list.length)]!;
}

function insert(text: string, rng: Rng, piece: string): string {
  // Between two tags, where it is parsed rather than refused.
  const at = nthMatch(/>\s*</g, text, rng);
  return at === undefined ? text + piece : `${text.slice(0, at.index + 1)}${piece}${text.slice(at.index + 1)}`;
}

function splice(text: string, rng: Rng, length: number, piece: string): string {
  const at = rng.int(text.length);
  return text.slice(0, at) + piece + text.slice(at + length);
}

function repeated(text: string, rng: Rng): string {
  const at = rng.int(text.length);
  const piece = text.slice(at, at + 1 + rng.int(500));
  return text.slice(0, at) + piece.repeat(2 + rng.int(50)) + text.slice(at);
}

function exchanged(text: string, rng: Rng): string {
  const first = nth(/<\/?[a-z_]+[^>]*>/g, text, rng);
  const second = nth(/<\/?[a-z_]+[^>]*>/g, text, rng);
  return text
    .replace(first, "\u0000")
    .replace(second, () => first)
    .replace("\u0000", () => second);
}

function nested(open: string, close: string, depth: number): string {
  return open.repeat(depth) + close.repeat(depth);
}

function attributes(count: number): string {
  return Array.from({ length: count }, (_, i) => ` a${i}="${i}"`).join("");
}

function circle(count: number): string {
  const frame = (i: number): string => `<frame name="f${i}" attached_to="f${(i + 1) % count}"/>`;
  return Array.from({ length: count }, (_, i) => frame(i)).join("");
}

function withBadBytes(text: string, rng: Rng): Uint8Array {
  const bytes = new TextEncoder().encode(text);
  for (let i = 0; i < 1 + rng.int(20); i++) bytes[rng.int(bytes.length)] = 0x80 + rng.int(0x80);
  return bytes;
}

function nthMatch(pattern: RegExp, text: string, rng: Rng): (RegExpMatchArray & { index: number }) | undefined {
  const all = [...text.matchAll(pattern)];
  return all.length === 0 ? undefined : all[rng.int(all.length)];
}

/** Returns the text of a match, for `replace`; a text that does not occur if there is no match. */
function nth(pattern: RegExp, text: string, rng: Rng): string {
  return nthMatch(pattern, text, rng)?.[0] ?? "\u0000";
}

function replaceAt(text: string, at: (RegExpMatchArray & { index: number }) | undefined, piece: string): string {
  return at === undefined ? text : text.slice(0, at.index) + piece + text.slice(at.index + at[0].length);
}
