import { expect, test } from "vitest";
import { ServedWorld } from "../../testing/served-world.ts";
import { PlaybackHold } from "./playback-hold.ts";

test("[PB6] what plays is paused while the cursor is dragged, and continues afterwards", async () => {
  using world = await ServedWorld.load("");
  const page = await world.openLocal();
  using hold = new PlaybackHold(page.view, expect.unreachable);
  await world.go(page);
  hold.hold();
  await world.until(() => world.sim.runner.state.paused && page.view.status.current?.paused === true);
  hold.letGo();
  await world.until(() => !world.sim.runner.state.paused);
});

test("[PB6] a drag that begins before the page knows that it plays pauses it all the same", async () => {
  using world = await ServedWorld.load("");
  const page = await world.openLocal();
  using hold = new PlaybackHold(page.view, expect.unreachable);
  expect(page.view.status.current?.paused).toBe(true);
  hold.hold();
  void page.view.client.current!.run();
  await world.until(() => !world.sim.runner.state.paused);
  await world.until(() => world.sim.runner.state.paused);
  hold.letGo();
  await world.until(() => !world.sim.runner.state.paused);
});

test("[PB6] what stood before the drag stands after it", async () => {
  using world = await ServedWorld.load("");
  const { view } = await world.openLocal();
  const asked: string[] = [];
  const client = view.client.current!;
  for (const name of ["run", "pause"] as const) client[name] = () => Promise.resolve(void asked.push(name));
  using hold = new PlaybackHold(view, expect.unreachable);
  hold.hold();
  hold.letGo();
  expect(asked).toEqual([]);
});
