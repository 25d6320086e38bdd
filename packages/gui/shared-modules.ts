import type { Plugin } from "vite";

/**
 * Modules that third-party plugins may import, and of which they get the page's own copies: two copies of React on a
 * page conflict.
 */
export const SHARED_MODULES = [
  "@orrery/gui",
  "@orrery/gui/panels",
  "@orrery/gui/render",
  "@orrery/msgs",
  "@orrery/sim",
  "@orrery/sim/components",
  "@orrery/sim/host",
  "react",
  "react/jsx-runtime",
  "three",
] as const;

/** Emits each of them as a separate module, in one build with the page, so that both share their chunks. */
export function sharedModules(): Plugin {
  return {
    name: "shared-modules",
    apply: "build",
    buildStart() {
      for (const specifier of SHARED_MODULES) {
        this.emitFile({
          type: "chunk",
          id: PREFIX + specifier,
          // The path that the gateway substitutes for the import.
          fileName: `modules/${specifier}.js`,
          preserveSignature: "strict",
        });
      }
    },
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : undefined),
    async load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) return undefined;
      const specifier = id.slice(PREFIX.length + 1);
      const own = OWN[specifier];
      if (own !== undefined) return `export * from ${JSON.stringify(`${import.meta.dirname}/src/${own}`)};`;
      if (!specifier.startsWith("react")) return `export * from ${JSON.stringify(specifier)};`;
      // Not an ES module: its exports are known only by inspection.
      const names = Object.keys((await import(specifier)) as object).filter(
        (name) => /^[A-Za-z_]\w*$/.test(name) && name !== "default",
      );
      return `import all from ${JSON.stringify(specifier)};\nexport default all;\nexport const { ${names.join(", ")} } = all;`;
    },
  };
}

const OWN: Readonly<Record<string, string>> = {
  "@orrery/gui": "index.ts",
  "@orrery/gui/panels": "plugins/api.ts",
  "@orrery/gui/render": "render/index.ts",
};
const PREFIX = "shared-module:";
