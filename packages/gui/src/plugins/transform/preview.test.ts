import { Pose } from "@orrery/sim/components";
import { expect, test, vi } from "vitest";
import { pageWithBox } from "../../testing/page-with-box.ts";
import { withField, type PoseField } from "./pose-entry.ts";

test("[TF13] what is typed next begins where what was sent will have led, before the world shows it", async () => {
  const { state, box, shown, show, asked } = await pageWithBox();
  const type = (field: PoseField, value: number): Promise<boolean> => {
    const things = state.settledThings();
    const placements = things.map(({ entity, pose }) => ({ entity, pose: withField(pose, field, value) }));
    return state.perform("Move", things, placements);
  };
  const done = Promise.all([type("x", 3), type("y", 5)]);
  expect(state.settledThings()[0]!.pose).toMatchObject({ x: 3, y: 5, z: 0 });
  await done;
  expect(asked.map(({ edits = [] }) => edits[0]?.pose?.position)).toEqual([
    // A zero is not sent.
    { x: 3 },
    { x: 3, y: 5 },
  ]);
  // A world that has put it elsewhere since is right.
  shown.set(box, Pose, { x: 4, y: 5, z: 7, qx: 0, qy: 0, qz: 0, qw: 1 });
  show();
  await vi.waitFor(() => expect(state.preview.sent(box)).toBeUndefined());
  expect(state.settledThings()[0]!.pose).toMatchObject({ x: 4, y: 5, z: 7 });
});
