import { expect, test } from "vitest";
import { ServedWorld } from "../../testing/served-world.ts";
import { Notices } from "../../ui/notices.ts";
import { tellPauses } from "./tell-pauses.ts";

test("[GU68] the others are told who paused, once; whoever did it is not, nor is anybody of steps", async () => {
  using served = await ServedWorld.load(`<model name="box"><link name="l"/></model>`);
  const [ada, ben] = [await served.open("Ada"), await served.open("Ben")];
  const told = [ada, ben].map(({ session, view }) => {
    const notices = new Notices();
    tellPauses({ session, view, notices });
    return notices.list;
  });
  const texts = (): string[][] => told.map(({ current }) => current.map(({ text }) => text));
  const arePaused = (paused: boolean) => () =>
    [ada, ben].every(({ view }) => view.status.current?.paused === paused && !view.status.current.stepping);
  await served.go(ada);
  await served.until(arePaused(false));
  void ada.view.client.current!.pause();
  await served.until(arePaused(true));
  expect(texts()).toEqual([[], ["Ada paused the world"]]);
  const { steps } = ben.view.status.current!;
  void ada.view.client.current!.step(5);
  await served.until(() => arePaused(true)() && ben.view.status.current!.steps === steps + 5);
  expect(texts()).toEqual([[], ["Ada paused the world"]]);
  expect(ben.view.status.current!.pausedBy).toMatchObject({ author: "Ada" });
});
