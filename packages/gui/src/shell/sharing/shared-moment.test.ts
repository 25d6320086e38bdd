import { expect, test } from "vitest";
import { ServedWorld } from "../../testing/served-world.ts";
import { Notices } from "../../ui/notices.ts";
import type { WorldApp } from "../app.ts";
import { sharedMoment } from "./shared-moment.ts";

const BOX = `<model name="box"><static>true</static><link name="body"/></model>`;

test("[PX7] the moment of a link is gone to if nobody else is in the world; otherwise a notice offers it", async () => {
  using world = await ServedWorld.load(BOX);
  const ada = await world.open("ada");
  const notices = new Notices();
  const { view } = ada;
  const part = sharedMoment({ view, notices } as unknown as WorldApp);
  await world.go(ada);
  const timeNs = (): number => view.status.current?.timeNs ?? 0;
  await world.until(() => timeNs() > 0 && view.history.state.current !== undefined);
  const shared = part.read() as { readonly stretch: string; readonly timeNs: number };
  expect(shared.timeNs).toBe(timeNs());
  await world.until(() => timeNs() > shared.timeNs);
  const going = part.show(shared);
  await world.until(() => timeNs() === shared.timeNs && view.status.current!.paused);
  await going;
  expect(notices.list.current).toEqual([]);

  const ben = await world.open("ben");
  ben.session.presence.turnTo(view.namespace);
  await world.until(() => ada.session.presence.people.current.filter(({ world: at }) => at === "").length === 2);
  await part.show({ ...shared, timeNs: 0 });
  expect(timeNs()).toBe(shared.timeNs);
  const [notice] = notices.list.current;
  expect(notice).toMatchObject({ action: { title: "Go there" }, text: expect.stringContaining("Others are in") });
  notice!.action!.run();
  await world.until(() => timeNs() === 0);
});

test("[PX6] a moment that is none, or that the world does not remember, is refused", async () => {
  using world = await ServedWorld.load(BOX);
  const { view } = await world.open("ada");
  const part = sharedMoment({ view, notices: new Notices() } as unknown as WorldApp);
  await world.until(() => view.status.current !== undefined && view.history.state.current !== undefined);
  for (const wrong of [undefined, 3, {}, { stretch: "s1", timeNs: -1 }, { stretch: "s1", timeNs: 0.5 }]) {
    await expect(part.show(wrong)).rejects.toThrow("it names no moment");
  }
  await expect(part.show({ stretch: "s999", timeNs: 2e9 })).rejects.toThrow("does not remember it any more (2 s)");
});
