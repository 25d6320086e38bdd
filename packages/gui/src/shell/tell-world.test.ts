import { Emitter, Node } from "@orrery/sim/host";
import { expect, test } from "vitest";
import { ServedWorld } from "../testing/served-world.ts";
import { Notices } from "../ui/notices.ts";
import { tellWorld } from "./tell-world.ts";

test("[GU30] the page tells that the world was started again or has stopped, and how far it is on a long way in time", async () => {
  using world = await ServedWorld.load("");
  const { view } = await world.openLocal();
  const notices = new Notices();
  using _ = tellWorld({ view, notices });
  const node = new Node(world.front.bus, { owner: "server" });
  const told = node.advertise("/orrery/world/notice", "orrery.msgs.WorldNotice");
  const way = node.advertise("/world/test/history/progress", "orrery.msgs.TravelProgress");
  await world.until(() => told.hasSubscribers && way.hasSubscribers);
  const shown = (): unknown[] => notices.list.current.map(({ kind, text, action }) => [kind, text, action?.title]);
  told.publish({ kind: "RESTARTED", text: "It goes on.", reason: "status 3" });
  way.publish({ fraction: 0.437 });
  await world.until(() => notices.list.current.length === 2);
  expect(shown()).toEqual([
    ["warning", "It goes on.", undefined],
    ["info", "The world is going to another time: 43 %", "Cancel"],
  ]);
  way.publish({ fraction: 1, ended: true });
  told.publish({ kind: "STOPPED", text: "It has stopped.", reason: "status 3" });
  await world.until(() => notices.list.current.some(({ kind }) => kind === "bad"));
  expect(shown()).toEqual([
    ["warning", "It goes on.", undefined],
    ["bad", "It has stopped.", undefined],
  ]);
});

/** Opens a page, and returns a function that shows it the state of a new run. */
async function pageOf(world: ServedWorld) {
  const { view } = await world.openLocal();
  const mirror = { epoch: 7, restarts: new Emitter<void>(() => expect.unreachable()) };
  const notices = new Notices();
  const show = (epoch: number): string[] => {
    const isNew = epoch !== mirror.epoch;
    mirror.epoch = epoch;
    if (isNew) mirror.restarts.emit();
    return notices.list.current.map(({ text }) => text);
  };
  return { view: { namespace: "", client: view.client, mirror }, notices, show };
}

test("[GU64] a new run is told of", async () => {
  using world = await ServedWorld.load("");
  const { view, notices, show } = await pageOf(world);
  using _ = tellWorld({ view, notices });
  expect(show(7)).toEqual([]);
  expect(show(8)).toEqual([expect.stringMatching(/a new run, and the past of the one before is gone/)]);
});

test.each(["before", "after"])(
  "[GU64] a restart is one notice, with the server's reason, which comes %s the new picture",
  async (when) => {
    using world = await ServedWorld.load("");
    const { view, notices, show } = await pageOf(world);
    using _ = tellWorld({ view, notices });
    const node = new Node(world.front.bus, { owner: "server" });
    const told = node.advertise("/orrery/world/notice", "orrery.msgs.WorldNotice");
    await world.until(() => told.hasSubscribers);
    if (when === "after") show(8);
    told.publish({ kind: "RESTARTED", text: "It goes on.", epoch: 8 });
    await world.until(() => notices.list.current.some(({ text }) => text === "It goes on."));
    expect(show(8)).toEqual(["It goes on."]);
    // A later run needs its own notice.
    expect(show(9)).toEqual([expect.stringMatching(/a new run/)]);
  },
);
