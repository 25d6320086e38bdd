import { kept } from "../client/kept.ts";
import { isNavigationName, type NavigationName } from "./navigation.ts";

export type Theme = "system" | "dark" | "light";

/** Preferences of this person on this machine, stored by the browser. */
export class Settings {
  readonly theme = kept<Theme>(
    "theme",
    "system",
    (value) => value === "dark" || value === "light" || value === "system",
  );
  /** The tool whose mouse habits apply in the scene. */
  readonly navigation = kept<NavigationName>("navigation", "orrery", isNavigationName);
  /** The name that others see; empty until it is set. */
  readonly name = kept("name", "", (value) => typeof value === "string");
}
