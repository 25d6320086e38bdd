import { expect, test } from "vitest";
import { innerXmlOf, paramRows, pluginOf } from "./system-params.ts";

const declared = [
  { element: "topic", initial: "cmd_vel", doc: "where commands come from" },
  { element: "pid", initial: "", doc: "gains" },
];

test("[PN5] parameters are those of the file, nested ones by their path, then the defaults of the others", () => {
  expect(paramRows("<pid><p>10</p><i>0.1</i></pid>", declared)).toEqual([
    { element: "pid/p", value: "10", doc: "gains", isDefault: false },
    { element: "pid/i", value: "0.1", doc: "gains", isDefault: false },
    { element: "topic", value: "cmd_vel", doc: "where commands come from", isDefault: true },
  ]);
  expect(paramRows("<broken", [])).toEqual([]);
});

test("[PN5] what was typed becomes a plugin that reads back; what was left empty has its default", () => {
  const xml = innerXmlOf([
    { element: "topic", value: " a<b & c " },
    { element: "pid", value: "" },
  ]);
  expect(innerXmlOf([{ element: "pid", value: "<p>1</p>" }])).toBe("<pid><p>1</p></pid>");
  expect(xml).toBe("<topic>a&lt;b &amp; c</topic>");
  expect(paramRows(xml, [])).toMatchObject([{ element: "topic", value: "a<b & c" }]);
});

test("[PN5] a system's plugin is found by its name or any alias, the second of that name as the second", () => {
  const available = [{ name: "physics", aliases: ["gz::sim::systems::Physics"] }];
  const first = { name: "gz::sim::systems::Physics", filename: "x", innerXml: "<a/>" };
  const second = { name: "physics", filename: "", innerXml: "<b/>" };
  const plugins = [first, { name: "other", filename: "", innerXml: "" }, second];
  expect(pluginOf({ name: "physics", nth: 0 }, plugins, available)).toBe(first);
  expect(pluginOf({ name: "physics", nth: 1 }, plugins, available)).toBe(second);
  // While the page has no copy of the world, the name has to do.
  expect(pluginOf({ name: "physics", nth: 0 }, [], available)).toEqual({ name: "physics", filename: "", innerXml: "" });
});
