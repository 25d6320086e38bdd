import type { SourcePlace } from "../scene/scene.ts";

/** One element of a parsed file. Comments and processing instructions are gone. */
export interface XmlElement {
  /** As written, with its prefix. */
  readonly name: string;
  readonly attributes: readonly XmlAttribute[];
  readonly children: readonly XmlElement[];
  /** The element's own text, entities decoded, not trimmed; that of its children is not in it. */
  readonly text: string;
  readonly source: XmlSource;
  /** Place of its `<`; both numbers count from 1. */
  readonly line: number;
  readonly column: number;
  /** Where in `source.text` the inside begins and ends; below 0 for what was made and stands in no file. */
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
  /** How includes name the file, seen from the first one: `model://box/model.sdf`, `parts/arm.sdf`. Left out for the first one. */
  readonly uri?: string;
  readonly text: string;
}

/** For what names files: where relative URIs begin, other than in the world's own folder. */
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

/** Reading a file is little else than this: a closure for each call would be a tenth of the time. */
function named<T extends { readonly name: string }>(list: readonly T[], name: string): T | undefined {
  for (let i = 0; i < list.length; i++) if (list[i]!.name === name) return list[i];
  return undefined;
}

/** Returns the first child of that name, or one with nothing in it, so that a reader finds its defaults. */
export function childOrEmpty(element: XmlElement, name: string): XmlElement {
  return (
    childOf(element, name) ?? { ...element, name, attributes: [], children: [], text: "", innerEnd: element.innerStart }
  );
}

export function childrenOf(element: XmlElement, name: string): XmlElement[] {
  return element.children.filter((child) => child.name === name);
}

/** `gz:policies` is another program's business. */
export function hasPrefix(name: string): boolean {
  return name.includes(":");
}
