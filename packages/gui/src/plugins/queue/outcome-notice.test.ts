import { expect, test } from "vitest";
import { missedNotice, outcomeNotice, waitingText } from "./outcome-notice.ts";

const nameOf = (id: string): string => (id === "b" ? "Ben" : "Somebody");
const own = { id: "a:1", description: "Move box", author: "a" } as const;

test("[PQ10] losers are told with the reason, and who it was", () => {
  const overridden = { ...own, kind: "OVERRIDDEN", by: "b" } as const;
  expect(outcomeNotice(overridden, "a", nameOf)).toMatchObject({ text: "“Move box” was overridden by Ben" });
  expect(outcomeNotice({ ...overridden, reason: "Ben moved it later" }, "a", nameOf)).toEqual({
    kind: "warning",
    text: "“Move box” was overridden: Ben moved it later",
    stays: true,
  });
  expect(outcomeNotice({ ...own, kind: "DROPPED", reason: "box is gone" }, "a", nameOf)).toMatchObject({
    kind: "warning",
    text: "“Move box” was not applied: box is gone",
  });
  expect(outcomeNotice({ ...own, kind: "WITHDRAWN", by: "b" }, "a", nameOf)).toEqual({
    kind: "info",
    text: "Ben withdrew your “Move box”",
  });
});

test("[PQ10] what went as it should, what one took back oneself, and what is others' is no news", () => {
  expect(outcomeNotice({ ...own, kind: "APPLIED" }, "a", nameOf)).toBeUndefined();
  expect(outcomeNotice({ ...own, kind: "WITHDRAWN", by: "a" }, "a", nameOf)).toBeUndefined();
  expect(outcomeNotice({ ...own, kind: "DROPPED" }, "b", nameOf)).toBeUndefined();
});

test("[PQ10] many that were missed are counted", () => {
  const commands = ["A", "B", "C", "D"].map((description) => ({ description }));
  expect(missedNotice(commands.slice(0, 2)).text).toContain("“A”, “B” left the queue");
  expect(missedNotice(commands).text).toContain("“A”, “B”, 2 more left the queue");
});

test("[PQ9] the bar counts what waits", () => {
  expect([1, 3].map(waitingText)).toEqual(["1 edit waits for play", "3 edits wait for play"]);
});
