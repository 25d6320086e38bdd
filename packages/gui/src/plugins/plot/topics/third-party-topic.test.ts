import { messages } from "@orrery/msgs";
import { joinSeries, readSamples } from "@orrery/plots";
import { expect, test } from "vitest";
import { ServedWorld } from "../../../testing/served-world.ts";
import { TopicTracks } from "./topic-tracks.ts";

test("[CU14] a topic of a third-party type is plotted once the server has told the type", async () => {
  using world = await ServedWorld.load("");
  const page = await world.open("ada");
  const { messages: known } = world.sim.runner;
  known.addProto('syntax = "proto3"; package own.msgs; message Level { repeated double fill = 1; }', {
    file: "level.proto",
  });
  expect(messages.has("own.msgs.Level")).toBe(false);
  using tracks = new TopicTracks(page.view);
  using _ = tracks.want("topic:/level fill[1]");
  const publisher = world.sim.node.advertise("/level", "own.msgs.Level");
  await world.until(() => publisher.hasSubscribers && tracks.state("topic:/level fill[1]")?.error === "");
  publisher.publish({ fill: [1, 0.5] });
  await world.until(() => (tracks.track("topic:/level fill[1]", 0)?.line().at(-1)?.count ?? 0) > 0);
  expect([...readSamples(joinSeries(tracks.track("topic:/level fill[1]", 0)!.line())).values]).toEqual([0.5]);
});
