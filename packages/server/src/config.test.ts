import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { defaultConfig, readConfig } from "./config.ts";
import { jsonErrorOffset } from "./files/json-place.ts";

function configFile(text: string): { readonly file: string; readonly folder: string } {
  const folder = mkdtempSync(join(tmpdir(), "orrery-config-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, "systems"));
  const file = join(folder, "orrery.json");
  writeFileSync(file, text);
  return { file, folder };
}

test("[SV7] a config gives systems and folders, relative to itself; what it leaves out is as without a config", async () => {
  const { file, folder } = configFile(
    `\uFEFF{ "systems": [{ "name": "wind", "innerXml": "<a/>" }], "pluginFolders": ["./systems"] }`,
  );
  expect(await readConfig(file)).toEqual({
    ...defaultConfig,
    systems: [{ name: "wind", filename: "", innerXml: "<a/>" }],
    pluginFolders: [join(folder, "systems")],
  });
  expect(await readConfig(configFile("{}").file)).toEqual(defaultConfig);
  expect(defaultConfig.systems.map(({ name }) => name)).toEqual(["physics", "user-commands", "scene-broadcaster"]);
});

test("[SV7] a config says who may connect, what sessions may use, and what the page has", async () => {
  const { file, folder } = configFile(
    JSON.stringify({
      host: "0.0.0.0",
      hosts: ["lab.example"],
      origins: ["https://lab.example"],
      tokens: { viewer: "for-viewers", admin: ["for-admins", "another-one"] },
      limits: { framesPerSecond: 10 },
      history: { megabytes: 64, commands: 20 },
      guiPlugins: ["systems"],
      guiConfig: "orrery.json",
    }),
  );
  expect(await readConfig(file)).toEqual({
    ...defaultConfig,
    host: "0.0.0.0",
    hosts: ["lab.example"],
    origins: ["https://lab.example"],
    tokens: { viewer: ["for-viewers"], admin: ["for-admins", "another-one"] },
    limits: { framesPerSecond: 10 },
    history: { enabled: true, byteLimit: 64e6, mostBytes: 4096e6, commandLimit: 20, branchLimit: 1000 },
    guiPlugins: [join(folder, "systems")],
    guiConfig: file,
  });
});

test.each([
  [`[]`, "orrery.json: error: expected an object, got []"],
  [`{ "systems": {} }`, "systems: expected a list, got {}"],
  [`{ "systems": [{}] }`, "systems[0].name: a system needs a name"],
  [
    `{ "systems": [{ "name": "a", "filname": "" }] }`,
    'systems[0].filname: there is no such setting; did you mean "filename"?',
  ],
  [`{ "pluginFolders": ["systems", 1] }`, "pluginFolders[1]: expected a text, got 1"],
  [`{ "pluginFolders": ["nowhere"] }`, "pluginFolders[0]: there is no folder"],
  [`{ "tokens": { "viwer": "x" } }`, 'tokens.viwer: there is no such setting; did you mean "viewer"?'],
  [`{ "tokens": { "admin": "short" } }`, "tokens.admin: a token must have at least 8 characters"],
  [`{ "tokens": { "admin": "with a space" } }`, "tokens.admin: a token must not contain spaces or special characters"],
  [`{ "limits": { "names": 0 } }`, "limits.names: expected a whole number above 0, got 0"],
  [`{ "history": { "enabled": 1 } }`, "history.enabled: expected true or false, got 1"],
  [`{ "history": { "megabytes": 0 } }`, "history.megabytes: expected a number from 1 on, got 0"],
  [`{ "origins": ["lab.example"] }`, 'origins[0]: "lab.example" is not an origin, such as https://lab.example'],
  [`{ "guiPlugins": ["systems", "./systems/"] }`, 'guiPlugins[1]: there is another "systems"'],
  [`{ "guiConfig": "nowhere.json" }`, "there is no file"],
  [`{\n"systems": [\n{ "name": }]}`, "orrery.json:3:11: error: this is not JSON: Unexpected token '}'"],
  [`{\n"systems": [`, "orrery.json:2:13: error: this is not JSON: Unexpected end of JSON input"],
])("[SV8] %j is refused with the place of what is wrong", async (text, message) => {
  await expect(readConfig(configFile(text).file)).rejects.toThrow(message);
});

test("[SV8] the place where JSON breaks is found in any text that is none", () => {
  const text = `{"a": [1, -2.5e3, true, null, "x\\u0041\\n"], "b": {}}`;
  expect(jsonErrorOffset(text)).toBe(text.length);
  // A character inserted at k makes the text invalid there or later, never before; removing it repairs the text.
  for (let k = 0; k <= text.length; k++) {
    const broken = `${text.slice(0, k)}\u0001${text.slice(k)}`;
    expect(() => JSON.parse(broken)).toThrow(SyntaxError);
    expect(jsonErrorOffset(broken)).toBeLessThanOrEqual(k);
  }
  expect([`[1 2]`, `{"a" 1}`, `[,]`, `{"a":1,}`, `tru`, `"ab`, `[] x`].map(jsonErrorOffset)).toEqual([
    3, 5, 1, 7, 0, 0, 3,
  ]);
});
