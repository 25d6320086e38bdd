import type { PaletteEntry } from "./palette-entry.ts";

/** kg/m³: light wood. Heavier things would not be moved by a robot of the same size. */
const DENSITY = 500;

interface ShapeWords {
  readonly id: string;
  readonly title: string;
  readonly geometry: string;
  /** Red, green, blue of a surface. */
  readonly colour: string;
}

const SHAPES: readonly ShapeWords[] = [
  { id: "box", title: "Box", geometry: "<box><size>0.5 0.5 0.5</size></box>", colour: "0.80 0.60 0.26" },
  { id: "sphere", title: "Sphere", geometry: "<sphere><radius>0.25</radius></sphere>", colour: "0.36 0.48 0.60" },
  {
    id: "cylinder",
    title: "Cylinder",
    geometry: "<cylinder><radius>0.25</radius><length>0.5</length></cylinder>",
    colour: "0.48 0.61 0.50",
  },
  {
    id: "capsule",
    title: "Capsule",
    geometry: "<capsule><radius>0.15</radius><length>0.4</length></capsule>",
    colour: "0.74 0.46 0.37",
  },
  {
    id: "cone",
    title: "Cone",
    geometry: "<cone><radius>0.25</radius><length>0.5</length></cone>",
    colour: "0.50 0.41 0.54",
  },
  {
    id: "ellipsoid",
    title: "Ellipsoid",
    geometry: "<ellipsoid><radii>0.3 0.2 0.15</radii></ellipsoid>",
    colour: "0.86 0.82 0.74",
  },
];

export const shapeEntries: readonly PaletteEntry[] = SHAPES.map(({ id, title, geometry, colour }) => ({
  id: `shape.${id}`,
  section: "shapes",
  title,
  summary: "",
  thumbnail: "",
  liftMetres: 0,
  things: [{ kind: "model", name: id, sdf: shapeSdf(id, geometry, colour) }],
}));

const LIGHTS = [
  {
    id: "point_light",
    title: "Point",
    type: "point",
    liftMetres: 1.5,
    settings: "<attenuation><range>10</range><constant>0.6</constant><linear>0.1</linear></attenuation>",
  },
  {
    id: "spot_light",
    title: "Spot",
    type: "spot",
    liftMetres: 2,
    settings: `<attenuation><range>12</range><constant>0.6</constant><linear>0.1</linear></attenuation>
    <direction>0 0 -1</direction>
    <spot><inner_angle>0.4</inner_angle><outer_angle>0.7</outer_angle><falloff>1</falloff></spot>`,
  },
  {
    id: "directional_light",
    title: "Directional",
    type: "directional",
    liftMetres: 3,
    settings: "<cast_shadows>true</cast_shadows><direction>-0.5 0.3 -0.8</direction>",
  },
] as const;

/** Placed above what is under the pointer: a light in the ground would light nothing. */
export const lightEntries: readonly PaletteEntry[] = LIGHTS.map(({ id, title, type, liftMetres, settings }) => ({
  id: `light.${id}`,
  section: "lights",
  title,
  summary: `${title} light`,
  thumbnail: "",
  liftMetres,
  things: [
    {
      kind: "light",
      name: id,
      sdf: `<sdf version="1.11"><light name="${id}" type="${type}">
    <diffuse>0.95 0.92 0.85 1</diffuse>
    <specular>0.2 0.2 0.2 1</specular>
    ${settings}
  </light></sdf>`,
    },
  ],
}));

function shapeSdf(name: string, geometry: string, colour: string): string {
  return `<sdf version="1.11"><model name="${name}"><link name="link">
    <inertial auto="true"/>
    <collision name="collision">
      <density>${DENSITY}</density>
      <geometry>${geometry}</geometry>
    </collision>
    <visual name="visual">
      <geometry>${geometry}</geometry>
      <material>
        <ambient>${colour} 1</ambient>
        <diffuse>${colour} 1</diffuse>
        <specular>0.15 0.15 0.15 1</specular>
      </material>
    </visual>
  </link></model></sdf>`;
}
