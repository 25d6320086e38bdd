import { Color, SRGBColorSpace } from "three";
import type { Rgb } from "../../render/surfaces.ts";
import type { ThemeColours } from "../../render/theme-colours.ts";
import { readToken } from "../../style/tokens.ts";

/** Reads the page's colours from its style sheet. */
export function readThemeColours(): ThemeColours {
  const colour = (name: string): Rgb => {
    const parsed = new Color().setStyle(readToken(name), SRGBColorSpace);
    const { r, g, b } = parsed.getRGB({ r: 0, g: 0, b: 0 }, SRGBColorSpace);
    return { r, g, b };
  };
  return {
    skyTop: colour("--scene-sky-top"),
    skyHorizon: colour("--scene-sky-horizon"),
    ground: colour("--scene-ground"),
    gridLine: colour("--scene-grid"),
    accent: colour("--accent"),
    background: colour("--background"),
    text: colour("--text"),
    muted: colour("--muted"),
    bad: colour("--bad"),
    collision: colour("--scene-collision"),
    inertia: colour("--scene-inertia"),
    axisX: colour("--axis-x"),
    axisY: colour("--axis-y"),
    axisZ: colour("--axis-z"),
    people: Array.from({ length: 8 }, (_, i) => colour(`--person-${i}`)),
    isLight: getComputedStyle(document.documentElement).colorScheme.includes("light"),
  };
}
