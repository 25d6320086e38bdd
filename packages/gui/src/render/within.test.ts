import { Sim } from "@orrery/sim";
import { Name } from "@orrery/sim/components";
import { StateTap } from "@orrery/sim/host";
import { expect, test } from "vitest";
import { CopiedWorld } from "../testing/copied-world.ts";
import { DeviceEnvironment } from "../testing/device-environment.ts";
import { ViewCamera } from "./camera/view-camera.ts";
import { RenderWorld } from "./render-world.ts";
import { entitiesWithin, type PictureArea } from "./within.ts";

const ball = (name: string, y: number): string =>
  `<model name="${name}"><static>true</static><pose>0 ${y} 0 0 0 0</pose><link name="l"><visual name="v">
    <geometry><sphere><radius>0.4</radius></sphere></geometry></visual></link></model>`;

test("[IS10] a rectangle holds the models with the middle of a part in it, and lights, but no endless ground", async () => {
  using scene = await drawn(`${ball("left", 1)}${ball("right", -1)}
    <model name="ground"><static>true</static><link name="l"><visual name="v">
      <geometry><plane><normal>0 0 1</normal><size>100 100</size></plane></geometry></visual></link></model>
    <light name="lamp" type="point"><pose>0 1 1 0 0 0</pose></light>`);
  expect(scene.within({ left: -1, right: 1, bottom: -1, top: 1 })).toEqual(["left", "right", "lamp"]);
  expect(scene.within({ left: -1, right: 0, bottom: -1, top: 1 })).toEqual(["left", "lamp"]);
  expect(scene.within({ left: 0, right: 1, bottom: -1, top: 1 })).toEqual(["right"]);
  // The ball reaches into the rectangle, its middle does not.
  expect(scene.within({ left: 0, right: 0.15, bottom: -1, top: 1 })).toEqual([]);
});

test("[IS10] what is behind the camera is in no rectangle", async () => {
  using scene = await drawn(ball("behind", 0).replace("<pose>0 0", "<pose>-20 0"));
  expect(scene.within({ left: -1, right: 1, bottom: -1, top: 1 })).toEqual([]);
});

/** Draws a world as seen from 10 m in front of its middle along -x; +y is at the left. */
async function drawn(models: string) {
  using sim = await Sim.load(`<sdf version="1.11"><world name="w">${models}</world></sdf>`);
  const copy = new CopiedWorld();
  copy.take(new StateTap(sim.world).take({ exact: true, watch: [] })!);
  const environment = new DeviceEnvironment();
  const shown = new RenderWorld(copy, environment);
  shown.objects.addLayer(shown.lights);
  shown.advance(0);
  const eye = new ViewCamera({ target: { x: 0, y: 0, z: 0 }, distance: 10, azimuth: Math.PI, elevation: 0 });
  const camera = eye.aim(false);
  const { world } = copy;
  const { objects, visuals } = shown;
  return {
    within: (area: PictureArea) =>
      entitiesWithin({ world, camera, objects, visuals }, area).map((entity) => world.get(entity, Name)),
    [Symbol.dispose]: () => {
      shown[Symbol.dispose]();
      environment[Symbol.dispose]();
    },
  };
}
