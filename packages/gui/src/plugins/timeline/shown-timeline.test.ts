import { SECOND } from "@orrery/sim";
import { moveEdit } from "@orrery/sim/host";
import { expect, onTestFinished, test } from "vitest";
import { Value } from "../../client/value.ts";
import { createApp } from "../../shell/app.ts";
import { offerSessions } from "../../testing/offer-sessions.ts";
import { at, box } from "../../testing/paused-page.ts";
import { ServedWorld } from "../../testing/served-world.ts";
import { sessionOver } from "../../testing/session-over.ts";
import { presentOf } from "./drawing/lines.ts";
import { fitted } from "./drawing/time-view.ts";
import { ShownTimeline } from "./shown-timeline.ts";
import { Authors } from "../undo/authors.ts";
import { UndoControl } from "../undo/undo-control.ts";

/** Opens a page of a paused world with one box, and the timeline that it would draw. */
async function openTimeline() {
  const served = await ServedWorld.load(box("a", 0));
  onTestFinished(() => served[Symbol.dispose]());
  offerSessions(served.front.bus);
  const page = createApp(sessionOver(served.front.bus, { caller: "ada" }));
  void page.session.connect();
  const app = page.inWorld(page.worlds.focus.current);
  const { view } = app;
  const session = new Value({ id: "ada", may: ["view", "control", "edit"] });
  const control = new UndoControl(app, new Authors({ people: new Value([]), session }, false));
  onTestFinished(() => control[Symbol.dispose]());
  await served.until(() => view.editing.queue.isOpen && control.past !== undefined && view.mirror.isExact);
  let changes = 0;
  const shown = new ShownTimeline(view, control, () => changes++);
  onTestFinished(() => shown[Symbol.dispose]());
  const done = async (doing: Promise<unknown>): Promise<void> => {
    let isOver = false;
    const end = (): void => void (isOver = true);
    doing.then(end, end);
    await served.until(() => isOver);
  };
  /** Lets the world run for some seconds, and waits until the page knows that it stands again. */
  const run = async (seconds: number): Promise<void> => {
    const endNs = served.sim.runner.now().timeNs + seconds * SECOND;
    await done(view.client.current!.run());
    await served.until(() => served.sim.runner.now().timeNs >= endNs);
    await done(view.client.current!.pause());
    await served.until(() => view.mirror.isExact && view.status.current?.paused === true);
  };
  return { served, view, control, shown, done, run, changes: () => changes };
}

test("[HU11] the present is where the page's copy of the world is, however long the past was not sent again", async () => {
  const { served, shown, run, changes } = await openTimeline();
  expect([shown.now, shown.isBehind]).toEqual([0, false]);
  const before = changes();
  await run(0.2);
  expect(shown.now).toBe(served.sim.runner.now().timeNs);
  expect(shown.nowNs).toBe(shown.now);
  expect(shown.extent.end).toBeGreaterThanOrEqual(shown.now);
  expect(changes()).toBeGreaterThan(before);
});

test("[HU21] after an undo the present is at the command, and what was left lies ahead until something new is done", async () => {
  const { served, view, control, shown, done, run } = await openTimeline();
  await run(0.1);
  await done(view.client.current!.run());
  await served.until(() => view.status.current?.paused === false);
  await done(view.editing.perform("Move a", [moveEdit(served.sim.entity("a"), at(3))]));
  await served.until(() => control.past!.undo.length === 1);
  await run(0.1);
  const endNs = shown.nowNs;
  const [mark] = control.past!.undo;
  await done(control.press("undo"));
  await served.until(() => shown.isBehind && view.mirror.isExact);
  expect(shown.nowNs).toBe(mark!.timeNs);
  expect(presentOf(shown.lines)!.endNs).toBe(mark!.timeNs);
  expect(shown.extent.end).toBe(endNs);
  // A branch: what lay ahead is a side track from now on.
  await run(0.1);
  await served.until(() => !shown.isBehind);
  expect(shown.lines.rows).toBe(2);
});

test("[HU19] all of the past is shown, or its last minute; a part that somebody looks at stays", async () => {
  const { shown, run } = await openTimeline();
  expect(shown.view.shows).toBe("recent");
  shown.fit();
  expect(shown.view).toEqual(fitted(shown.extent, shown.view.gaps));
  await run(0.1);
  expect(shown.view.shows).toBe("all");
  shown.fit();
  expect(shown.view.shows).toBe("recent");
  const part = { ...shown.view, from: -50 * SECOND, span: 10 * SECOND, shows: "part" } as const;
  shown.view = part;
  await run(0.1);
  expect(shown.view).toMatchObject({ from: part.from, span: part.span, shows: "part" });
});
