import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";

const root = resolve(import.meta.dirname, "../../../..");
const read = (path: string): string => readFileSync(join(root, path), "utf8");
const guide = read("docs/panel-authors.md");

test("[PA1] the blocks of the tutorial, one after the other, are the example", () => {
  const blocks = [...guide.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, block]) => block);
  expect(blocks.join("\n")).toBe(read("examples/gui/speedometer/index.ts"));
});

test("[PA1] the keys of the tutorial's command are no other command's", () => {
  const [, keys = ""] = /keys: "(.*?)"/.exec(read("examples/gui/speedometer/index.ts"))!;
  const sources = readdirSync(join(root, "packages/gui/src"), { recursive: true, encoding: "utf8" });
  const modules = sources.filter((path) => /(?<!\.test)\.tsx?$/.test(path));
  expect(modules.length).toBeGreaterThan(100);
  expect(modules.filter((path) => read(`packages/gui/src/${path}`).includes(`"${keys}"`))).toEqual([]);
});

test("[PA3] the guide names every hook and every field of a plugin, and no other", () => {
  const sources = [read("packages/gui/src/shell/hooks.ts"), read("packages/gui/src/shell/world-hooks.ts")].join("\n");
  const hooks = [...sources.matchAll(/^export function (use\w+)/gm)].map(([, name]) => name);
  expect(namesIn("Hooks", /^\| `(use\w+)/gm)).toEqual(expect.arrayContaining(hooks));
  expect(hooks).toEqual(expect.arrayContaining(namesIn("Hooks", /^\| `(use\w+)/gm)));

  const [, declared = ""] = /export interface GuiPlugin \{(.*?)^\}/ms.exec(
    read("packages/gui/src/shell/plugins/plugin.ts"),
  )!;
  const fields = [...declared.matchAll(/^ {2}(?:readonly )?(\w+)\??[:(]/gm)].map(([, name]) => name);
  const named = [...section("The plugin").matchAll(/^\| ([^|]*) \|/gm)].flatMap(([, cell]) =>
    [...cell!.matchAll(/`(\w+)`/g)].map(([, name]) => name),
  );
  expect(new Set(named)).toEqual(new Set(fields));
});

test("[PA4] the guide names everything that panels offer each other, and nothing else", () => {
  const plugins = join(root, "packages/gui/src/plugins");
  const offering = readdirSync(plugins).filter((name) => existsSync(join(plugins, name, "api.ts")));
  const entry = read("packages/gui/src/plugins/api.ts");
  const listed = [...entry.matchAll(/^export \* from "\.\/(.*)\/api\.ts";$/gm)].map(([, name]) => name);
  expect(listed).toEqual(offering);
  const exported = offering.flatMap((name) =>
    [...read(`packages/gui/src/plugins/${name}/api.ts`).matchAll(/^export (?:type )?\{(.*?)\}/gms)].flatMap(
      ([, names]) => names!.split(",").map((one) => one.replace("type ", "").trim()),
    ),
  );
  const guided = section("Other panels");
  const named = [...guided.matchAll(/^\| ([^|]*) \|/gm)].flatMap(([, cell]) =>
    [...cell!.matchAll(/`(\w+)/g)].map(([, name]) => name!),
  );
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((name) => !exported.includes(name))).toEqual([]);
  expect(exported.filter((name) => !new RegExp(`\`${name}\\b`).test(guided))).toEqual([]);
});

test("[PA3] the guide names only CSS classes and variables that there are", () => {
  const folder = join(root, "packages/gui/src/style");
  const css = readdirSync(folder)
    .map((file) => readFileSync(join(folder, file), "utf8"))
    .join("\n");
  const classes = namesIn("CSS", /^\| `([\w-]+)`/gm);
  const variables = namesIn("CSS", /`(--[\w-]+)`/g);
  expect(classes.length).toBeGreaterThan(5);
  expect(variables.length).toBeGreaterThan(10);
  expect(classes.filter((name) => !new RegExp(`\\.${name}\\b`).test(css))).toEqual([]);
  expect(variables.filter((name) => !css.includes(`${name}:`))).toEqual([]);
});

function namesIn(title: string, pattern: RegExp): string[] {
  return [...section(title).matchAll(pattern)].map(([, name]) => name!);
}

/** Returns the text of one heading of the guide. */
function section(title: string): string {
  const [, text = ""] = new RegExp(`^## ${title}\\n(.*?)(?=^## |$(?![\\s\\S]))`, "ms").exec(guide) ?? [];
  return text;
}
