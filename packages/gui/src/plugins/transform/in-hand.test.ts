import { worldPose, type Entity, type Pose } from "@orrery/sim";
import { expect, onTestFinished, test } from "vitest";
import { createApp } from "../../shell/app.ts";
import { at, box } from "../../testing/paused-page.ts";
import { ServedWorld } from "../../testing/served-world.ts";
import { sessionOver } from "../../testing/session-over.ts";
import { withField, type PoseField } from "./pose-entry.ts";
import { TransformState } from "./transform-state.ts";

/** Opens a page with the tools, on a running world in which a box is selected. */
async function toolsAndBox() {
  const served = await ServedWorld.load(`<gravity>0 0 0</gravity>${box("a", 0)}`);
  onTestFinished(() => served[Symbol.dispose]());
  const page = createApp(sessionOver(served.front.bus));
  void page.session.connect();
  const app = page.inWorld(page.worlds.focus.current);
  served.sim.runner.state.run();
  await served.until(() => app.view.capabilities.current.has("edit") && app.view.status.current?.paused === false);
  const a = served.sim.entity("a");
  app.view.selection.set([a]);
  const state = new TransformState(app);
  const place = (move: (pose: Pose) => Pose): Promise<boolean> => {
    const things = state.settledThings();
    const placements = things.map(({ entity, pose }) => ({ entity, pose: move(pose) }));
    state.inHand.show(placements);
    return state.perform("Move", things, placements);
  };
  const type = (field: PoseField, value: number): Promise<boolean> => place((pose) => withField(pose, field, value));
  const shown = (entity: Entity): Pose => worldPose(app.view.mirror.world, entity);
  return { served, app, state, a, place, type, shown };
}

test("[TF13] what is typed next begins where what was sent leads, before the world shows it", async () => {
  const { served, state, a, type, shown } = await toolsAndBox();
  const done = Promise.all([type("x", 3), type("y", 5)]);
  expect(state.settledThings()[0]!.pose).toMatchObject({ x: 3, y: 5, z: 0.5 });
  let isDone = false;
  void done.then(() => (isDone = true));
  await served.until(() => isDone);
  expect(await done).toEqual([true, true]);
  expect(served.sim.poseOf("a")).toMatchObject({ x: 3, y: 5 });
  expect(shown(a)).toMatchObject({ x: 3, y: 5 });
});

test("[PV1] what is let go is in nobody's hand any more, and the page's copy has it there", async () => {
  const { state, a, place, shown } = await toolsAndBox();
  const told: (number | undefined)[] = [];
  state.inHand.show([{ entity: a, pose: at(4) }]);
  expect([state.inHand.of(a)?.pose.x, shown(a).x]).toEqual([4, 0]);
  state.inHand.changes.on(() => told.push(state.inHand.of(a)?.pose.x, shown(a).x));
  void place(() => at(5));
  // Held at 5 first, then released once the copy has it there.
  expect(told).toEqual([5, 0, undefined, 5]);
});

test("[PV3] what the world refuses is back where it was, and the user is told why", async () => {
  const { served, app, state, a, place, shown } = await toolsAndBox();
  const far: Pose = { ...at(5), qw: NaN };
  let isTaken: boolean | undefined;
  void place(() => far).then((taken) => (isTaken = taken));
  await served.until(() => isTaken !== undefined);
  expect([isTaken, shown(a).x]).toEqual([false, 0]);
  expect(state.inHand.of(a)).toBeUndefined();
  expect(app.notices.list.current[0]?.text).toContain("Cannot move a");
});
