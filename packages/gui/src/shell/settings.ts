import { kept } from "../client/kept.ts";
import { isNavigationName, type NavigationName } from "./navigation.ts";

export type Theme = "system" | "dark" | "light";

/** What this person prefers on this machine; kept by the browser. */
export class Settings {
  readonly theme = kept<Theme>(
    "theme",
    "system",
    (value) => value === "dark" || value === "light" || value === "system",
  );
  /** Which tool's habits the mouse has in the scene. */
  readonly navigation = kept<NavigationName>("navigation", "orrery", isNavigationName);
  /** How others see this person; empty until they say. */
  readonly name = kept("name", "", (value) => typeof value === "string");
}
