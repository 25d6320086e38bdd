import { identityPose } from "@orrery/sim";
import { fromPoseMessage } from "@orrery/sim/host";
import { expect, test } from "vitest";
import { creationsOf } from "./creations.ts";
import { freeName } from "./free-name.ts";
import { modelEntry } from "./model-entries.ts";
import { shapeEntries } from "./shape-entries.ts";
import { Staged } from "./staged.ts";
import { boundsOfPoints } from "./standing.ts";

const places = {
  sdfOf: (uri: string) => Promise.reject(new Error(`nobody has ${uri}`)),
  files: { parts: () => Promise.reject(new Error("nobody has files")) },
};

test("[IS2] the extent of a thing is that of all it is seen and collides as", async () => {
  const extent = async (title: string) => {
    const { points } = await Staged.of(shapeEntries.find((entry) => entry.title === title)!.things, places);
    const { low, high } = boundsOfPoints(points)!;
    return [low.x, low.y, low.z, high.x, high.y, high.z].map((one) => Math.round(one * 1e4) / 1e4);
  };
  expect(await extent("Box")).toEqual([-0.25, -0.25, -0.25, 0.25, 0.25, 0.25]);
  expect(await extent("Capsule")).toEqual([-0.15, -0.15, -0.35, 0.15, 0.15, 0.35]);
  expect(await extent("Ellipsoid")).toEqual([-0.3, -0.2, -0.15, 0.3, 0.2, 0.15]);
});

test("[IS2] ground without end, lights and what cannot be read here are held at the foot of their place", async () => {
  const ground = `<sdf version="1.11"><model name="g"><static>true</static><link name="l"><collision name="c">
    <geometry><plane><size>100 100</size></plane></geometry></collision></link></model></sdf>`;
  const including = `<sdf version="1.11"><include><uri>model://none</uri></include></sdf>`;
  const staged = await Staged.of(
    [
      { kind: "model", name: "g", sdf: ground },
      { kind: "model", name: "none", sdf: including },
    ],
    places,
  );
  expect([...staged.points]).toEqual([0, 0, 0, 0, 0, 0]);
  const lamp = `<sdf version="1.11"><light name="lamp" type="point"><pose>1 2 3 0 0 0</pose></light></sdf>`;
  expect([...(await Staged.of([{ kind: "light", name: "lamp", sdf: lamp }], places)).points]).toEqual([1, 2, 0]);
  expect(staged.poses[1]).toEqual(identityPose);
});

test("[IS4] what is inserted gets names that nobody has, and poses as they are among themselves", async () => {
  const at = (name: string, x: number) => ({
    kind: "model" as const,
    name,
    sdf: `<sdf version="1.11"><model name="${name}"><pose>${x} 0 0 0 0 0</pose><link name="l"/></model></sdf>`,
  });
  const staged = await Staged.of([at("box", 1), at("box", 2), at("cone", 3)], places);
  const taken = new Set(["box", "box_2"]);
  const edits = creationsOf(staged, { ...identityPose, y: 10 }, taken);
  expect(edits.map(({ create }) => create!.factory!.name)).toEqual(["box_1", "box_3", "cone"]);
  expect(edits.map(({ create }) => fromPoseMessage(create!.factory!.pose!)).map(({ x, y }) => [x, y])).toEqual([
    [1, 10],
    [2, 10],
    [3, 10],
  ]);
  expect(edits.every(({ create }) => create!.factory!.allow_renaming)).toBe(true);
});

test("[IS4] names that are counted are counted on", () => {
  expect(freeName("box", new Set())).toBe("box");
  expect(freeName("box_1", new Set(["box", "box_1"]))).toBe("box_2");
  expect(freeName("my_box", new Set(["my_box"]))).toBe("my_box_1");
});

test("[IS5] a model of the server is named after its folder and made from its URI", () => {
  const entry = modelEntry(
    { name: "A cone", uri: "model://cone", thumbnail: "model://cone/t.png" },
    (uri) => `/a?${uri}`,
  );
  expect(entry).toMatchObject({
    title: "A cone",
    thumbnail: "/a?model://cone/t.png",
    things: [{ kind: "model", name: "cone", uri: "model://cone" }],
  });
});
