import { registerHooks } from "node:module";

/**
 * Lets every module of this thread that imports `@orrery/sim` or `@orrery/msgs` get the running copy from now on,
 * wherever its file is: a second copy would have different components, and nobody would see what it writes.
 */
export function shareOwnModules(): void {
  registerHooks({
    resolve(specifier, context, nextResolve) {
      const isOurs = /^@orrery\/(sim|msgs)(\/|$)/.test(specifier);
      // Resolved as if from this file, where the names lead to our own packages.
      return nextResolve(specifier, isOurs ? { ...context, parentURL: import.meta.url } : context);
    },
  });
}
