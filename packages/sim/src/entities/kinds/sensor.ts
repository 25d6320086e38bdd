import { IsSensor } from "../../components/identity.ts";
import { Sensor } from "../../components/sensor.ts";
import type { SensorScene } from "../../scene/scene.ts";
import type { Kind } from "./kind.ts";
import { saveNamed, spawnNamed, stored } from "./stored.ts";
import { savePartPlugins, spawnPlugins } from "./systems.ts";

export const sensor: Kind<SensorScene> = {
  tag: IsSensor,

  spawn(world, parent, scene) {
    const { name: _, pose: __, plugins, ...settings } = scene;
    const entity = spawnNamed(world, parent, scene);
    world.set(entity, IsSensor, {});
    world.set(entity, Sensor, settings);
    spawnPlugins(world, entity, plugins);
    return entity;
  },

  save(world, entity) {
    return { ...saveNamed(world, entity), ...stored(world, entity, Sensor), ...savePartPlugins(world, entity) };
  },
};
