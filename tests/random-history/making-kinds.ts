import { createEdit, toPoseMessage } from "@orrery/sim/host";
import { randomModel } from "../random-edits/random-model.ts";
import { randomShape, shapeXml, type Shape } from "../random-edits/random-shape.ts";
import { lamp, rockXml } from "./history-world.ts";
import { anyOf, hasRoom, lightsOf, loose, nameOf, shifted } from "./placed.ts";
import { called, command, type Kind } from "./request.ts";

/** Commands that create something. */
export const makingKinds: Readonly<Record<string, Kind>> = {
  "insert a shape": (site, id) =>
    hasRoom(site)
      ? command(id, createEdit({ sdf: sdf(shape(randomShape(site.dice))), allow_renaming: true }))
      : undefined,
  "insert a mechanism": (site, id) =>
    hasRoom(site)
      ? command(id, createEdit({ sdf: sdf(randomModel(site.dice, "new")), allow_renaming: true }))
      : undefined,
  "insert several": (site, id) => {
    if (!hasRoom(site)) return undefined;
    const models = [shape(randomShape(site.dice)), randomModel(site.dice, "new")];
    return command(id, ...models.map((text) => createEdit({ sdf: sdf(text), allow_renaming: true })));
  },
  "insert a mesh": (site, id) =>
    hasRoom(site) ? command(id, createEdit({ sdf: sdf(solid(rockXml)), allow_renaming: true })) : undefined,
  "insert a light": (site, id) =>
    lightsOf(site).length > 6
      ? undefined
      : command(id, createEdit({ sdf: sdf(lamp("new_lamp", "point")), allow_renaming: true })),
  "insert as Gazebo does": (site, id) => {
    if (!hasRoom(site)) return undefined;
    const value = { header: called(id), sdf: sdf(shape(randomShape(site.dice))), allow_renaming: true };
    return { service: "create", type: "gz.msgs.EntityFactory", value };
  },
  paste: (site, id) => {
    const model = anyOf(site, loose(site));
    if (model === undefined || !hasRoom(site)) return undefined;
    const pose = toPoseMessage(shifted(site, model));
    return command(id, createEdit({ clone_name: nameOf(site, model), allow_renaming: true, pose }));
  },
  "paste several": (site, id) => {
    const models = loose(site).filter(() => site.dice.chance(0.15));
    if (models.length === 0 || !hasRoom(site)) return undefined;
    const copy = (model: (typeof models)[number]) =>
      createEdit({ clone_name: nameOf(site, model), allow_renaming: true, pose: toPoseMessage(shifted(site, model)) });
    return command(id, ...models.map(copy));
  },
};

function sdf(content: string): string {
  return `<sdf version="1.9">${content}</sdf>`;
}

function shape(geometry: Shape): string {
  return solid(shapeXml(geometry));
}

function solid(xml: string): string {
  return `<model name="new"><pose>0 0 2 0 0 0</pose><link name="link"><inertial auto="true"/>
    <collision name="c">${xml}</collision><visual name="v">${xml}</visual></link></model>`;
}
