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
        const tooMuch = figures
          .map(({ name, error, unit }) => ({ name: `${scene.name}: ${name}`, error, unit }))
          .filter(({ name, error }) => !(error <= (limits[engine.name]?.[name] ?? 0)));
        expect(tooMuch).toEqual([]);
      });
    }
  });
}
