import type { TopicInfo } from "@orrery/sim/host";
import { TestSim } from "@orrery/sim/testing";
import { expect, test } from "vitest";
import { driveTopics, topicOf } from "./drive-topics.ts";
import { chooseTopic, NO_CHOICE } from "./topic-choice.ts";

test("[PN15] a topic that nothing in the world listens to is not offered", () => {
  const topic = (name: string, hostSubscribes: boolean, type = "gz.msgs.Twist"): TopicInfo => ({
    ...{ name, type, hostSubscribes, publishers: 1, subscribers: 1, dropped: 0 },
  });
  const topics = [
    topic("/model/vehicle/cmd_vel", true),
    topic("/model/vehicl/cmd_vel", false),
    topic("/model/arm/joint/yaw/0/cmd_pos", true, "gz.msgs.Double"),
    topic("/b/cmd_vel", true),
  ];
  expect(driveTopics(topics)).toEqual(["/b/cmd_vel", "/model/vehicle/cmd_vel"]);
});

test("[PN15] what is selected is driven by its model's topic, by one around it, or by one in it", async () => {
  const link = `<link name="base"/>`;
  using sim = await TestSim.load(`
    <model name="vehicle">${link}</model>
    <model name="vehicle_1">${link}<model name="trailer">${link}</model></model>
    <model name="carrier">${link}<model name="robot">${link}</model></model>
    <model name="named">${link}<plugin name="velocity-control" filename="x"><topic> cmd_vel </topic></plugin></model>
    <model name="box">${link}</model>`);
  const heard = ["/cmd_vel", "/model/robot/link/base/cmd_vel", "/model/vehicle/cmd_vel", "/model/vehicle_1/cmd_vel"];
  const of = (name: string) => topicOf(sim.runner.world, sim.entity(name), heard);
  expect(of("vehicle")).toBe("/model/vehicle/cmd_vel");
  expect(of("vehicle_1::base")).toBe("/model/vehicle_1/cmd_vel");
  expect(of("vehicle_1::trailer::base")).toBe("/model/vehicle_1/cmd_vel");
  expect(of("carrier")).toBe("/model/robot/link/base/cmd_vel");
  expect(of("named::base")).toBe("/cmd_vel");
  expect(of("box")).toBeUndefined();
});

test("[PN15] it never leaves a topic that is heard by itself, nor one chosen by hand", () => {
  const first = chooseTopic(NO_CHOICE, { heard: ["/b"], hasSelection: false, selected: undefined });
  expect(first.topic).toBe("/b");
  expect(chooseTopic(first, { heard: ["/a", "/b"], hasSelection: false, selected: undefined }).topic).toBe("/b");
  expect(chooseTopic(first, { heard: ["/a"], hasSelection: false, selected: undefined }).topic).toBe("/a");
  expect(chooseTopic(first, { heard: [], hasSelection: false, selected: undefined }).topic).toBe("/b");
  const typed = { ...first, topic: "/typo", isByHand: true };
  expect(chooseTopic(typed, { heard: ["/a"], hasSelection: true, selected: undefined }).topic).toBe("/typo");
});

test("[PN15] it follows what is selected; a topic chosen by hand stays until another model that drives is selected", () => {
  const heard = ["/1", "/2", "/3"];
  const select = (selected: string | undefined, from = NO_CHOICE) =>
    chooseTopic(from, { heard, hasSelection: true, selected });
  const one = select("/1");
  const byHand = { ...select("/2", one), topic: "/3", isByHand: true };
  expect(select("/2", one).topic).toBe("/2");
  // A different part of the same model, and an entity that cannot drive, are selected.
  expect([select("/2", byHand).topic, select(undefined, byHand).topic]).toEqual(["/3", "/3"]);
  expect(select("/1", byHand).topic).toBe("/1");
  const nothing = chooseTopic(byHand, { heard, hasSelection: false, selected: undefined });
  expect([nothing.topic, select("/2", nothing).topic]).toEqual(["/3", "/2"]);
});
