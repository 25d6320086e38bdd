import { readSamples } from "@orrery/plots";
import { expect, onTestFinished, test } from "vitest";
import { ServedWorld } from "../../../testing/served-world.ts";
import { ItemTracks } from "../data/item-tracks.ts";
import { CurveSources } from "../sources/curve-sources.ts";
import { differenceKey, readDifferenceKey } from "./difference-key.ts";
import { DifferenceTracks } from "./difference-tracks.ts";
import { linesWithAndWithout } from "./plot-difference.ts";

const BOX = `<model name="box"><static>true</static><pose>0 0 1 0 0 0</pose><link name="body"/></model>`;
const Z = 2;

test("[CU13] the difference that a command made is the line with it minus the line without it", async () => {
  using world = await ServedWorld.load(BOX);
  const page = await world.open("ada");
  const sources = new CurveSources();
  onTestFinished(() => sources[Symbol.dispose]());
  const { state: history } = page.view.history;
  sources.add("item", new ItemTracks(page.view));
  sources.add("difference", new DifferenceTracks({ sources, history }));
  await world.go(page);
  const { timeline } = world.sim.runner;
  const run = async (steps: number): Promise<void> => {
    const until = world.sim.runner.now().count + steps;
    await world.until(() => world.sim.runner.now().count >= until);
  };
  await run(10);
  world.sim.request("/world/test/set_pose", "gz.msgs.Pose", { name: "box", position: { z: 4 } });
  await run(20);
  const [mark] = timeline.undoable();
  expect(() => linesWithAndWithout(history.current!, mark!.id)).toThrow("nothing continues without that command");
  timeline.undo(mark!.id, { author: "", authorName: "" });
  await run(15);
  await world.until(() => history.current!.stretches!.length === 3);
  const lines = linesWithAndWithout(history.current!, mark!.id);
  expect(lines.second).toBe(timeline.present.id);
  const side = { key: "item:box::pose", column: Z };
  const of = { first: { ...side, line: lines.first }, second: { ...side, line: lines.second } };
  const key = differenceKey(of);
  expect(readDifferenceKey(key)).toEqual(of);
  using _ = sources.want(key);
  await world.until(() => sources.state(key)?.progress === 1 && sources.track(key, 0) !== undefined);
  const values = (): number[] => {
    const [series] = sources.track(key, 0)!.line();
    return series === undefined ? [] : [...new Set(readSamples(series).values)];
  };
  await expect.poll(() => (world.pass(), values())).toEqual([0, 3]);
  expect(sources.state(key)!.described).toMatchObject({ name: "Δ box::pose.z", columns: [""], units: ["m"] });
});
