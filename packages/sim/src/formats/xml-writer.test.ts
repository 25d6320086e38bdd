import { expect, test } from "vitest";
import { Problems } from "../scene/problem.ts";
import { makeElement, withChild } from "./xml-build.ts";
import { parseXml } from "./xml-reader.ts";
import { writeXml } from "./xml-writer.ts";
import type { XmlElement } from "./xml.ts";
import { innerXml } from "./xml-writer.ts";

const read = (text: string): XmlElement => parseXml(text, "a.xml", new Problems())!;

test("[XM9] what is written reads as the same elements", () => {
  const root = read('<a x="1 &lt; &quot;2&quot;&#10;"><b>tea &amp; <![CDATA[<milk>]]></b><c/> </a>');
  const text = writeXml(root);
  expect(text).toBe('<a x="1 &lt; &quot;2&quot;&#10;">\n  <b>tea &amp; &lt;milk&gt;</b>\n  <c/>\n</a>\n');
  expect(writeXml(read(text))).toBe(text);
});

test("[XM9] elements that stand in no file are written where they are read; others stay verbatim", () => {
  const root = read('<a d="1"><b><!-- kept --></b></a>');
  const changed = withChild(root, makeElement("c", root, { text: "new" }));
  expect(innerXml(changed).trim()).toBe("<b/>\n<c>new</c>");
  expect(innerXml(changed.children[0]!)).toBe("<!-- kept -->");
  expect(writeXml(withChild(changed, makeElement("b", root)))).toBe('<a d="1">\n  <c>new</c>\n  <b/>\n</a>\n');
});

test("[XM9] depth costs no stack", () => {
  const deep = read("<a>".repeat(9000) + "</a>".repeat(9000));
  expect(writeXml(deep).length).toBeGreaterThan(9000 * 9000);
});
