import { component } from "../ecs/component.ts";
import type { JointScene } from "../scene/joint.ts";
import type { CollisionScene, LinkScene, ModelScene, VisualScene } from "../scene/scene.ts";

// What a file says and no system asks for yet, so that a saved world says it too. Only where it is not the default.

export const ModelSettings = component(
  "orrery.ModelSettings",
  (): Pick<ModelScene, "allowAutoDisable" | "enableWind"> => ({ allowAutoDisable: true, enableWind: false }),
);

export const LinkSettings = component("orrery.LinkSettings", (): Pick<LinkScene, "selfCollide" | "enableWind"> => ({
  selfCollide: false,
  enableWind: false,
}));

/** kg/m³; SDF's default is water's. */
export const CollisionSettings = component(
  "orrery.CollisionSettings",
  (): Pick<CollisionScene, "density"> => ({
    density: 1000,
  }),
  { group: "Geometry", rank: 5, unit: { density: "kg/m³" } },
);

export const VisualSettings = component(
  "orrery.VisualSettings",
  (): Pick<VisualScene, "visibilityFlags"> => ({
    visibilityFlags: 0xffffffff,
  }),
  { group: "Material", rank: 4 },
);

/** Names as written where they are not those of the links. */
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
  { group: "Joint", unit: { threadPitch: "m/turn" }, affects: ["structure"] },
);

/** On anything of a file: what it says beyond all components, as XML. */
export const Extra = component("orrery.Extra", () => "", { title: "Other XML of the file" });

/** On an empty model that stands in the place of one that could not be found: the URI that was looked for. */
export const MissingModel = component("orrery.MissingModel", () => "");
