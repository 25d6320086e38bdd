import { expect, test } from "vitest";
import { heardText, TrafficMeter } from "./traffic-meter.ts";

test("[PN6] rate and bandwidth are those of the last five seconds", () => {
  const meter = new TrafficMeter();
  for (let i = 0; i <= 1000; i++) meter.note(i < 500 ? 1000 : 20, i * 20);
  expect(meter.count).toBe(1001);
  expect(meter.hertz(20_000)).toBe(50);
  expect(meter.bytesPerSecond(20_000)).toBe(1000);
  expect(meter.hertz(30_000)).toBe(0);
  expect(meter.bytesPerSecond(30_000)).toBe(0);
});

test("[PN6] a rate near the one that the page has asked for says so: more may be published", () => {
  expect(heardText(10.4, 10)).toBe("10.4 Hz, at most 10 Hz here");
  expect(heardText(2, 10)).toBe("2.00 Hz");
  expect(heardText(1000, 0)).toBe("1000 Hz");
});
