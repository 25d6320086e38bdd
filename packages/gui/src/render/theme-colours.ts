import type { Rgb } from "./surfaces.ts";

/** The colours of a scene: the page's, by the names of their tokens. */
export interface ThemeColours {
  readonly skyTop: Rgb;
  readonly skyHorizon: Rgb;
  readonly ground: Rgb;
  readonly gridLine: Rgb;
  readonly accent: Rgb;
  readonly background: Rgb;
  readonly text: Rgb;
  readonly muted: Rgb;
  readonly bad: Rgb;
  readonly collision: Rgb;
  readonly inertia: Rgb;
  readonly axisX: Rgb;
  readonly axisY: Rgb;
  readonly axisZ: Rgb;
  readonly people: readonly Rgb[];
  readonly isLight: boolean;
}
