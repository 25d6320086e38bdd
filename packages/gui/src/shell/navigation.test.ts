import { expect, test } from "vitest";
import {
  actionOf,
  mouseWords,
  navigationNames,
  navigations,
  type Navigation,
  type NavigationName,
} from "./navigation.ts";

const held = (key?: "Shift" | "Ctrl") => ({ shift: key === "Shift", ctrl: key === "Ctrl" });

test("[SC19] each preset moves the camera as the tool does that it is named after", () => {
  const actions = (name: NavigationName) =>
    ([0, 1, 2] as const).map((button) => actionOf(navigations[name], button, held()));
  expect(Object.fromEntries(navigationNames.map((name) => [name, actions(name)]))).toEqual({
    orrery: ["orbit", "zoom", "pan"],
    blender: ["select", "orbit", undefined],
    gazebo: ["pan", "orbit", "zoom"],
    onshape: ["select", "pan", "orbit"],
  });
});

test("[SC19] a key makes a drag another one; one that means nothing there changes nothing", () => {
  const { blender, orrery } = navigations;
  expect(actionOf(blender, 1, held("Shift"))).toBe("pan");
  expect(actionOf(blender, 1, held("Ctrl"))).toBe("zoom");
  expect(actionOf(orrery, 1, held("Shift"))).toBe("zoom");
});

test("[SC19] with every preset the camera orbits, pans and zooms, and Ctrl selects in a rectangle", () => {
  for (const name of navigationNames) {
    const { drags } = navigations[name];
    expect(new Set(drags.map(({ action }) => action))).toEqual(new Set(["orbit", "pan", "zoom", "select"]));
    expect(actionOf(navigations[name], 0, held("Ctrl"))).toBe("select");
    // Ctrl and the right button push things.
    const ctrl: Navigation["drags"] = drags;
    expect(ctrl.filter(({ button, key }) => button === 2 && key === "Ctrl")).toEqual([]);
  }
});

test("[SC19] the help says what the preset does", () => {
  expect(new Map(mouseWords(navigations.blender)).get("Pan")).toBe("Shift and middle drag");
  expect(new Map(mouseWords(navigations.orrery)).get("Pan")).toBe("right drag, or Shift and left drag");
  expect(new Map(mouseWords(navigations.gazebo)).get("Zoom")).toBe("wheel, or right drag");
});
