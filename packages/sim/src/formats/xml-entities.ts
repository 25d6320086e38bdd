/**
 * Replaces `&lt;` and the like. Calls `onUnknown` for an `&` that does not begin a known entity; it stays as written.
 */
export function decodeEntities(raw: string, onUnknown: (offset: number, entity: string) => void): string {
  let ampersand = raw.indexOf("&");
  if (ampersand < 0) return raw;
  let decoded = "";
  let from = 0;
  while (ampersand >= 0) {
    const entity = entityAt(raw, ampersand);
    const replacement = entity === undefined ? undefined : replacementOf(entity);
    decoded += raw.slice(from, ampersand);
    if (entity === undefined || replacement === undefined) {
      onUnknown(ampersand, entity ?? "");
      decoded += "&";
      from = ampersand + 1;
    } else {
      decoded += replacement;
      from = ampersand + entity.length + 2;
    }
    ampersand = raw.indexOf("&", from);
  }
  return decoded + raw.slice(from);
}

const PREDEFINED: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

/** Longer than any name worth reporting. Bounds the look-ahead, so that a text of nothing but `&` takes linear time. */
const LONGEST_ENTITY = 64;

function entityAt(raw: string, ampersand: number): string | undefined {
  const end = raw.slice(ampersand + 1, ampersand + LONGEST_ENTITY).search(/[^\w#.-]/);
  return end > 0 && raw[ampersand + 1 + end] === ";" ? raw.slice(ampersand + 1, ampersand + 1 + end) : undefined;
}

function replacementOf(entity: string): string | undefined {
  if (!entity.startsWith("#")) return Object.hasOwn(PREDEFINED, entity) ? PREDEFINED[entity] : undefined;
  const digits = entity.slice(1);
  const code = /^x[0-9a-fA-F]+$/.test(digits)
    ? Number.parseInt(digits.slice(1), 16)
    : /^[0-9]+$/.test(digits)
      ? Number.parseInt(digits, 10)
      : 0;
  const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
  return isCharacter ? String.fromCodePoint(code) : undefined;
}
