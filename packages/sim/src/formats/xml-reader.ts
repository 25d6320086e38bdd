import { Problems } from "../scene/problem.ts";
import type { SourcePlace } from "../scene/scene.ts";
import { decodeEntities } from "./xml-entities.ts";
import { blanksEnd, nameAt } from "./xml-words.ts";
import type { XmlAttribute, XmlElement, XmlSource } from "./xml.ts";

/** Largest depth of elements; a deeper file is refused. */
export const MAX_XML_DEPTH = 10_000;

/** Largest number of attributes of one element; each is compared with those before it. */
const MAX_ATTRIBUTES = 1_000;

/**
 * Returns the root element of a file. As tolerant as the readers that robotics files were written for: accepts `--` in
 * comments, undeclared prefixes, spaces or stray text before the root, a lone `&`. Anything else is an error with its
 * line, and the result is `undefined`. Entities declared in a DOCTYPE are not expanded, so a small file never becomes a
 * large one.
 */
export function parseXml(text: string, file: string, problems: Problems, uri?: string): XmlElement | undefined {
  const found = new Problems();
  const reader = new XmlReader({ file, text, ...(uri === undefined ? {} : { uri }) }, found);
  const root = reader.read();
  if (root === undefined && reader.stray !== undefined) {
    // The file is prose or JSON, so errors in its tags are irrelevant.
    problems.error("xml-syntax", "this is no SDF file", reader.stray, "an SDF file begins with <");
    return undefined;
  }
  for (const { severity, code, message, where, hint } of found.list) {
    if (severity === "error") problems.error(code, message, where, hint);
    else problems.warn(code, message, where, hint);
  }
  return root;
}

/** An element whose end tag has not been read yet. */
interface OpenElement extends XmlElement {
  readonly children: XmlElement[];
  text: string;
  innerEnd: number;
}

/** Reads the text once, from `#at` to the end. Open elements are on its own stack, not on the call stack. */
class XmlReader {
  /** The place of text before the root element. */
  stray: SourcePlace | undefined;
  readonly #source: XmlSource;
  readonly #problems: Problems;
  readonly #open: OpenElement[] = [];
  readonly #roots: XmlElement[] = [];
  #at = 0;
  #failed = false;
  #line = 1;
  #lineStart = 0;
  #nextBreak: number;

  constructor(source: XmlSource, problems: Problems) {
    this.#source = source;
    this.#problems = problems;
    this.#nextBreak = source.text.indexOf("\n");
  }

  read(): XmlElement | undefined {
    const { text } = this.#source;
    while (this.#at < text.length && !this.#failed) {
      const tag = text.indexOf("<", this.#at);
      this.#readText(tag < 0 ? text.length : tag);
      if (tag < 0 || this.#failed) break;
      if (text.startsWith("<!--", tag)) this.#skipPast("-->", tag + 4, "comment");
      else if (text.startsWith("<![CDATA[", tag)) this.#readCdata(tag);
      else if (text.startsWith("<?", tag)) this.#skipPast("?>", tag + 2, "processing instruction");
      else if (text.startsWith("<!", tag)) this.#skipDoctype(tag);
      else if (text.startsWith("</", tag)) this.#readEndTag(tag);
      else this.#readStartTag(tag);
    }
    if (this.#failed) return undefined;
    const unclosed = this.#open.at(-1);
    if (unclosed !== undefined) {
      const where = { file: this.#source.file, line: unclosed.line, column: unclosed.column };
      this.#problems.error("xml-syntax", `<${unclosed.name}> is never closed`, where, `add </${unclosed.name}>`);
      return undefined;
    }
    if (this.#roots.length === 0) {
      const hint = text.trim() === "" ? "the file is empty" : "the file holds no element";
      this.#problems.error("xml-syntax", "there is no root element", this.#place(0), hint);
    }
    return this.#roots.find(({ name }) => ROOTS.includes(name)) ?? this.#roots[0];
  }

  #readText(end: number): void {
    const start = this.#at;
    this.#at = end;
    if (end === start) return;
    const open = this.#open.at(-1);
    const raw = this.#source.text.slice(start, end);
    if (open !== undefined) {
      const decoded = this.#decode(raw, start);
      open.text += decoded.includes("\r") ? decoded.replaceAll("\r\n", "\n") : decoded;
      return;
    }
    const stray = raw.search(/\S/);
    if (stray < 0) return;
    if (this.#roots.length > 0) return this.#fail("text after the root element", start + stray, "remove it");
    const where = this.#place(start + stray);
    this.stray ??= where;
    this.#problems.warn("xml-syntax", "text before the root element", where, "remove it");
  }

  #readCdata(tag: number): void {
    const end = this.#source.text.indexOf("]]>", tag + 9);
    const open = this.#open.at(-1);
    if (end < 0) return this.#fail("<![CDATA[ is never closed", tag, "add ]]>");
    if (open === undefined) return this.#fail("<![CDATA[ outside the root element", tag);
    open.text += this.#source.text.slice(tag + 9, end);
    this.#at = end + 3;
  }

  #skipPast(closing: string, from: number, what: string): void {
    const end = this.#source.text.indexOf(closing, from);
    if (end < 0) this.#fail(`a ${what} is never closed`, this.#at, `add ${closing}`);
    else this.#at = end + closing.length;
  }

  /**
   * Skips a DOCTYPE, `<!ELEMENT …>` and the like. An internal subset in [ ] may contain `>`, and so may quoted strings
   * in it.
   */
  #skipDoctype(tag: number): void {
    const delimiter = /["'[\]>]/g;
    const { text } = this.#source;
    let brackets = 0;
    delimiter.lastIndex = tag + 2;
    for (let found = delimiter.exec(text); found !== null; found = delimiter.exec(text)) {
      const character = found[0];
      if (character === "[") brackets++;
      else if (character === "]") brackets--;
      else if (character === ">") {
        if (brackets <= 0) {
          this.#at = delimiter.lastIndex;
          return;
        }
      } else {
        const close = text.indexOf(character, delimiter.lastIndex);
        if (close < 0) break;
        delimiter.lastIndex = close + 1;
      }
    }
    this.#fail("<! is never closed", tag, "add >");
  }

  #readEndTag(tag: number): void {
    const { text } = this.#source;
    const end = text.indexOf(">", tag);
    if (end < 0) return this.#fail("an end tag is never closed", tag, "add >");
    const name = text.slice(tag + 2, end).trim();
    const open = this.#open.pop();
    if (open === undefined) return this.#fail(`</${shorten(name)}> closes nothing`, tag, "remove it");
    if (open.name !== name) {
      const hint = `<${open.name}> was opened in line ${open.line}`;
      return this.#fail(`</${shorten(name)}> where </${open.name}> was expected`, tag, hint);
    }
    this.#at = end + 1;
    this.#finish(open, tag);
  }

  #readStartTag(tag: number): void {
    const { text } = this.#source;
    this.#at = tag + 1;
    this.#skipBlanks();
    const at = this.#at;
    const name = nameAt(text, at);
    if (name === "") return this.#fail("< begins no element", tag, "write &lt; for the character itself");
    const { line, column } = this.#place(tag);
    if (at > tag + 1) {
      this.#problems.warn(
        "xml-syntax",
        `a blank between < and ${name}`,
        { file: this.#source.file, line, column },
        "remove it",
      );
    }
    this.#at = at + name.length;
    const attributes: XmlAttribute[] = [];
    for (;;) {
      const before = this.#at;
      this.#skipBlanks();
      if (text.startsWith("/>", this.#at) || text[this.#at] === ">") break;
      if (this.#at >= text.length) return this.#fail(`the tag <${name}> is never closed`, tag, "add >");
      if (before === this.#at && attributes.length === 0)
        return this.#fail(`<${name} is followed by ${quoted(text[before])}`, before);
      this.#readAttribute(attributes, name);
      if (this.#failed) return;
    }
    if (this.#roots.length === 1 && this.#open.length === 0) {
      const hint = `everything belongs inside <${this.#roots[0]!.name}>`;
      this.#problems.warn("xml-syntax", `a second root element <${name}>`, this.#place(tag), hint);
    }
    if (this.#open.length >= MAX_XML_DEPTH) return this.#fail(`elements more than ${MAX_XML_DEPTH} levels deep`, tag);
    const isEmpty = text[this.#at] === "/";
    this.#at += isEmpty ? 2 : 1;
    const open: OpenElement = {
      name,
      attributes,
      children: [],
      text: "",
      source: this.#source,
      line,
      column,
      innerStart: this.#at,
      innerEnd: -1,
    };
    if (isEmpty) this.#finish(open, this.#at);
    else this.#open.push(open);
  }

  #readAttribute(attributes: XmlAttribute[], element: string): void {
    const { text } = this.#source;
    const start = this.#at;
    const { line, column } = this.#place(start);
    const name = nameAt(text, start);
    if (name === "")
      return this.#fail(`${quoted(text[start])} in the tag <${element}>`, start, 'attributes are name="value"');
    this.#at += name.length;
    this.#skipBlanks();
    if (text[this.#at] !== "=") return this.#fail(`attribute "${name}" has no value`, start, `write ${name}="…"`);
    this.#at++;
    this.#skipBlanks();
    const quote = text[this.#at];
    if (quote !== '"' && quote !== "'")
      return this.#fail(`the value of "${name}" is not in quotes`, this.#at, `write ${name}="…"`);
    const end = text.indexOf(quote, this.#at + 1);
    if (end < 0) return this.#fail(`the value of "${name}" has no closing quote`, this.#at, `add ${quote}`);
    const value = this.#decode(text.slice(this.#at + 1, end), this.#at + 1);
    this.#at = end + 1;
    if (attributes.length >= MAX_ATTRIBUTES)
      this.#fail(`<${element}> has more than ${MAX_ATTRIBUTES} attributes`, start);
    else if (attributes.some((other) => other.name === name)) {
      this.#fail(`attribute "${name}" is given twice`, start, "remove one of them");
    } else {
      attributes.push({ name, value, line, column });
    }
  }

  #finish(open: OpenElement, innerEnd: number): void {
    open.innerEnd = innerEnd;
    const parent = this.#open.at(-1);
    if (parent === undefined) this.#roots.push(open);
    else parent.children.push(open);
  }

  #decode(raw: string, offset: number): string {
    if (!raw.includes("&")) return raw;
    return decodeEntities(raw, (at, entity) => {
      const message = entity === "" ? "& begins no entity" : `unknown entity &${entity};`;
      this.#problems.warn("unknown-entity", message, this.#place(offset + at), "write &amp; for the character itself");
    });
  }

  #skipBlanks(): void {
    this.#at = blanksEnd(this.#source.text, this.#at);
  }

  #fail(message: string, at: number, hint = ""): void {
    this.#failed = true;
    this.#problems.error("xml-syntax", message, this.#place(at), hint);
  }

  /**
   * Returns the place of an offset. Offsets almost always increase, so the line is carried along; only errors go back,
   * which starts over.
   */
  #place(at: number): SourcePlace {
    if (at < this.#lineStart) {
      this.#line = 1;
      this.#lineStart = 0;
      this.#nextBreak = this.#source.text.indexOf("\n");
    }
    while (this.#nextBreak >= 0 && this.#nextBreak < at) {
      this.#line++;
      this.#lineStart = this.#nextBreak + 1;
      this.#nextBreak = this.#source.text.indexOf("\n", this.#lineStart);
    }
    return { file: this.#source.file, line: this.#line, column: at - this.#lineStart + 1 };
  }
}

/** If a file has several root elements, the first of these counts. */
const ROOTS = ["sdf", "robot"];

function quoted(character: string | undefined): string {
  return character === undefined ? "the end of the file" : `"${character}"`;
}

function shorten(name: string): string {
  return name.length > 40 ? `${name.slice(0, 40)}…` : name;
}
