import type { SourcePlace } from "../scene/scene.ts";

/** One element of a parsed file, without comments and processing instructions. */
export interface XmlElement {
  /** As written, including a prefix. */
  readonly name: string;
  readonly attributes: readonly XmlAttribute[];
  readonly children: readonly XmlElement[];
  /** The element's own text, with entities decoded, not trimmed, and without the text of its children. */
  readonly text: string;
  readonly source: XmlSource;
  /** Place of its `<`; both numbers count from 1. */
  readonly line: number;
  readonly column: number;
  /** Where its contents begin and end in `source.text`; below 0 for elements that are not in any file. */
  readonly innerStart: number;
  readonly innerEnd: number;
}

export interface XmlAttribute {
  readonly name: string;
  readonly value: string;
  readonly line: number;
  readonly column: number;
}

export interface XmlSource {
  readonly file: string;
  /**
   * The file as includes name it, relative to the first one: `model://box/model.sdf`, `parts/arm.sdf`. Left out for the
   * first file.
   */
  readonly uri?: string;
  readonly text: string;
}

/** Returns the base of relative URIs for parts that name files, unless it is the world's own folder. */
export function fromUri({ source }: XmlElement): { readonly fromUri?: string } {
  return source.uri === undefined ? {} : { fromUri: source.uri };
}

export function placeOf(element: XmlElement): SourcePlace {
  return { file: element.source.file, line: element.line, column: element.column };
}

export function placeOfAttribute(element: XmlElement, name: string): SourcePlace {
  const attribute = named(element.attributes, name);
  return attribute === undefined
    ? placeOf(element)
    : { file: element.source.file, line: attribute.line, column: attribute.column };
}

export function attributeOf(element: XmlElement, name: string): string | undefined {
  return named(element.attributes, name)?.value;
}

/** Returns the first child of that name. */
export function childOf(element: XmlElement, name: string): XmlElement | undefined {
  return named(element.children, name);
}

/**
 * Returns the first item of that name. Reading a file mostly consists of this; a closure per call would add a tenth to
 * its time.
 */
function named<T extends { readonly name: string }>(list: readonly T[], name: string): T | undefined {
  for (let i = 0; i < list.length; i++) if (list[i]!.name === name) return list[i];
  return undefined;
}

/** Returns the first child of that name, or an empty one, in which a reader finds its defaults. */
export function childOrEmpty(element: XmlElement, name: string): XmlElement {
  return (
    childOf(element, name) ?? { ...element, name, attributes: [], children: [], text: "", innerEnd: element.innerStart }
  );
}

export function childrenOf(element: XmlElement, name: string): XmlElement[] {
  return element.children.filter((child) => child.name === name);
}

/** Returns whether a name has a prefix: `gz:policies` belongs to a different program. */
export function hasPrefix(name: string): boolean {
  return name.includes(":");
}
