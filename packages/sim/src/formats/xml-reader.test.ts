import { expect, test } from "vitest";
import { formatProblem, Problems } from "../scene/problem.ts";
import { MAX_XML_DEPTH, parseXml } from "./xml-reader.ts";
import { attributeOf, childOf, childrenOf, placeOf, placeOfAttribute, type XmlElement } from "./xml.ts";
import { innerXml } from "./xml-writer.ts";

function read(text: string): { root: XmlElement | undefined; problems: string[] } {
  const problems = new Problems();
  const root = parseXml(text, "a.xml", problems);
  return { root, problems: problems.list.map(formatProblem) };
}

function readWell(text: string): XmlElement {
  const { root, problems } = read(text);
  expect(problems).toEqual([]);
  return root!;
}

test("[XM1] elements have attributes, their own text and children, each with line and column", () => {
  const root = readWell('<?xml version="1.0"?>\n<a x="1"\n   y=\'2\'>one<b/>two\n  <b>three</b></a>');
  expect(root.name).toBe("a");
  expect(attributeOf(root, "y")).toBe("2");
  expect(root.text).toBe("onetwo\n  ");
  expect(placeOf(root)).toEqual({ file: "a.xml", line: 2, column: 1 });
  expect(placeOfAttribute(root, "y")).toEqual({ file: "a.xml", line: 3, column: 4 });
  expect(childrenOf(root, "b").map(placeOf)).toEqual([
    { file: "a.xml", line: 3, column: 13 },
    { file: "a.xml", line: 4, column: 3 },
  ]);
  expect(childOf(root, "b")?.text).toBe("");
});

test("[XM1] lines that end in CR LF count once and read as LF", () => {
  const root = readWell("<a>\r\n<b>x\r\ny</b>\r\n</a>");
  expect(root.children[0]).toMatchObject({ line: 2, column: 1, text: "x\ny" });
});

test("[XM2] comments (also with --), processing instructions and a DOCTYPE leave no trace; CDATA is text", () => {
  const root = readWell(
    '<!DOCTYPE a [ <!ENTITY e "]>"> <!-- > --> ]>\n<!-- one -- two --><a><!-- <b/> --><?php > ?>x<![CDATA[<&]]>y</a><!-- end -->',
  );
  expect(root.text).toBe("x<&y");
  expect(root.children).toEqual([]);
});

test("[XM3] the predefined and numeric entities are decoded, in text and in attributes", () => {
  const root = readWell('<a t="&quot;&#65;&#x42;&quot;">&lt;&amp;&gt;&apos;&#x1F916;</a>');
  expect(attributeOf(root, "t")).toBe('"AB"');
  expect(root.text).toBe("<&>'🤖");
});

test("[XM3] an entity that a DOCTYPE declares is not expanded: it stays as written, with a warning", () => {
  const bomb = '<!DOCTYPE a [<!ENTITY b "bb"><!ENTITY c "&b;&b;&b;">]>\n<a>&c;</a>';
  const { root, problems } = read(bomb);
  expect(root?.text).toBe("&c;");
  expect(problems).toEqual(["a.xml:2:4: warning: unknown entity &c; (write &amp; for the character itself)"]);
});

test.each(["&#0;", "&#xD800;", "&#x110000;", "&#x;", "&#12a;", "& ", "&"])(
  "[XM3] %j is no entity and stays as written",
  (text) => {
    const { root, problems } = read(`<a>${text}</a>`);
    expect(root?.text).toBe(text);
    expect(problems).toHaveLength(1);
  },
);

test("[XM4] blanks before the declaration, undeclared prefixes, < in attributes and odd names are fine", () => {
  const root = readWell(' \n<?xml version="1.0"?><a gz:b="1<2"><gz:c.d-e/><größe/></a>');
  expect(root.children.map((child) => child.name)).toEqual(["gz:c.d-e", "größe"]);
  expect(attributeOf(root, "gz:b")).toBe("1<2");
});

test("[XM4] stray text before the root and a blank after < are warnings", () => {
  const { root, problems } = read('?xml version="1.0"?>\n< a b="1"/>');
  expect(attributeOf(root!, "b")).toBe("1");
  expect(problems).toEqual([
    "a.xml:1:1: warning: text before the root element (remove it)",
    "a.xml:2:1: warning: a blank between < and a (remove it)",
  ]);
});

test("[XM4] of several root elements that of SDF or URDF counts, with a warning", () => {
  const { root, problems } = read("<a/>\n<sdf><b/></sdf><sdf/>");
  expect(root).toMatchObject({ name: "sdf", children: [{ name: "b" }] });
  expect(problems).toEqual(["a.xml:2:1: warning: a second root element <sdf> (everything belongs inside <a>)"]);
});

test.each([
  ["", "a.xml:1:1: error: there is no root element (the file is empty)"],
  ["<!-- nothing -->", "a.xml:1:1: error: there is no root element (the file holds no element)"],
  ["<a>\n  <b>\n</a>", "a.xml:3:1: error: </a> where </b> was expected (<b> was opened in line 2)"],
  ["<a>\n  <b></b>", "a.xml:1:1: error: <a> is never closed (add </a>)"],
  ["<a/></b>", "a.xml:1:5: error: </b> closes nothing (remove it)"],
  ['<a b="1" b="2"/>', 'a.xml:1:10: error: attribute "b" is given twice (remove one of them)'],
  ["<a/>\nx", "a.xml:2:1: error: text after the root element (remove it)"],
  ["<a>1 < 2</a>", "a.xml:1:6: error: < begins no element (write &lt; for the character itself)"],
  ["<a b></a>", 'a.xml:1:4: error: attribute "b" has no value (write b="…")'],
  ["<a b=1/>", 'a.xml:1:6: error: the value of "b" is not in quotes (write b="…")'],
  ['<a b="1/>', 'a.xml:1:6: error: the value of "b" has no closing quote (add ")'],
  ["<a =''/>", 'a.xml:1:4: error: "=" in the tag <a> (attributes are name="value")'],
  ["<a", "a.xml:1:1: error: the tag <a> is never closed (add >)"],
  ["<a></a", "a.xml:1:4: error: an end tag is never closed (add >)"],
  ["<a><!-- b</a>", "a.xml:1:4: error: a comment is never closed (add -->)"],
  ["<a><![CDATA[ b</a>", "a.xml:1:4: error: <![CDATA[ is never closed (add ]]>)"],
  ['\n{ "a": 1 }', "a.xml:2:1: error: this is no SDF file (an SDF file begins with <)"],
  ["\uFEFF<!-- --># Read me\n<a/>\nx", "a.xml:1:10: error: this is no SDF file (an SDF file begins with <)"],
  ["<!DOCTYPE a [<a/>", "a.xml:1:1: error: <! is never closed (add >)"],
])("[XM5] %j is one error with its place and what to do", (text, problem) => {
  expect(read(text)).toEqual({ root: undefined, problems: [problem] });
});

test("[XM6] elements may be 10,000 deep, not deeper", () => {
  const nested = (depth: number): string => "<a>".repeat(depth) + "</a>".repeat(depth);
  expect(readWell(nested(MAX_XML_DEPTH)).children).toHaveLength(1);
  expect(read(nested(MAX_XML_DEPTH + 1)).problems).toEqual([
    `a.xml:1:${3 * MAX_XML_DEPTH + 1}: error: elements more than 10000 levels deep`,
  ]);
  expect(read("<a>".repeat(300_000)).root).toBeUndefined();
});

// Each would take minutes if the reader scanned the text again for every `&`, `<` or line.
test.each([
  ["ampersands", "&".repeat(300_000)],
  ["long names", `<b${"b".repeat(300_000)}/>`],
  ["lines", "\n&\n".repeat(100_000)],
  ["elements", "<b/>\n".repeat(100_000)],
  ["comments", "<!-- -->".repeat(100_000)],
])("[XM6] time grows with the length of the file only: %s", (_, inside) => {
  expect(read(`<a>${inside}</a>`).root?.name).toBe("a");
});

test("[XM6] an element with more than 1,000 attributes is refused", () => {
  const attributes = Array.from({ length: 1001 }, (_, i) => `a${i}=""`).join(" ");
  expect(read(`<a ${attributes}/>`).problems[0]).toContain("more than 1000 attributes");
});

test("[XM8] innerXml gives what is inside an element verbatim", () => {
  const inside = '\n  <topic a = "1">x &amp; y</topic><!-- kept -->\n  <![CDATA[<z>]]> ';
  const root = readWell(`<a><plugin name="p">${inside}</plugin><plugin/></a>`);
  expect(root.children.map(innerXml)).toEqual([inside, ""]);
});
