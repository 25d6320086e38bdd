import { expect, test } from "vitest";
import { matchesTopic, patternProblem } from "./topic-pattern.ts";

test("[LG19] a pattern matches whole names; one star stays within a part, two do not; without a slash it matches ends", () => {
  const topics = ["/clock", "/model/car/cmd_vel", "/model/car/odometry", "/world/w/stats", "/cmd_vel"];
  const matched = (pattern: string): string[] => topics.filter((topic) => matchesTopic(pattern, topic));
  expect(matched("/clock")).toEqual(["/clock"]);
  expect(matched("/model/*/cmd_vel")).toEqual(["/model/car/cmd_vel"]);
  expect(matched("/model/*")).toEqual([]);
  expect(matched("/model/**")).toEqual(["/model/car/cmd_vel", "/model/car/odometry"]);
  expect(matched("cmd_vel")).toEqual(["/model/car/cmd_vel", "/cmd_vel"]);
  expect(matched("**")).toEqual(topics);
  expect(matched("/*")).toEqual(["/clock", "/cmd_vel"]);
  expect(matched("/w*/*/st*s")).toEqual(["/world/w/stats"]);
  expect(matched("/cloc")).toEqual([]);
});

test("[LG19] a pattern made to be slow is matched in linear time; one that can match nothing is refused", () => {
  const started = performance.now();
  expect(matchesTopic("*a".repeat(200), "a".repeat(4000) + "b")).toBe(false);
  expect(performance.now() - started).toBeLessThan(2000);
  expect(patternProblem("/model/**")).toBeUndefined();
  expect(patternProblem("")).toMatch("empty");
  expect(patternProblem("/a b")).toMatch("no topic can have");
  expect(patternProblem("a".repeat(1000))).toMatch("more than 512");
});
