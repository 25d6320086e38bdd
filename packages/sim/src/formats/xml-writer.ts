import type { XmlElement } from "./xml.ts";

/**
 * Returns an element as text: on one line if it has no children, otherwise with one line per child, indented by two
 * more spaces. The contents of a plugin belong to its system and stay unchanged, including comments.
 */
export function writeXml(element: XmlElement, indent = ""): string {
  const parts: string[] = [];
  // Not recursive, because elements may be nested deeper than calls.
  const pending: (string | { readonly element: XmlElement; readonly indent: string })[] = [{ element, indent }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (typeof next === "string") {
      parts.push(next);
      continue;
    }
    const { name, attributes, children } = next.element;
    const text = next.element.text.trim();
    const start = `${next.indent}<${name}${attributes.map((one) => ` ${one.name}="${escapeAttribute(one.value)}"`).join("")}`;
    if (name === "plugin" && next.element.innerStart >= 0) {
      const inside = innerXml(next.element);
      parts.push(inside === "" ? `${start}/>\n` : `${start}>${inside}</${name}>\n`);
      continue;
    }
    if (children.length === 0) {
      parts.push(text === "" ? `${start}/>\n` : `${start}>${escapeText(text)}</${name}>\n`);
      continue;
    }
    const inside = `${next.indent}  `;
    parts.push(`${start}>\n`);
    if (text !== "") parts.push(`${inside}${escapeText(text)}\n`);
    pending.push(`${next.indent}</${name}>\n`);
    for (const child of children.toReversed()) pending.push({ element: child, indent: inside });
  }
  return parts.join("");
}

/** Returns the text between the start tag and the end tag, verbatim: comments, entities and CDATA as written. */
export function innerXml(element: XmlElement): string {
  if (element.innerStart < 0) return writeInside(element);
  return element.source.text.slice(element.innerStart, element.innerEnd);
}

/** Returns the text that `writeXml` writes between the tags of an element. */
function writeInside({ children, text }: XmlElement): string {
  const own = escapeText(text.trim());
  if (children.length === 0) return own;
  return `\n${own === "" ? "" : `${own}\n`}${children.map((child) => writeXml(child)).join("")}`;
}

function escapeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/**
 * Escapes an attribute. Readers turn line breaks and tabs into spaces unless they are written as character references.
 */
function escapeAttribute(value: string): string {
  return escapeText(value)
    .replaceAll('"', "&quot;")
    .replaceAll("\t", "&#9;")
    .replaceAll("\n", "&#10;")
    .replaceAll("\r", "&#13;");
}
