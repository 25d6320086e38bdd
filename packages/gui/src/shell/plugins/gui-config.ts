import type { Arrangement } from "../dock/layout.ts";
import type { Theme } from "../settings.ts";

/** A server's GUI config file. All fields are optional. */
export interface GuiConfig {
  /** Ids of the plugins to load; default all. */
  readonly plugins?: readonly string[];
  /** Ids of the panels to open at first. */
  readonly panels?: readonly string[];
  /** A complete arrangement, as written by "Save layout to a file". */
  readonly layout?: Arrangement;
  /** Applies to users who have not chosen a theme. */
  readonly theme?: Theme;
}

/** Fetches the config; resolves to an empty one if there is no server, or the server has none. */
export async function fetchGuiConfig(): Promise<GuiConfig> {
  const answer = await fetch("/gui-config.json").catch(() => undefined);
  if (answer === undefined || !answer.ok) return {};
  return readGuiConfig(await answer.text());
}

/** Reads a config. Throws an Error that says what is wrong, and in which field. */
export function readGuiConfig(text: string): GuiConfig {
  const value: unknown = JSON.parse(text);
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new Error("the file is not an object");
  for (const [key, entry] of Object.entries(value)) {
    const isValid = CHECKS[key];
    if (isValid === undefined) throw new Error(`"${key}" is not known; known are ${Object.keys(CHECKS).join(", ")}`);
    if (!isValid(entry)) throw new Error(`"${key}" cannot be ${JSON.stringify(entry).slice(0, 80)}`);
  }
  return value;
}

const CHECKS: Readonly<Record<string, (value: unknown) => boolean>> = {
  plugins: isListOfNames,
  panels: isListOfNames,
  layout: (value) => typeof value === "object" && value !== null && "grid" in value && "panels" in value,
  theme: (value) => value === "dark" || value === "light" || value === "system",
};

function isListOfNames(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}
