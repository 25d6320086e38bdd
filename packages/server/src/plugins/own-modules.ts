import { registerHooks } from "node:module";

/**
 * From now on, makes every module of this thread that imports `@orrery/sim` or `@orrery/msgs` get the running copy,
 * wherever its file is. A second copy would have different components, and nobody would see what it writes.
 */
export function shareOwnModules(): void {
  registerHooks({
    resolve(specifier, context, nextResolve) {
      const isOurs = /^@orrery\/(sim|msgs)(\/|$)/.test(specifier);
      // Resolved as if from this file, from which the names lead to the running packages.
      return nextResolve(specifier, isOurs ? { ...context, parentURL: import.meta.url } : context);
    },
  });
}
