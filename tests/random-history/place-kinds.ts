import { rotationOf, quat, worldPose } from "@orrery/sim";
import { moveEdit, removeEdit, renameEdit, scaleEdit, toPoseMessage } from "@orrery/sim/host";
import { Name } from "@orrery/sim/components";
import { anyOf, lightsOf, loose, nameOf, shifted } from "./placed.ts";
import { called, command, type Kind } from "./request.ts";

/** Commands that move or remove existing things. */
export const placeKinds: Readonly<Record<string, Kind>> = {
  translate: (site, id) => {
    const model = anyOf(site, loose(site));
    return model && command(id, moveEdit(model, shifted(site, model)));
  },
  rotate: (site, id) => {
    const model = anyOf(site, loose(site));
    if (model === undefined) return undefined;
    const pose = worldPose(site.world, model);
    const { x, y, z, w } = quat.multiply(rotationOf(site.dice.pose(0)), rotationOf(pose));
    return command(id, moveEdit(model, { ...pose, qx: x, qy: y, qz: z, qw: w }));
  },
  scale: (site, id) => {
    const model = anyOf(site, loose(site));
    const factor = site.dice.between(0.7, 1.4);
    return model && command(id, scaleEdit(model, { x: factor, y: factor, z: factor }));
  },
  "snap to a surface": (site, id) => {
    const [model, other] = [anyOf(site, loose(site)), anyOf(site, loose(site))];
    if (model === undefined || other === undefined) return undefined;
    const { x, y, z } = worldPose(site.world, other);
    return command(id, moveEdit(model, { x, y, z: z + 0.5, qx: 0, qy: 0, qz: 0, qw: 1 }));
  },
  align: (site, id) => {
    const models = loose(site).filter(() => site.dice.chance(0.4));
    const [first] = models;
    if (first === undefined) return undefined;
    const { y } = worldPose(site.world, first);
    return command(id, ...models.map((model) => moveEdit(model, { ...worldPose(site.world, model), y })));
  },
  "set a pose as Gazebo does": (site, id) => {
    const model = anyOf(site, loose(site));
    if (model === undefined) return undefined;
    const value = { header: called(id), name: nameOf(site, model), ...toPoseMessage(shifted(site, model)) };
    return { service: "set_pose", type: "gz.msgs.Pose", value };
  },
  "set several poses as Gazebo does": (site, id) => {
    const models = loose(site).filter(() => site.dice.chance(0.3));
    if (models.length === 0) return undefined;
    const pose = models.map((model) => ({ id: model, ...toPoseMessage(shifted(site, model)) }));
    return { service: "set_pose_vector", type: "gz.msgs.Pose_V", value: { header: called(id), pose } };
  },
  "move a light": (site, id) => {
    const light = anyOf(site, lightsOf(site));
    return light && command(id, moveEdit(light, shifted(site, light)));
  },
  delete: (site, id) => {
    const models = loose(site);
    return models.length < 3 ? undefined : command(id, removeEdit(site.dice.pick(models)));
  },
  "delete several": (site, id) => {
    const models = loose(site);
    const some = models.filter(() => site.dice.chance(0.2));
    return some.length === 0 || models.length < 6 ? undefined : command(id, ...some.map(removeEdit));
  },
  "delete as Gazebo does": (site, id) => {
    const models = loose(site);
    if (models.length < 3) return undefined;
    const value = { header: called(id), name: nameOf(site, site.dice.pick(models)), type: "MODEL" };
    return { service: "remove", type: "gz.msgs.Entity", value };
  },
  rename: (site, id) => {
    const models = loose(site);
    const model = anyOf(site, models);
    return (
      model && command(id, renameEdit(model, `${site.world.get(model, Name)!.slice(0, 12)}_${site.dice.below(9)}`))
    );
  },
};
