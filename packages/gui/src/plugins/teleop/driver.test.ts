import { messages } from "@orrery/msgs";
import { Bus, Node } from "@orrery/sim/host";
import { expect, test } from "vitest";
import { Driver } from "./driver.ts";

function setup() {
  let tick: (() => void) | undefined;
  const driver = new Driver({
    every: (_, act) => {
      tick = act;
      return () => (tick = undefined);
    },
  });
  const node = new Node(new Bus({ codec: messages }), { owner: "page" });
  const heard: (number | undefined)[] = [];
  node.subscribe("/cmd_vel", "gz.msgs.Twist", ({ value }) => heard.push(value.linear?.x));
  driver.limit({ linear: 2, angular: 1 });
  driver.use(node, "/cmd_vel");
  return { driver, node, heard, tick: () => tick?.() };
}

test("[PN10] while held, velocities are sent again and again; let go, one stop and then nothing", () => {
  const { driver, heard, tick } = setup();
  driver.hold({ ahead: 1, left: 0 });
  tick();
  driver.hold({ ahead: 0.5, left: 0 });
  tick();
  driver.release();
  tick();
  driver.release();
  expect(heard).toEqual([2, 2, 1, 0]);
});

test("[PN10] another topic, or the end of the panel, stops what is driven", () => {
  const { driver, node, heard, tick } = setup();
  driver.hold({ ahead: 1, left: 0 });
  driver.use(node, "/other");
  tick();
  expect(heard).toEqual([2, 0]);
  driver.use(node, "/cmd_vel");
  driver.hold({ ahead: 1, left: 0 });
  driver[Symbol.dispose]();
  expect(heard).toEqual([2, 0, 2, 0]);
});

test("[PN10] a connection that is lost meanwhile harms nothing", () => {
  const { driver, node, heard, tick } = setup();
  driver.hold({ ahead: 1, left: 0 });
  node[Symbol.dispose]();
  expect(tick).not.toThrow();
  expect(() => driver.release()).not.toThrow();
  expect(heard).toEqual([2]);
});

test("[PN10] a topic is advertised while it is driven and shortly after, and not because it was chosen", () => {
  const { driver, node, tick } = setup();
  const names = (): string[] => node.topics().map(({ name }) => name);
  driver.use(node, "/typo");
  expect(names()).not.toContain("/typo");
  driver.hold({ ahead: 1, left: 0 });
  driver.release();
  expect(names()).toContain("/typo");
  for (let i = 0; i < 20; i++) tick();
  expect(names()).not.toContain("/typo");
});

test("[PN10] what is held is sent as soon as somebody subscribes; a press that nobody heard needs no stop", () => {
  const { driver, node } = setup();
  const late: (number | undefined)[] = [];
  driver.use(node, "/late");
  driver.hold({ ahead: 1, left: 0 });
  driver.release();
  driver.hold({ ahead: 0.5, left: 0 });
  node.subscribe("/late", "gz.msgs.Twist", ({ value }) => late.push(value.linear?.x));
  driver.release();
  expect(late).toEqual([1, 0]);
});

test("[PN10] a topic that cannot be used is told when it is driven", () => {
  const { driver, node } = setup();
  driver.use(node, "/no good");
  driver.hold({ ahead: 1, left: 0 });
  expect(driver.problem.current).toContain("blank");
  driver.use(node, "/cmd_vel");
  expect(driver.problem.current).toBe("");
});
