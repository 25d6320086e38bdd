import { ChartLine, ClipboardPaste, Copy, RotateCcw, Trash2 } from "lucide-react";
import { use } from "react";
import { componentNamed } from "@orrery/sim/host";
import { Name } from "@orrery/sim/components";
import type { WorldApp } from "../../shell/app.ts";
import { useApp } from "../../shell/hooks.ts";
import { copyText } from "../../ui/copy-text.ts";
import { Menu, type MenuItem } from "../../ui/menu.tsx";
import type { PopoverAnchor } from "../../ui/popover.tsx";
import { readClipboard } from "../clipboard/api.ts";
import { plotValues } from "../plot/api.ts";
import { EditContext } from "./edit-context.ts";
import type { ShownComponent } from "./fields/entity-reader.ts";
import type { FieldEditor } from "./fields/field-editor.ts";
import { initialValue } from "./fields/initial-value.ts";
import { fieldAt, plottableOf } from "./plottable-fields.ts";
import { valueFromJson, valueToJson } from "./fields/value-json.ts";

export interface ComponentMenuProps {
  readonly component: ShownComponent;
  /** The field that it was opened on; undefined for all of the component. */
  readonly path: string | undefined;
  readonly anchor: PopoverAnchor;
  readonly onClose: () => void;
}

/** Shows the actions for a component as a whole. */
export function ComponentMenu({ component, path, anchor, onClose }: ComponentMenuProps) {
  const app = useApp();
  const editor = use(EditContext);
  return (
    <Menu label={component.title} items={itemsOf(app, component, path, editor)} anchor={anchor} onClose={onClose} />
  );
}

function itemsOf(
  app: WorldApp,
  { name, title, fields }: ShownComponent,
  path: string | undefined,
  editor: FieldEditor | undefined,
): readonly MenuItem[] {
  const what = title.charAt(0).toLowerCase() + title.slice(1);
  const component = componentNamed(name);
  // With several selected, the last one.
  const entity = app.view.selection.entities.at(-1);
  const { world } = app.view.mirror;
  const value = (): unknown => {
    if (entity === undefined || component === undefined) return undefined;
    return world.get(entity, component);
  };
  const isLocked = editor === undefined || component === undefined || editor.lock(name) !== undefined;
  const field = path === undefined ? undefined : fieldAt(fields, path);
  const plottable = plottableOf(world, entity, name, field === undefined ? fields : [field]);
  return [
    {
      id: "plot",
      title: field === undefined ? "Plot" : `Plot ${field.label.toLowerCase()}`,
      icon: <ChartLine />,
      isDisabled: plottable === undefined,
      reason: "It has no numbers",
      run: () => plotValues(app, plottable!),
    },
    {
      id: "copy",
      title: "Copy value as JSON",
      icon: <Copy />,
      isDisabled: component === undefined || entity === undefined,
      run: () => void copyText(valueToJson(value()), what, app.notices),
    },
    {
      id: "paste",
      title: "Paste value",
      icon: <ClipboardPaste />,
      isDisabled: isLocked,
      run: () => void paste(app, editor!, name, what, value()),
    },
    {
      id: "reset",
      title: "Reset to the default",
      icon: <RotateCcw />,
      startsGroup: true,
      isDisabled: isLocked || name === Name.name,
      run: () => void editor!.commit(name, { kind: "whole", value: initialValue(component!) }, `Reset ${what}`),
    },
    {
      id: "remove",
      title: "Remove this component",
      icon: <Trash2 />,
      isDisabled: isLocked || !editor.planPresence(name, false, "").ok,
      run: () => void editor!.setPresence(name, false, `Remove ${what}`),
    },
  ];
}

async function paste(app: WorldApp, editor: FieldEditor, name: string, what: string, present: unknown): Promise<void> {
  const text = await readClipboard();
  const read = text === undefined ? NO_CLIPBOARD : valueFromJson(text, present);
  if (read.ok) await editor.commit(name, { kind: "whole", value: read.value }, `Paste ${what}`);
  else app.notices.show({ kind: "warning", text: `Cannot paste ${what}: ${read.reason}` });
}

const NO_CLIPBOARD = { ok: false, reason: "the browser does not let this page use the clipboard" } as const;
