import { component, numeric } from "../ecs/component.ts";
import type { Geometry as GeometryData, Material as MaterialData } from "../scene/geometry.ts";

/** Of a collision or a visual. */
export const Geometry = component("gz_sim_components.Geometry", (): GeometryData => ({ type: "empty" }));

export const Material = component<MaterialData | undefined>("gz_sim_components.Material", () => undefined);

export const CastShadows = component("gz_sim_components.CastShadows", () => true);

/** 0 opaque to 1 invisible. */
export const Transparency = numeric("gz_sim_components.Transparency", { amount: 0 });
