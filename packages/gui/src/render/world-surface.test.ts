import { describe, expect, test } from "vitest";
import { surfaceKey } from "./surfaces.ts";
import { calmed, isNeutral, plainSurface, worldSurface } from "./world-surface.ts";

const grey = { r: 0.5, g: 0.5, b: 0.5, a: 1 };
const none = { r: 0, g: 0, b: 0, a: 1 };
const material = {
  ambient: grey,
  diffuse: grey,
  specular: none,
  emissive: none,
  doubleSided: false,
  pbr: undefined,
};

describe("surfaces", () => {
  test("[SC6] what has no material is a plain light grey", () => {
    expect(worldSurface(undefined, 0)).toEqual(plainSurface);
    expect(isNeutral(plainSurface)).toBe(true);
  });

  test("[SC6] pure primaries are drawn a little inside of the cube of colours; others as they are", () => {
    const { r, g, b } = calmed({ r: 1, g: 0, b: 0 });
    expect(r).toBeLessThan(0.95);
    expect(Math.min(g, b)).toBeGreaterThan(0.03);
    expect(r).toBeGreaterThan(8 * g);
    expect(calmed({ r: 0.8, g: 0.6, b: 0.26 })).toEqual({ r: 0.8, g: 0.6, b: 0.26 });
  });

  test("[SC6] transparency of material and visual go together", () => {
    const { opacity } = worldSurface({ ...material, diffuse: { ...grey, a: 0.5 } }, 0.5);
    expect(opacity).toBe(0.25);
  });

  test("[SC6] brighter highlights are smoother, and PBR says it itself", () => {
    const rough = worldSurface(material, 0);
    const shiny = worldSurface({ ...material, specular: { r: 0.8, g: 0.8, b: 0.8, a: 1 } }, 0);
    expect(shiny.roughness).toBeLessThan(rough.roughness);
    const pbr = {
      from: "w.sdf",
      metalness: 1,
      roughness: 0.2,
      albedoMap: "a.png",
      normalMap: "",
      metalnessMap: "",
      roughnessMap: "",
      emissiveMap: "",
      ambientOcclusionMap: "",
    };
    const metal = worldSurface({ ...material, pbr }, 0);
    expect(metal).toMatchObject({ metalness: 1, roughness: 0.2 });
    expect(metal.maps).toEqual({ albedo: { key: "a.png", uri: "a.png", from: "w.sdf", isFlipped: true } });
    expect(surfaceKey(metal)).not.toBe(surfaceKey(rough));
  });
});
