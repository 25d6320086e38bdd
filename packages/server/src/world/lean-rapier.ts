import { registerHooks } from "node:module";

/**
 * Lets this thread load Rapier without Node's HTTP client. Rapier's loader could fetch its code, so it checks whether
 * there is a `Response` or a `Request`; to answer that, Node loads all of `fetch`, which takes 30 ms and 20 MB. But the
 * package contains the code.
 */
export function loadRapierAlone(): void {
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context);
      if (!isRapier(url) || loaded.source === undefined || loaded.source === null) return loaded;
      const source = textOf(loaded.source);
      const lean = source.replaceAll(QUESTIONS, "false");
      if (lean === source) process.emitWarning(UNKNOWN_LOADER);
      return { ...loaded, source: lean };
    },
  });
}

/** Matches the checks in rapier3d-simd-compat 0.20.0. */
const QUESTIONS = /"function"==typeof (?:Response|Request)&&\w+ instanceof (?:Response|Request)/g;

/** Such a loader works, but takes more time and memory. */
const UNKNOWN_LOADER =
  "Rapier's loader does not ask for Response and Request as version 0.20.0 does: each world takes 30 ms and 20 MB more";

function isRapier(url: string): boolean {
  return url.includes("/@dimforge/rapier3d-simd-compat/") && url.endsWith(".mjs");
}

function textOf(source: string | ArrayBuffer | NodeJS.TypedArray): string {
  return typeof source === "string" ? source : new TextDecoder().decode(source);
}
