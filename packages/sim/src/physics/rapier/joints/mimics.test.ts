import { expect, test } from "vitest";
import { RapierMimics } from "./mimics.ts";

test("[PH75] a state in which an axis follows that no joint has is refused", () => {
  const mimics = new RapierMimics();
  mimics.set(7, 2, 1, { joint: 9, axis: 0, multiplier: -2, offset: 0.5 }, () => undefined);
  const section = mimics.section();
  expect(RapierMimics.from(section, (slot) => (slot === 2 ? 2 : 0)).list).toEqual(mimics.list);
  expect(() => RapierMimics.from(section, () => 1)).toThrow("table of mimics is damaged");
  expect(() => RapierMimics.from(section.subarray(8), () => 2)).toThrow("table of mimics is damaged");
});
