import { kept } from "../client/kept.ts";

export type Theme = "system" | "dark" | "light";

/** What this person prefers on this machine; kept by the browser. */
export class Settings {
  readonly theme = kept<Theme>(
    "theme",
    "system",
    (value) => value === "dark" || value === "light" || value === "system",
  );
  /** How others see this person; empty until they say. */
  readonly name = kept("name", "", (value) => typeof value === "string");
}
