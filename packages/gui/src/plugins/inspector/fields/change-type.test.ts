import { Light } from "@orrery/sim/components";
import { expect, test } from "vitest";
import { lightOfType, shapeOfType } from "./change-type.ts";

const box = { type: "box", size: { x: 0.4, y: 0.6, z: 1 } } as const;

test.each([
  ["sphere", { type: "sphere", radius: 0.2 }],
  ["cylinder", { type: "cylinder", radius: 0.2, length: 1 }],
  ["cone", { type: "cone", radius: 0.2, length: 1 }],
  ["capsule", { type: "capsule", radius: 0.2, length: 0.6 }],
  ["ellipsoid", { type: "ellipsoid", radii: { x: 0.2, y: 0.3, z: 0.5 } }],
  ["plane", { type: "plane", normal: { x: 0, y: 0, z: 1 }, size: { x: 0.4, y: 0.6 } }],
  ["box", box],
  // A mesh needs a file.
  ["mesh", box],
])("[IN32] a box of 0.4 m by 0.6 m by 1 m as a %s fits into it", (type, shape) => {
  expect(shapeOfType(box, type)).toEqual(shape);
});

test.each([
  [
    { type: "sphere", radius: 0.5 },
    { x: 1, y: 1, z: 1 },
  ],
  [
    { type: "cylinder", radius: 0.5, length: 3 },
    { x: 1, y: 1, z: 3 },
  ],
  [
    { type: "capsule", radius: 0.5, length: 3 },
    { x: 1, y: 1, z: 4 },
  ],
  [
    { type: "ellipsoid", radii: { x: 1, y: 2, z: 3 } },
    { x: 2, y: 4, z: 6 },
  ],
  [
    { type: "plane", normal: { x: 0, y: 0, z: 1 }, size: { x: 8, y: 9 } },
    { x: 8, y: 9, z: 1 },
  ],
  [{ type: "empty" }, { x: 1, y: 1, z: 1 }],
] as const)("[IN32] %j as a box is one around it", (shape, size) => {
  expect(shapeOfType(shape, "box")).toEqual({ type: "box", size });
});

test("[IN32] what is low becomes a capsule that has a length", () => {
  expect(shapeOfType({ type: "box", size: { x: 1, y: 1, z: 1 } }, "capsule")).toEqual({
    type: "capsule",
    radius: 0.25,
    length: 0.5,
  });
});

test("[IN32] a light that becomes a spot has a cone; one that had one keeps it", () => {
  const light = Light.initial();
  expect(lightOfType(light, "spot")).toMatchObject({ type: "spot", spotOuterAngle: Math.PI / 4, spotFalloff: 1 });
  const narrow = { ...light, spotInnerAngle: 0.1, spotOuterAngle: 0.2 };
  expect(lightOfType(narrow, "spot")).toEqual({ ...narrow, type: "spot" });
  expect(lightOfType(light, "directional")).toEqual({ ...light, type: "directional" });
});
