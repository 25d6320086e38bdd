import { component, numeric, tag } from "../ecs/component.ts";

/** Unique among siblings of one kind. */
export const Name = component("gz_sim_components.Name", () => "", { group: "Identity", rank: 1 });

export const IsWorld = tag("gz_sim_components.World");
export const IsModel = tag("gz_sim_components.Model");
export const IsLink = tag("gz_sim_components.Link");
export const IsJoint = tag("gz_sim_components.Joint");
export const IsCollision = tag("gz_sim_components.Collision");
export const IsVisual = tag("gz_sim_components.Visual");
export const IsLight = tag("gz_sim_components.Light");
export const IsActor = tag("orrery.IsActor", { title: "Actor" });
export const IsSensor = tag("gz_sim_components.Sensor");

/** The link that the frame of its model, the one right below the world, moves with; on the link. */
export const IsCanonical = tag("gz_sim_components.CanonicalLink");

/** On a nested model whose frame moves with another link than its first one: that link. */
export const ModelCanonicalLink = numeric("gz_sim_components.ModelCanonicalLink", { link: 0 });

/** On a model: it never moves by itself. */
export const IsStatic = tag("gz_sim_components.Static");
