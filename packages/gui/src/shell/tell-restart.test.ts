import { Emitter } from "@orrery/sim";
import { expect, test } from "vitest";
import type { MirrorChange } from "../client/mirror.ts";
import { Notices } from "./notices.ts";
import { tellRestart } from "./tell-restart.ts";

test("[GU64] another run than the one that was shown is told of, the first one and its changes are not", () => {
  const mirror = { epoch: 0, changes: new Emitter<MirrorChange>(() => undefined) };
  const notices = new Notices();
  tellRestart(mirror, notices);
  const show = (epoch: number): number => {
    mirror.epoch = epoch;
    const delta = { removed: [], placed: [], unset: [], set: [] };
    mirror.changes.emit({ delta, whole: true, exact: false });
    return notices.list.current.length;
  };
  expect([show(7), show(7), show(7)]).toEqual([0, 0, 0]);
  expect(show(8)).toBe(1);
  expect(notices.list.current[0]!.text).toMatch(/another run, and the past of the one before is gone/);
});
