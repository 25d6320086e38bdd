import { component } from "../ecs/component.ts";
import type { JointScene } from "../scene/joint.ts";
import type { CollisionScene, LinkScene, ModelScene, VisualScene } from "../scene/scene.ts";
import { flag, number, record } from "../ecs/value-rule.ts";
import { IsCollision, IsLink, IsModel, IsVisual } from "./identity.ts";
import { structure } from "./why-locked.ts";

// Parts of a file that no system uses yet, stored so that a saved world has them too. Present only if they differ from
// the defaults.

export const ModelSettings = component(
  "orrery.ModelSettings",
  (): Pick<ModelScene, "allowAutoDisable" | "enableWind"> => ({ allowAutoDisable: true, enableWind: false }),
  { edit: { on: [IsModel], value: record({ allowAutoDisable: flag, enableWind: flag }), presence: "offered" } },
);

export const LinkSettings = component(
  "orrery.LinkSettings",
  (): Pick<LinkScene, "selfCollide" | "enableWind"> => ({
    selfCollide: false,
    enableWind: false,
  }),
  { edit: { on: [IsLink], value: record({ selfCollide: flag, enableWind: flag }), presence: "offered" } },
);

/** kg/m³; SDF's default is water's. */
export const CollisionSettings = component(
  "orrery.CollisionSettings",
  (): Pick<CollisionScene, "density"> => ({
    density: 1000,
  }),
  {
    group: "Geometry",
    rank: 5,
    unit: { density: "kg/m³" },
    edit: { on: [IsCollision], value: record({ density: number({ above: 0 }) }), presence: "offered" },
  },
);

export const VisualSettings = component(
  "orrery.VisualSettings",
  (): Pick<VisualScene, "visibilityFlags"> => ({
    visibilityFlags: 0xffffffff,
  }),
  {
    group: "Material",
    rank: 4,
    edit: {
      on: [IsVisual],
      value: record({ visibilityFlags: number({ least: 0, most: 0xffffffff, whole: true }) }),
      presence: "offered",
    },
  },
);

/** Link names as written in the file, where they differ from the links' own. */
export interface JointSettingsValue extends Pick<
  JointScene,
  "threadPitch" | "gearboxRatio" | "gearboxReferenceBody" | "unusedAxes"
> {
  readonly parentName: string;
  readonly childName: string;
}

export const JointSettings = component(
  "orrery.JointSettings",
  (): JointSettingsValue => ({
    parentName: "",
    childName: "",
    threadPitch: 1,
    gearboxRatio: 1,
    gearboxReferenceBody: "",
  }),
  {
    group: "Joint",
    unit: { threadPitch: "m/turn" },
    affects: ["structure"],
    locked: structure,
  },
);

/** On anything from a file: the file's XML that no component covers. */
export const Extra = component("orrery.Extra", () => "", {
  title: "Other XML of the file",
  locked: structure,
});

/** On an empty model that is the placeholder of a missing one: its URI. */
export const MissingModel = component("orrery.MissingModel", () => "");
