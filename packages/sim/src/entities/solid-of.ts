import { Solid, SolidOf, SolidScale } from "../components/geometry.ts";
import { noEntity, type Entity } from "../ecs/entities.ts";
import type { World } from "../ecs/world.ts";
import { solidHeightmap, solidMesh, type Solid as SolidData } from "../scene/solid.ts";
import type { Vec3 } from "../base/vec3.ts";

/**
 * Returns the solid of a collision, stretched as the collision was scaled; `undefined` if its file could not be read,
 * or its shape needs none.
 */
export function solidOf(world: World, collision: Entity): SolidData | undefined {
  const solid = world.get((world.get(collision, SolidOf)?.entity ?? noEntity) as Entity, Solid);
  const factors = world.get(collision, SolidScale);
  return solid === undefined || factors === undefined ? solid : stretched(solid, factors);
}

/**
 * Number of stretched copies of a solid to cache: engines request the same ones repeatedly, while each copy of a drag
 * is used once.
 */
const REMEMBERED = 16;
const remembered = new WeakMap<SolidData, Map<string, SolidData>>();

/** Stretches a solid. The result depends on the two arguments alone, and is the same object as long as it is cached. */
function stretched(solid: SolidData, { x, y, z }: Vec3): SolidData {
  const key = `${x} ${y} ${z}`;
  let known = remembered.get(solid);
  if (known === undefined) remembered.set(solid, (known = new Map<string, SolidData>()));
  let made = known.get(key);
  if (made !== undefined) return made;
  made =
    solid.type === "mesh"
      ? solidMesh(
          solid.vertices.map((value, i) => value * (i % 3 === 0 ? x : i % 3 === 1 ? y : z)),
          solid.indices,
        )
      : solidHeightmap({
          ...solid,
          heights: solid.heights.map((height) => height * z),
          size: { x: solid.size.x * x, y: solid.size.y * y },
        });
  known.set(key, made);
  if (known.size > REMEMBERED) known.delete(known.keys().next().value!);
  return made;
}
