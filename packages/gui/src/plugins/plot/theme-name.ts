import { useSyncExternalStore } from "react";
import type { ThemeName } from "@orrery/plots";
import { onThemeChange, readToken } from "../../style/tokens.ts";

/** Returns the theme of pictures that fits the page. The page's background tells: "#14161a" or "#f6f6f4". */
export function themeName(): ThemeName {
  return Number.parseInt(readToken("--background").slice(1, 3), 16) < 128 ? "dark" : "light";
}

/** Renders again when the colours of the page change. */
export function useThemeName(): ThemeName {
  return useSyncExternalStore(subscribe, themeName);
}

function subscribe(listener: () => void): () => void {
  const listening = onThemeChange(listener);
  return () => listening[Symbol.dispose]();
}
