import { expect, test } from "vitest";
import { Rng, seedFrom } from "../base/rng.ts";
import { PackError } from "../ecs/pack.ts";
import { decodePoses, encodePoses, PoseScratch } from "./pose-codec.ts";

const rng = (name: string): Rng => new Rng(seedFrom(1, name));

/** Returns an arbitrary rotation, by normalising four numbers. */
function anyTurn(random: Rng): number[] {
  const parts = Array.from({ length: 4 }, () => random.uniform() * 2 - 1);
  const size = Math.hypot(...parts);
  return parts.map((part) => part / size);
}

/** Returns the angle between two rotations, in radians. */
function angle(a: Float64Array, b: Float64Array): number {
  const dot = Math.abs(a.reduce((sum, part, k) => sum + part * b[k]!, 0));
  return 2 * Math.acos(Math.min(1, dot));
}

test("[ST3] poses within 800 m come back within 0.1 mm and 0.1°, in 16 bytes each", () => {
  const random = rng("poses");
  const count = 20_000;
  const entities = Uint32Array.from({ length: count }, (_, i) => 7 + 4 * i);
  const data = new Float64Array(count * 7);
  for (let i = 0; i < count; i++) {
    const at = [0, 1, 2].map(() => (random.uniform() * 2 - 1) * 800);
    data.set([...at, ...anyTurn(random)], i * 7);
  }
  const bytes = encodePoses({ entities, data });
  expect(bytes.length / count).toBeLessThan(16);
  const back = decodePoses(bytes);
  const got = back.data as Float64Array;
  expect(back.entities).toEqual(entities);
  let [worstMetres, worstRadians] = [0, 0];
  for (let at = 0; at < data.length; at += 7) {
    worstMetres = Math.max(worstMetres, Math.hypot(...[0, 1, 2].map((k) => got[at + k]! - data[at + k]!)));
    worstRadians = Math.max(worstRadians, angle(got.subarray(at + 3, at + 7), data.subarray(at + 3, at + 7)));
  }
  expect(worstMetres).toBeLessThan(0.0001);
  expect(worstRadians).toBeLessThan((0.1 * Math.PI) / 180);
});

test("[ST3] quarter turns, no turn and round positions are exact", () => {
  const half = Math.SQRT1_2;
  const data = Float64Array.of(1.5, -2, 0.0001, 0, 0, 0, 1, 800, -800, 0, half, 0, 0, half);
  const got = decodePoses(encodePoses({ entities: Uint32Array.of(1, 2), data })).data as Float64Array;
  got.forEach((value, i) => expect(value).toBeCloseTo(data[i]!, 12));
});

test("[ST3] what lies beyond 800 m, or is no unit quaternion, is exact to the bit", () => {
  const data = Float64Array.of(
    ...[800.00001, 0.123456789, -0, 0, 0, 0, 1],
    ...[0, 0, NaN, 0, 0, 0, 1],
    ...[0.1, 0.2, 0.3, 0, 0, 0, 2],
    ...[0.25, 0, 0, 0, 0, 0, 1],
  );
  const entities = Uint32Array.of(4_294_967_295, 3, 2, 2_147_483_648);
  const back = decodePoses(encodePoses({ entities, data }));
  expect(back.entities).toEqual(Uint32Array.of(2, 3, 2_147_483_648, 4_294_967_295));
  expect(back.data).toEqual(
    Float64Array.of(...data.slice(14, 21), ...data.slice(7, 14), ...data.slice(21), ...data.slice(0, 7)),
  );
});

test("[ST3] poses decoded with a scratch are the same, in memory that is used again", () => {
  const data = Float64Array.of(1, 2, 3, 0, 0, 0, 1, 4, 5, 6, 0, 0, 0, 1);
  const two = encodePoses({ entities: Uint32Array.of(1, 2), data });
  const one = encodePoses({ entities: Uint32Array.of(7), data: data.slice(7) });
  const scratch = new PoseScratch();
  const first = decodePoses(two, scratch);
  expect(first).toEqual(decodePoses(two));
  const second = decodePoses(one, scratch);
  expect(second).toEqual(decodePoses(one));
  expect((second.data as Float64Array).buffer).toBe((first.data as Float64Array).buffer);
});

test("[ST2] damaged poses are poses or a PackError", () => {
  const random = rng("damage");
  const entities = Uint32Array.of(1, 200, 70_000);
  const whole = encodePoses({
    entities,
    data: Float64Array.of(1, 2, 3, 0, 0, 0, 1, 900, 2, 3, 0, 0, 0, 1, 4, 5, 6, 1, 0, 0, 0),
  });
  for (let round = 0; round < 20_000; round++) {
    const bytes = whole.slice(0, random.int(4) === 0 ? random.int(whole.length) : whole.length);
    for (let change = random.int(3); change >= 0 && bytes.length > 0; change--)
      bytes[random.int(bytes.length)] = random.int(256);
    try {
      const { entities: ids, data } = decodePoses(bytes);
      expect(data.length).toBe(ids.length * 7);
    } catch (error) {
      if (!(error instanceof PackError)) throw error;
    }
  }
});
