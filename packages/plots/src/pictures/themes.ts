export type ThemeName = "paper" | "dark" | "light";

/** Colours of a picture, as #rrggbb. */
export interface Theme {
  readonly background: string;
  /** Within the frames. */
  readonly frame: string;
  readonly grid: string;
  /** The border of a frame, and ticks. */
  readonly axis: string;
  readonly text: string;
  /** Labels of ticks, runs, annotations. */
  readonly muted: string;
  /** The play head, and nothing else. */
  readonly accent: string;
  readonly curves: readonly string[];
  /** Width of frames, ticks and grids in px: one pixel on screens, finer on paper. */
  readonly hairline: number;
}

/**
 * Colours of curves on dark ground: blue, orange, green, pink, cyan, red, lime, violet. The test of this file checks
 * them: any two are at least 18 (CIEDE2000) apart for most people, 11 without red or green cones, 9 without blue ones.
 * Each has a contrast of 3 or more with the ground, and is at least 18 away from the accent.
 */
const ON_DARK = ["#268bef", "#ed7a3b", "#32b67d", "#e081b8", "#83e8e9", "#d34d4a", "#cdd851", "#c0acf9"];
/** The same hues on light ground and on paper, checked likewise. */
const ON_LIGHT = ["#4a73e2", "#dc5402", "#16744c", "#ac427c", "#1c98a9", "#8e1d18", "#7f8d56", "#6b2fbc"];

/** The colours of the page in its two themes, and black on white. A page may pass its own instead. */
export const THEMES: Readonly<Record<ThemeName, Theme>> = {
  paper: {
    background: "#ffffff",
    frame: "#ffffff",
    grid: "#e4e4e0",
    axis: "#4a4d52",
    text: "#000000",
    muted: "#4a4d52",
    accent: "#9a6a12",
    curves: ON_LIGHT,
    hairline: 0.6,
  },
  dark: {
    background: "#1a1d23",
    frame: "#14161a",
    grid: "#23272e",
    axis: "#4a525e",
    text: "#e7e9ec",
    muted: "#98a1ad",
    accent: "#d8a13f",
    curves: ON_DARK,
    hairline: 1,
  },
  light: {
    background: "#f6f6f4",
    frame: "#ffffff",
    grid: "#eaeae6",
    axis: "#b7b9b6",
    text: "#1c1e21",
    muted: "#62686f",
    accent: "#9a6a12",
    curves: ON_LIGHT,
    hairline: 1,
  },
};

/** Returns the colour of a curve by its index, which may be any number. */
export function curveColour(theme: Theme, index: number): string {
  const count = theme.curves.length;
  const whole = Number.isFinite(index) ? Math.trunc(index) : 0;
  return theme.curves[((whole % count) + count) % count] ?? theme.text;
}
