import { expect, test } from "vitest";
import { joinSeconds, messageTime, stampOf } from "./message-times.ts";

test.each([
  ["Gazebo's", { header: { stamp: { sec: 3, nsec: 500_000_000 } } }, 3.5],
  ["ROS'", { header: { stamp: { sec: 3, nanosec: 5 } } }, 3.000000005],
  ["Foxglove's", { timestamp: { seconds: 3, nanos: 250_000_000 } }, 3.25],
  ["one of zero, of which nothing is written", { header: { stamp: {} } }, 0],
  ["one of nanoseconds alone", { header: { stamp: { nsec: 1 } } }, 1e-9],
])("[TB14] a message has the time of its stamp: %s", (_, message, seconds) => {
  expect(stampOf(message)).toBe(seconds);
  expect(messageTime(message, 77)).toBe(seconds);
});

test.each([
  [{}],
  [{ header: {} }],
  [{ header: { stamp: 5 } }],
  [{ timestamp: "now" }],
  [{ stamp: { frame: 1 } }],
  [undefined],
])("[TB14] without a stamp, %j has the time at which it was published", (message) => {
  expect(messageTime(message, 77)).toBe(77);
});

test("[TB14] a number has the stamp of the innermost message around it that has one", () => {
  const at = (sec: number): object => ({ stamp: { sec } });
  const message = { header: at(1), pose: [{ header: at(2), position: { x: 1 } }, { position: {} }, { header: {} }] };
  expect(messageTime(message, 77, ["pose", 0, "position", "x"])).toBe(2);
  expect(messageTime(message, 77, ["pose", 1, "position", "x"])).toBe(1);
  expect(messageTime(message, 77, ["pose", 2, "position", "x"])).toBe(1);
  expect(messageTime(message, 77, ["pose", 9, "position", "x"])).toBe(1);
});

test("[TB14] times are the nearest doubles, as those of a world are", () => {
  for (let ns = 0; ns < 5e9; ns += 1_234_567) {
    expect(joinSeconds(Math.floor(ns / 1e9), ns % 1e9)).toBe(ns / 1e9);
  }
  expect(joinSeconds(1_700_000_000, 500_000_000)).toBe(1_700_000_000.5);
  expect(joinSeconds(-1, -500_000_000)).toBe(-1.5);
});
