import { Name } from "../../components/identity.ts";
import type { Entity } from "../../ecs/entities.ts";
import type { World } from "../../ecs/world.ts";

/** Returns the tree of named entities in Graphviz's format. */
export function sceneGraph(world: World, root: Entity): string {
  const vertices: string[] = [];
  const edges: string[] = [];
  const visit = (entity: Entity): void => {
    const name = (world.get(entity, Name) ?? "").replaceAll("\\", "\\\\").replaceAll('"', '\\"');
    vertices.push(`  ${entity} [label="${name} (${entity})"];\n`);
    for (const child of world.childrenOf(entity)) {
      if (!world.has(child, Name)) continue;
      edges.push(`  ${entity} -> ${child};\n`);
      visit(child);
    }
  };
  visit(root);
  return `digraph {\n${vertices.join("")}${edges.join("")}}\n`;
}
