import { ChevronsDownUp, ChevronsUpDown, Copy, FileCode, Frame, ListTree } from "lucide-react";
import { scopedName } from "@orrery/sim";
import type { WorldApp } from "../../shell/app.ts";
import { firstKeys } from "../../shell/commands/command-item.tsx";
import { useApp } from "../../shell/hooks.ts";
import { copyText } from "../../ui/copy-text.ts";
import { counted } from "../../ui/numbers/number-format.ts";
import { Menu, type MenuItem } from "../../ui/menu.tsx";
import type { PopoverAnchor } from "../../ui/popover.tsx";
import { sdfOf, type SdfStep } from "./sdf-of.ts";
import { frameCommand } from "./tree-context.ts";
import { labelOf, type TreeItem } from "./tree-items.ts";
import type { TreeState } from "./tree-state.ts";

export interface EntityMenuProps {
  readonly tree: TreeState;
  readonly anchor: PopoverAnchor;
  readonly onClose: () => void;
}

/** Shows the commands for the selection. */
export function EntityMenu({ tree, anchor, onClose }: EntityMenuProps) {
  const app = useApp();
  const items = app.view.selection.entities.flatMap((entity) => tree.item(entity) ?? []);
  const label = items.length === 1 ? labelOf(items[0]!) : counted(items.length, "entity", "entities");
  return <Menu label={label} items={menuItems(app, tree, items)} anchor={anchor} onClose={onClose} />;
}

/** Lists the menu's items, including those that others add through the event `treeMenu`. */
function menuItems(app: WorldApp, tree: TreeState, items: readonly TreeItem[]): readonly MenuItem[] {
  const menu = ownItems(app, tree, items);
  app.events.emit("treeMenu", { view: app.view, items: menu });
  return menu;
}

function ownItems(app: WorldApp, tree: TreeState, items: readonly TreeItem[]): MenuItem[] {
  const { commands, view, notices } = app;
  const { selection } = view;
  const { world } = view.mirror;
  const frame = frameCommand(commands);
  const s = items.length === 1 ? "" : "s";
  const copies = (id: string, title: string, what: string, line: (item: TreeItem) => string): MenuItem => ({
    id,
    title,
    icon: <Copy />,
    run: () => void copyText(items.map(line).join("\n"), what, notices),
  });
  const all = (isOpen: boolean) => () => items.forEach(({ entity }) => tree.toggleAll(entity, isOpen));
  const hasBelow = items.some(({ children }) => children.length > 0);
  const client = view.client.current;
  return [
    {
      id: "frame",
      title: "Frame in scene",
      keys: frame && firstKeys(frame),
      icon: <Frame />,
      isDisabled: frame === undefined || frame.isEnabled?.() === false,
      run: () => commands.perform(frame!),
    },
    { ...copies("copy-name", `Copy name${s}`, `the name${s}`, labelOf), startsGroup: true },
    copies("copy-scoped", `Copy scoped name${s}`, `the scoped name${s}`, ({ entity }) => scopedName(world, entity)),
    copies("copy-id", `Copy id${s}`, `the id${s}`, ({ entity }) => String(entity)),
    {
      id: "copy-sdf",
      title: "Copy as SDF",
      icon: <FileCode />,
      isDisabled: client === undefined || items.length !== 1 || !IN_FILES.has(items[0]!.kind),
      run: () => void copyText(sdfOf(client!, stepsTo(tree, app, items[0]!)), "the SDF", notices),
    },
    {
      id: "expand",
      title: "Expand all below",
      keys: "*",
      icon: <ChevronsUpDown />,
      isDisabled: !hasBelow,
      startsGroup: true,
      run: all(true),
    },
    { id: "collapse", title: "Collapse all below", icon: <ChevronsDownUp />, isDisabled: !hasBelow, run: all(false) },
    {
      id: "children",
      title: "Select children",
      icon: <ListTree />,
      isDisabled: !hasBelow,
      run: () => selection.set(items.flatMap(({ children }) => children.map(({ entity }) => entity))),
    },
  ];
}

const IN_FILES: ReadonlySet<TreeItem["kind"]> = new Set([
  "world",
  "model",
  "link",
  "joint",
  "actor",
  "light",
  "visual",
  "collision",
  "sensor",
]);

/** Returns the path to an entity in a file, whose elements have the names of kinds. */
function stepsTo(tree: TreeState, { view }: WorldApp, item: TreeItem): readonly SdfStep[] {
  const steps: SdfStep[] = [];
  const { world } = view.mirror;
  for (let at: TreeItem | undefined = item; at !== undefined && at.kind !== "world";) {
    steps.unshift({ kind: at.kind, name: at.name });
    at = tree.item(world.parentOf(at.entity));
  }
  return steps;
}
