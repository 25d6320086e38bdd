import type { XmlElement } from "./xml.ts";

/** The `innerStart` of an element that is not in any file. */
const NO_TEXT = -1;

export interface NewElement {
  readonly attributes?: Readonly<Record<string, string>>;
  readonly children?: readonly XmlElement[];
  readonly text?: string;
}

/** Returns an element that is not in any file. Problems with it are reported at the position of `at`. */
export function makeElement(
  name: string,
  at: XmlElement,
  { attributes = {}, children = [], text = "" }: NewElement = {},
): XmlElement {
  const { source, line, column } = at;
  return {
    name,
    attributes: Object.entries(attributes).map(([key, value]) => ({ name: key, value, line, column })),
    children,
    text,
    source,
    line,
    column,
    innerStart: NO_TEXT,
    innerEnd: NO_TEXT,
  };
}

/** Returns an element with this text inside, verbatim. */
export function withInside(element: XmlElement, inside: string): XmlElement {
  const source = { file: element.source.file, text: inside };
  return { ...element, source, innerStart: 0, innerEnd: inside.length };
}

/** Returns the element with different children; its text inside is no longer in the file. */
export function withChildren(element: XmlElement, children: readonly XmlElement[]): XmlElement {
  return { ...element, children, innerStart: NO_TEXT, innerEnd: NO_TEXT };
}

/** Returns the element with one more child at the end, instead of the first child of that name if there is one. */
export function withChild(element: XmlElement, child: XmlElement): XmlElement {
  const first = element.children.findIndex((other) => other.name === child.name);
  const others = element.children.filter((_, i) => i !== first);
  return withChildren(element, [...others, child]);
}
