import { component, numeric, tag } from "../ecs/component.ts";

/** Unique among siblings of one kind. */
export const Name = component("gz_sim_components.Name", () => "", { group: "Identity", rank: 1 });

export const IsWorld = tag("gz_sim_components.World");
export const IsModel = tag("gz_sim_components.Model", { affects: ["structure"] });
export const IsLink = tag("gz_sim_components.Link", { affects: ["look", "structure"] });
export const IsJoint = tag("gz_sim_components.Joint", { affects: ["look", "structure"] });
export const IsCollision = tag("gz_sim_components.Collision", { affects: ["look", "body"] });
export const IsVisual = tag("gz_sim_components.Visual", { affects: ["look"] });
export const IsLight = tag("gz_sim_components.Light", { affects: ["look"] });
export const IsActor = tag("orrery.IsActor", { title: "Actor" });
export const IsSensor = tag("gz_sim_components.Sensor");

/** On the link whose motion the frame of its top-level model follows. */
export const IsCanonical = tag("gz_sim_components.CanonicalLink", { affects: ["structure"] });

/** On a nested model whose frame follows a link other than its first one: that link. */
export const ModelCanonicalLink = numeric(
  "gz_sim_components.ModelCanonicalLink",
  { link: 0 },
  { affects: ["structure"] },
);

/** On a model: it never moves by itself. */
export const IsStatic = tag("gz_sim_components.Static", {
  group: "Behaviour",
  rank: 1,
  affects: ["look", "structure"],
  edit: { on: [IsModel], presence: "optional" },
  toggle: { hint: "It never moves by itself" },
});
