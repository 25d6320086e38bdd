import type { Arrangement } from "../dock/layout.ts";
import type { Theme } from "../settings.ts";

/** What a server's GUI config file says of the page. Everything may be left out. */
export interface GuiConfig {
  /** Ids of plugins that are loaded; default all. */
  readonly plugins?: readonly string[];
  /** Ids of panels that are open at first. */
  readonly panels?: readonly string[];
  /** A whole arrangement, as "Save layout to a file" writes it. */
  readonly layout?: Arrangement;
  /** For those who have not chosen one. */
  readonly theme?: Theme;
}

/** Empty when the server has none, or is none. */
export async function fetchGuiConfig(): Promise<GuiConfig> {
  const answer = await fetch("/gui-config.json").catch(() => undefined);
  if (answer === undefined || !answer.ok) return {};
  return readGuiConfig(await answer.text());
}

/** Throws an Error that says what is wrong, and in which field. */
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
