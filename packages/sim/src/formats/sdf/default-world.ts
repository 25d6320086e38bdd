import type { Scene, WorldScene } from "../../scene/scene.ts";
import { MemoryResources } from "../memory-resources.ts";
import { DEFAULT_WORLD } from "./built-in-models.ts";
import { parseSdf } from "./load-sdf.ts";

/**
 * Returns a world with ground and sun around the model, robot, light or actor of a file; `undefined` if the file has
 * none.
 */
export async function defaultWorldAround({ models, lights, actors }: Scene): Promise<WorldScene | undefined> {
  if (models.length + lights.length + actors.length === 0) return undefined;
  const { scene } = await parseSdf(DEFAULT_WORLD, "", new MemoryResources({}));
  const world = scene.worlds[0]!;
  const isTaken = (name: string): boolean => [...models, ...lights, ...actors].some((one) => one.name === name);
  return {
    ...world,
    // A file that is itself a ground needs no second one.
    models: [...world.models.filter(({ name }) => !isTaken(name)), ...models],
    lights: [...world.lights.filter(({ name }) => !isTaken(name)), ...lights],
    actors,
  };
}
