import type { IDockviewHeaderActionsProps } from "dockview-react";
import {
  PanelBottomClose,
  PanelBottomOpen,
  PanelLeftClose,
  PanelLeftOpen,
  PanelRightClose,
  PanelRightOpen,
} from "lucide-react";
import { IconButton } from "../../ui/icon-button.tsx";
import { Boundary } from "../boundary.tsx";
import { useApp, useValue } from "../hooks.ts";
import { foldKeys, foldTitle } from "../commands/fold-commands.ts";
import { readPanelId } from "./panel-id.ts";
import type { Side } from "./sides.ts";

/** Shows a button, at the end of a row of tabs, that folds and unfolds the side. */
export function FoldButton({ group }: IDockviewHeaderActionsProps) {
  const { folding } = useApp().layout;
  const groups = useValue(folding.groups);
  useValue(folding.folded);
  const side = folding.sideOf(group);
  // Groups above each other fold together, so one button is enough.
  if (side === undefined || groups.get(side)?.[0] !== group) return null;
  const isFolded = folding.isFolded(side);
  return (
    <IconButton
      icon={ICONS[side][isFolded ? "open" : "close"]}
      title={foldTitle(side, isFolded)}
      keys={foldKeys[side]}
      isPlain
      onClick={() => folding.toggle(side)}
    />
  );
}

/** Shows, beside the tabs of a folded row, what its panels show in one line. */
export function GroupStrip({ group, panels }: IDockviewHeaderActionsProps) {
  const { layout, plugins, view } = useApp();
  useValue(layout.folding.folded);
  const list = useValue(plugins.list);
  const side = layout.folding.sideOf(group);
  if (side !== "bottom" || !layout.folding.isFolded(side)) return null;
  const found = list.find(
    ({ plugin }) => plugin.Strip !== undefined && panels.some(({ id }) => readPanelId(id).plugin === plugin.id),
  );
  if (found?.plugin.Strip === undefined || found.failure !== undefined) return null;
  const { id, Strip } = found.plugin;
  return (
    <Boundary key={view.namespace} onError={(error) => plugins.fail(id, error)}>
      <Strip />
    </Boundary>
  );
}

const ICONS = {
  left: { close: PanelLeftClose, open: PanelLeftOpen },
  right: { close: PanelRightClose, open: PanelRightOpen },
  bottom: { close: PanelBottomClose, open: PanelBottomOpen },
} as const satisfies Record<Side, unknown>;
