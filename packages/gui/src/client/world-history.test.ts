import { expect, test } from "vitest";
import { ServedWorld } from "../testing/served-world.ts";
import { WorldHistory } from "./world-history.ts";

test("[HU16] settings are one's own for the page that asked for them, once, and for no other", async () => {
  using served = await ServedWorld.load("");
  const [ada, ben] = [await served.open("ada"), await served.open("ben")];
  const [own, other] = [new WorldHistory(ada.view), new WorldHistory(ben.view)];
  const isLimited = ({ state }: WorldHistory): boolean => state.current?.command_limit === 7;
  await served.until(() => own.state.current !== undefined && other.state.current !== undefined);
  expect(own.takeOwnSettings()).toBe(false);
  void own.configure({ enabled: true, command_limit: 7 });
  expect(own.takeOwnSettings()).toBe(false);
  await served.until(() => isLimited(own) && isLimited(other));
  expect([own.takeOwnSettings(), own.takeOwnSettings(), other.takeOwnSettings()]).toEqual([true, false, false]);
});

test("[HU22] the past of a new run is asked for as a whole, although its revisions are lower", async () => {
  using served = await ServedWorld.load("");
  const { view } = await served.open("ada");
  const { history } = view;
  await served.until(() => history.state.current !== undefined);
  const states: (number | undefined)[] = [];
  history.state.changes.on((state) => states.push(state?.revision));
  view.mirror.restarts.emit();
  await served.until(() => history.state.current !== undefined);
  expect(states).toEqual([undefined, expect.any(Number)]);
});
