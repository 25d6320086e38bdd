/**
 * Replaces the texts of the innermost elements of some XML, keeping the whitespace around each. Scans the text once,
 * because it may come from a client: a regular expression that pairs tags takes time in proportion to the square of the
 * whitespace.
 */
export function changeTexts(xml: string, change: (tag: string, text: string) => string): string {
  const pieces = xml.split("<");
  for (let i = 1; i + 1 < pieces.length; i++) {
    const piece = pieces[i]!;
    const end = piece.indexOf(">");
    const tag = /^[\w:.-]+/.exec(piece)?.[0] ?? "";
    if (tag === "" || end < 0 || piece.includes(">", end + 1)) continue;
    const isOpening = end === tag.length || /\s/.test(piece[tag.length]!);
    if (!isOpening || !closes(pieces[i + 1]!, tag)) continue;
    const text = piece.slice(end + 1);
    const inner = text.trim();
    const changed = change(tag, inner);
    if (changed === inner) continue;
    const start = text.length - text.trimStart().length;
    pieces[i] = `${piece.slice(0, end + 1)}${text.slice(0, start)}${changed}${text.slice(start + inner.length)}`;
  }
  return pieces.join("<");
}

/** Returns whether the text after a `<` is the end tag of an element. */
function closes(piece: string, tag: string): boolean {
  if (!piece.startsWith(`/${tag}`)) return false;
  const end = piece.indexOf(">");
  return end >= 0 && piece.slice(tag.length + 1, end).trim() === "";
}
