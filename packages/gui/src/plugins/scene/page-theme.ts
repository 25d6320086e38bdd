import { Color, SRGBColorSpace } from "three";
import type { Rgb } from "../../render/surfaces.ts";
import type { ThemeColours } from "../../render/theme-colours.ts";

/** Reads the page's colours from its style sheet. */
export function readThemeColours(): ThemeColours {
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string): Rgb => {
    const parsed = new Color().setStyle(style.getPropertyValue(name).trim(), SRGBColorSpace);
    const { r, g, b } = parsed.getRGB({ r: 0, g: 0, b: 0 }, SRGBColorSpace);
    return { r, g, b };
  };
  return {
    skyTop: colour("--scene-sky-top"),
    skyHorizon: colour("--scene-sky-horizon"),
    ground: colour("--scene-ground"),
    gridLine: colour("--scene-grid"),
    accent: colour("--accent"),
    text: colour("--text"),
    muted: colour("--muted"),
    bad: colour("--bad"),
    collision: colour("--scene-collision"),
    inertia: colour("--scene-inertia"),
    axisX: colour("--axis-x"),
    axisY: colour("--axis-y"),
    axisZ: colour("--axis-z"),
    people: Array.from({ length: 8 }, (_, i) => colour(`--person-${i}`)),
    isLight: style.colorScheme.includes("light"),
  };
}

/** Calls back when the page's colours have changed, by the user's choice or the system's. */
export function onThemeChange(listener: () => void): Disposable {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
  const media = matchMedia("(prefers-color-scheme: light)");
  media.addEventListener("change", listener);
  return {
    [Symbol.dispose]: () => {
      observer.disconnect();
      media.removeEventListener("change", listener);
    },
  };
}
