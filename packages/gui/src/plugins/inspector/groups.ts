/** Where a component stands, from top to bottom. */
export const groups = [
  "Identity",
  "Pose",
  "Behaviour",
  "Motion",
  "Joint",
  "Geometry",
  "Material",
  "Mass and inertia",
  "Surface",
  "Light",
  "Sensor",
  "Actor",
  "World",
  "Systems",
  "Other",
] as const;

export type Group = (typeof groups)[number];

export function groupOf(component: string): Group {
  const short = component.slice(component.lastIndexOf(".") + 1);
  return GROUPS.get(short) ?? (/^Joint[A-Z]/.test(short) ? "Joint" : "Other");
}

const GROUPS: ReadonlyMap<string, Group> = new Map(
  (
    [
      ["Identity", "Name"],
      ["Pose", "Pose WorldPose"],
      ["Behaviour", "GravityEnabled"],
      [
        "Motion",
        "WorldLinearVelocity WorldAngularVelocity WorldLinearAcceleration WorldAngularAcceleration LinearVelocityCmd AngularVelocityCmd ExternalWorldWrenchCmd Pushes VelocityDecay",
      ],
      ["Joint", "JointPosition JointVelocity JointType JointLinks JointAxes"],
      ["Geometry", "Geometry Solid SolidOf SolidScale CollisionSettings"],
      ["Material", "Material Transparency CastShadows VisualSettings"],
      ["Mass and inertia", "Inertial"],
      ["Surface", "Surface Contacts"],
      ["Light", "Light"],
      ["Sensor", "Sensor"],
      ["Actor", "Actor"],
      ["World", "SimClock Physics PhysicsEngine Gravity MagneticField Scene Seed"],
      ["Systems", "SystemPluginInfo DefaultPlugins FailedSystems"],
    ] as const satisfies readonly (readonly [Group, string])[]
  ).flatMap(([group, names]) => names.split(" ").map((name) => [name, group] as const)),
);

/** Within a group the order above; others follow by name. */
export function rankOf(component: string): number {
  const short = component.slice(component.lastIndexOf(".") + 1);
  const rank = RANKS.get(short);
  return rank ?? RANKS.size;
}

const RANKS: ReadonlyMap<string, number> = new Map([...GROUPS.keys()].map((name, i) => [name, i]));
