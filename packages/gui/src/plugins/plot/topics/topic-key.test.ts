import { expect, test } from "vitest";
import { keyOfName } from "../formulas/names-of-inputs.ts";
import { readTopicKey, topicKey, topicName } from "./topic-key.ts";

test("[CU14] a formula names a number of a topic as the legend does", () => {
  for (const [thing, name] of [
    [{ topic: "/imu", path: ["linear_acceleration"] }, "/imu.linear_acceleration"],
    [{ topic: "/world/w/pose/info", path: ["pose", 3, "position"] }, "/world/w/pose/info.pose[3].position"],
    [{ topic: "/a.b/c", path: ["params", "front mass", "double_value"] }, '/a.b/c.params["front mass"].double_value'],
    [{ topic: "/a/b.c", path: ["data"] }, "/a/b.c data"],
    [{ topic: "/vector", path: [] }, "/vector"],
  ] as const) {
    expect(topicName(thing)).toBe(name);
    expect(readTopicKey(topicKey(thing))).toEqual(thing);
    expect(keyOfName(name)).toBe(topicKey(thing));
  }
});
