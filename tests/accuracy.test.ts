import { describe, expect, test } from "vitest";
import { engines } from "./accuracy/engines.ts";
import { limits } from "./accuracy/limits.ts";
import { measure } from "./accuracy/measure.ts";
import { scenes } from "./accuracy/scenes.ts";

for (const engine of engines) {
  describe(`[AC1] ${engine.name} is as near to the formulas as it was`, () => {
    for (const scene of scenes) {
      test(`${scene.name}: ${scene.about}`, async () => {
        const { figures } = await measure(scene, engine);
        const named = figures.map(({ name, error, unit }) => ({ name: `${scene.name}: ${name}`, error, unit }));
        const allowed = limits[engine.name]!;
        const limited = Object.keys(allowed).filter((name) => name.startsWith(`${scene.name}: `));
        expect(named.map(({ name }) => name)).toEqual(limited);
        expect(named.filter(({ name, error }) => !(error <= allowed[name]!))).toEqual([]);
      });
    }
  });
}
