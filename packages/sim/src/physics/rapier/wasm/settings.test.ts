import { expect, test } from "vitest";
import { at, body, run, stateOf, weightless } from "../../contract/engine-scene.fixture.ts";
import { createRapierEngine } from "../load-rapier.ts";

test("[PH61] what Rapier hides of its settings is set, and survives a restore", async () => {
  using engine = await createRapierEngine({ gravity: weightless });
  engine.addBody(body(1, at(0, 0, 0), undefined, { linearVelocity: { x: 2000, y: 0, z: 0 } }));
  run(engine, 0.1);
  engine.restore(engine.save());
  run(engine, 0.1);
  // Rapier's own limit is 400 m/s.
  expect(stateOf(engine, 1)).toMatchObject({ velocity: { x: 2000 } });
  expect(stateOf(engine, 1).position.x).toBeCloseTo(400, 2);
});
