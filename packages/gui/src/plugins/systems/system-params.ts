import type { orrery } from "@orrery/msgs";
import { type Plugin } from "@orrery/sim";
import { parseXml, Problems } from "@orrery/sim/host";

export interface ParamRow {
  readonly element: string;
  readonly value: string;
  readonly doc: string;
  /** Whether the file lacks it, so that it has its default. */
  readonly isDefault: boolean;
}

/**
 * Returns a system's parameters: those given, with paths for nested ones (`pid/p`), then the defaults of the others.
 */
export function paramRows(innerXml: string, declared: readonly orrery.SystemParam[]): ParamRow[] {
  const given = givenParams(innerXml).map(({ element, value }) => {
    const doc = declared.find((param) => param.element === element.split("/")[0])?.doc ?? "";
    return { element, value, doc, isDefault: false };
  });
  const names = new Set(given.map(({ element }) => element.split("/")[0]));
  const others = declared.filter(({ element = "" }) => !names.has(element));
  return [
    ...given,
    ...others.map(({ element = "", initial = "", doc = "" }) => ({ element, value: initial, doc, isDefault: true })),
  ];
}

/** Returns the contents of a `<plugin>` with these parameters; those left empty keep their defaults. */
export function innerXmlOf(values: readonly { readonly element: string; readonly value: string }[]): string {
  return values
    .filter(({ value }) => value.trim() !== "")
    .map(({ element, value }) => `<${element}>${inside(value.trim())}</${element}>`)
    .join("");
}

/**
 * Returns the plugin that started a system of the list. Systems are listed by their own names, while plugins may use
 * any alias. `nth` counts systems of that name on the entity.
 */
export function pluginOf(
  { name = "", nth }: { readonly name?: string | undefined; readonly nth: number },
  plugins: readonly Plugin[],
  available: readonly orrery.AvailableSystem[],
): Plugin {
  const aliases = available.find((system) => system.name === name)?.aliases ?? [];
  const names = new Set([name, ...aliases]);
  const alike = plugins.filter((plugin) => names.has(plugin.name) || names.has(plugin.filename));
  return alike[nth] ?? { name, filename: "", innerXml: "" };
}

function givenParams(innerXml: string): { element: string; value: string }[] {
  const root = parseXml(`<plugin>${innerXml}</plugin>`, "", new Problems());
  const rows: { element: string; value: string }[] = [];
  const walk = (element: NonNullable<typeof root>, path: string): void => {
    for (const child of element.children) {
      const name = path === "" ? child.name : `${path}/${child.name}`;
      if (child.children.length > 0) walk(child, name);
      else rows.push({ element: name, value: child.text.trim() });
    }
  };
  if (root !== undefined) walk(root, "");
  return rows;
}

/** Returns the value as elements if it was typed as such, otherwise as escaped text. */
function inside(value: string): string {
  const isXml = value.startsWith("<") && givenParams(value).length > 0;
  return isXml ? value : escaped(value);
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
