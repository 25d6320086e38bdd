import { expect, test } from "vitest";
import { MemoryResources } from "../../formats/memory-resources.ts";
import { parseSdf } from "../../formats/sdf/load-sdf.ts";
import { builtInSystems } from "../../systems/built-in.ts";
import { withPluginsAtHand } from "./plugins-at-hand.ts";
import { SystemLibrary } from "./system-library.ts";

const obj = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n";
const link = (name: string): string => `<link name="${name}">
  <collision name="c"><geometry><mesh><uri>wheel.obj</uri></mesh></geometry></collision></link>`;

test("[UC26] a system of a third party is left out with a warning, and links still share their mesh", async () => {
  const sdf = `<sdf version="1.9"><model name="cart">${link("left")}${link("right")}
    <plugin name="mine" filename="mine.ts"/><plugin name="pose-publisher" filename="pose-publisher"/></model></sdf>`;
  const { scene } = await parseSdf(sdf, "cart.sdf", new MemoryResources({ "wheel.obj": obj }));
  const warnings: string[] = [];
  const library = new SystemLibrary(builtInSystems);
  const { models } = withPluginsAtHand(scene, library, (text) => warnings.push(text));
  expect(models[0]!.plugins.map(({ name }) => name)).toEqual(["pose-publisher"]);
  expect(warnings).toEqual([expect.stringMatching(/^cart\.sdf:\d+:\d+: system "mine" is left out/)]);
  const solids = models[0]!.links.map(
    ({ collisions: [collision] }) => "solid" in collision!.geometry && collision!.geometry.solid,
  );
  expect(solids[0]).toMatchObject({ type: "mesh" });
  expect(solids[1]).toBe(solids[0]);
});

test("[UC26] a scene without such systems is handed on as it is", async () => {
  const { scene } = await parseSdf(
    `<sdf version="1.9"><model name="m"><link name="l"/></model></sdf>`,
    "m.sdf",
    new MemoryResources({}),
  );
  expect(withPluginsAtHand(scene, new SystemLibrary(builtInSystems), expect.unreachable)).toBe(scene);
});
