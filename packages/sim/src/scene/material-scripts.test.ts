import { expect, test } from "vitest";
import { coloredByScript } from "./material-scripts.ts";
import type { Material } from "./geometry.ts";

const black = { r: 0, g: 0, b: 0, a: 1 };
const plain: Material = {
  ambient: black,
  diffuse: black,
  specular: black,
  emissive: black,
  doubleSided: false,
  pbr: undefined,
};
const diffuseOf = (script: string): unknown => coloredByScript({ ...plain, script }).diffuse;

test("[SD38] a material without colours has those of Gazebo's script that it names, glowing or half transparent ones, too", () => {
  expect(diffuseOf("Gazebo/Red")).toEqual({ r: 1, g: 0, b: 0, a: 1 });
  expect(diffuseOf("Gazebo/Grey")).toEqual({ r: 0.7, g: 0.7, b: 0.7, a: 1 });
  expect(diffuseOf("Gazebo/BlueTransparent")).toEqual({ r: 0, g: 0, b: 1, a: 0.5 });
  expect(coloredByScript({ ...plain, script: "Gazebo/GreenGlow" }).emissive).toEqual({ r: 0, g: 1, b: 0, a: 1 });
});

test("[SD38] its own colours come first, and a script of others changes nothing", () => {
  const own = { ...plain, diffuse: { r: 0, g: 0.5, b: 0, a: 1 }, script: "Gazebo/Red" };
  expect(coloredByScript(own)).toBe(own);
  const other = { ...plain, script: "constructor" };
  expect(coloredByScript(other)).toEqual(other);
});
