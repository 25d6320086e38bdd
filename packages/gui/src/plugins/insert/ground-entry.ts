import type { PaletteEntry } from "./palette-entry.ts";

/** A level static ground of 100 × 100 m, for worlds without one. */
export const groundEntry: PaletteEntry = {
  id: "shape.ground",
  section: "shapes",
  title: "Ground",
  summary: "A level plane of 100 × 100 m that does not move",
  thumbnail: "",
  liftMetres: 0,
  things: [
    {
      kind: "model",
      name: "ground",
      sdf: `<sdf version="1.11"><model name="ground"><static>true</static><link name="link">
    <collision name="collision"><geometry><plane><normal>0 0 1</normal><size>100 100</size></plane></geometry></collision>
    <visual name="visual">
      <geometry><plane><normal>0 0 1</normal><size>100 100</size></plane></geometry>
      <material>
        <ambient>0.6 0.6 0.6 1</ambient>
        <diffuse>0.6 0.6 0.6 1</diffuse>
        <specular>0.05 0.05 0.05 1</specular>
      </material>
    </visual>
  </link></model></sdf>`,
    },
  ],
};
