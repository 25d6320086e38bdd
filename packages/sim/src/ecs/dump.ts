import type { Entity } from "./entities.ts";
import type { World } from "./world.ts";

/** Writes the world as indented text, for people and for comparisons. */
export function dump(
  world: World,
  roots: readonly Entity[] = world.entities().filter((e) => world.parentOf(e) === 0),
): string {
  const lines: string[] = [];
  const visit = (entity: Entity, indent: string): void => {
    lines.push(`${indent}#${entity}`);
    for (const store of world.stores()) {
      const value = world.get(entity, store.component);
      if (value === undefined) continue;
      const isTag = store.component.kind === "numeric" && store.component.fields.length === 0;
      lines.push(`${indent}  ${store.component.name}${isTag ? "" : ` ${valueText(value)}`}`);
    }
    for (const child of world.childrenOf(entity)) visit(child, `${indent}  `);
  };
  for (const root of roots) visit(root, "");
  return lines.join("\n");
}

/** Writes a component's value for people. */
export function valueText(value: unknown): string {
  if (typeof value === "number") return String(value);
  if (typeof value === "string") return JSON.stringify(value);
  if (ArrayBuffer.isView(value)) return `${value.constructor.name}(${value.byteLength} bytes)`;
  if (Array.isArray(value)) return `[${value.map(valueText).join(" ")}]`;
  if (typeof value === "object" && value !== null) {
    return `{${Object.entries(value)
      .map(([key, item]) => `${key} ${valueText(item)}`)
      .join(", ")}}`;
  }
  return String(value);
}
