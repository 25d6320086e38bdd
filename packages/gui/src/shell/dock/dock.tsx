import { DockviewReact, type DockviewReadyEvent, type IDockviewPanelProps } from "dockview-react";
import { useEffect, useState } from "react";
import { FoldButton, GroupStrip } from "./group-actions.tsx";
import { PanelFrame } from "./panel-frame.tsx";
import { readPanelId } from "./panel-id.ts";
import { Tab } from "./tab.tsx";
import { useApp, useValue } from "../hooks.ts";

/** Shows the panels of the page, which the user can move around. */
export function DockArea() {
  const { layout, plugins, worlds } = useApp();
  const [ready, setReady] = useState<DockviewReadyEvent>();
  useEffect(() => {
    if (ready === undefined) return undefined;
    const attached = layout.attach(ready.api, () => plugins.list.current.map(({ plugin }) => plugin), worlds);
    return () => attached[Symbol.dispose]();
  }, [ready, layout, plugins, worlds]);
  return (
    <DockviewReact
      className="dock"
      theme={THEME}
      components={COMPONENTS}
      defaultTabComponent={Tab}
      leftHeaderActionsComponent={GroupStrip}
      rightHeaderActionsComponent={FoldButton}
      onReady={setReady}
      noPanelsOverlay="emptyGroup"
      watermarkComponent={Watermark}
    />
  );
}

const THEME = { name: "orrery", className: "dockview-theme-orrery" };
const COMPONENTS = { plugin: PluginPanel };

function PluginPanel({ api }: IDockviewPanelProps) {
  const { plugins, layout, worlds } = useApp();
  const { plugin: pluginId } = readPanelId(api.id);
  const loaded = useValue(plugins.list).find(({ plugin }) => plugin.id === pluginId);
  useValue(worlds.list);
  useValue(layout.folding.folded);
  const side = layout.folding.sideOf(api.group);
  const isStrip = side !== undefined && layout.folding.isFolded(side) && loaded?.plugin.Strip !== undefined;
  return isStrip ? null : <PanelFrame id={pluginId} loaded={loaded} view={layout.viewOf(api.id)} />;
}

function Watermark() {
  return <p className="empty-state">No panel is open. The menu Panels has them all.</p>;
}
