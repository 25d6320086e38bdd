import { Geometry, IsCollision, IsLink, Name, Pose, Surface, WantsContacts } from "@orrery/sim/components";
import { drop, having, rarely, toggle, toOne, type Edit } from "./edit.ts";
import { randomShape, scaled } from "./random-shape.ts";

/** Edits of collisions. */
export const shapeEdits: Readonly<Record<string, Edit>> = {
  "add a shape": toOne(IsLink, ({ world, dice }, link) => {
    const collision = world.create(link);
    world.set(collision, IsCollision, {});
    world.set(collision, Name, `made${collision}`);
    world.set(collision, Geometry, randomShape(dice));
    world.set(collision, Pose, dice.pose(0.3));
  }),
  "remove a shape": rarely(
    0.4,
    toOne(IsCollision, ({ world }, shape) => world.remove(shape)),
  ),
  "make a shape no shape, or one again": rarely(0.3, toOne(Geometry, toggle(IsCollision))),
  "put a shape on another link": toOne(IsCollision, ({ world, dice }, shape) => {
    const links = having(world, IsLink);
    if (links.length > 0) world.setParent(shape, dice.pick(links));
  }),
  "move a shape": toOne(IsCollision, ({ world, dice }, shape) => world.set(shape, Pose, dice.pose(0.2))),
  "take a shape's pose away": rarely(0.2, toOne(IsCollision, drop(Pose))),
  "make a shape another": toOne(IsCollision, ({ world, dice }, shape) =>
    world.set(shape, Geometry, dice.chance(0.2) ? { type: "empty" } : randomShape(dice)),
  ),
  "scale a shape": toOne(IsCollision, ({ world, dice }, shape) =>
    world.set(shape, Geometry, scaled(world.get(shape, Geometry) ?? Geometry.initial(), dice.between(0.5, 1.8))),
  ),
  "change a surface": toOne(IsCollision, ({ world, dice }, shape) =>
    world.set(shape, Surface, {
      ...(world.get(shape, Surface) ?? Surface.initial()),
      mu: dice.between(0, 1),
      mu2: dice.between(0, 1),
      restitution: dice.between(0, 1),
    }),
  ),
  "change whom a shape may touch": toOne(IsCollision, ({ world, dice }, shape) =>
    world.set(shape, Surface, {
      ...(world.get(shape, Surface) ?? Surface.initial()),
      categoryBitmask: dice.pick([0xffff, 1, 2, 3]),
      collideBitmask: dice.pick([0xffff, 0xffff, 1, 2, 0]),
    }),
  ),
  "forget a surface": rarely(0.3, toOne(IsCollision, drop(Surface))),
  "report contacts or not": toOne(IsCollision, toggle(WantsContacts)),
};
