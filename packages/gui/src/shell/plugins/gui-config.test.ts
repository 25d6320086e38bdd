import { expect, test } from "vitest";
import { readGuiConfig } from "./gui-config.ts";

test("[GU11] a GUI config file names plugins, panels, a layout and a theme", () => {
  const config = { plugins: ["scene", "mine"], panels: ["scene"], theme: "light", layout: { grid: {}, panels: {} } };
  expect(readGuiConfig(JSON.stringify(config))).toEqual(config);
  expect(readGuiConfig("{}")).toEqual({});
});

test.each([
  ["[]", "the file is not an object"],
  ['{"panel": []}', '"panel" is not known; known are plugins, panels, layout, theme'],
  ['{"panels": "scene"}', '"panels" cannot be "scene"'],
  ['{"theme": "pink"}', '"theme" cannot be "pink"'],
  ['{"layout": {}}', '"layout" cannot be {}'],
])("[GU11] %s is refused, and it is told why", (text, reason) => {
  expect(() => readGuiConfig(text)).toThrow(reason);
});
