import { registerHooks } from "node:module";

/**
 * From here on every module of this thread that imports `@orrery/sim` or `@orrery/msgs` gets the copy that runs, wherever
 * its file lies: with a second copy its components would be others, and nobody would see what it writes.
 */
export function shareOwnModules(): void {
  registerHooks({
    resolve(specifier, context, nextResolve) {
      const isOurs = /^@orrery\/(sim|msgs)(\/|$)/.test(specifier);
      // As if this file had asked: from here the names lead to our own packages.
      return nextResolve(specifier, isOurs ? { ...context, parentURL: import.meta.url } : context);
    },
  });
}
