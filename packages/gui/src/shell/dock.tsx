import { DockviewReact, type DockviewReadyEvent, type IDockviewPanelProps } from "dockview-react";
import { useEffect, useState } from "react";
import { PanelFrame } from "./panel-frame.tsx";
import { useApp, useValue } from "./hooks.ts";

/** The panels of the page, which the user moves about. */
export function DockArea() {
  const { layout, plugins } = useApp();
  const [ready, setReady] = useState<DockviewReadyEvent>();
  useEffect(() => {
    if (ready === undefined) return undefined;
    const attached = layout.attach(ready.api, () => plugins.list.current.map(({ plugin }) => plugin));
    return () => attached[Symbol.dispose]();
  }, [ready, layout, plugins]);
  return (
    <DockviewReact
      className="dock"
      theme={THEME}
      components={COMPONENTS}
      onReady={setReady}
      noPanelsOverlay="emptyGroup"
      watermarkComponent={Watermark}
    />
  );
}

const THEME = { name: "orrery", className: "dockview-theme-orrery" };
const COMPONENTS = { plugin: PluginPanel };

function PluginPanel({ api }: IDockviewPanelProps) {
  const { plugins } = useApp();
  const loaded = useValue(plugins.list).find(({ plugin }) => plugin.id === api.id);
  return <PanelFrame id={api.id} loaded={loaded} />;
}

function Watermark() {
  return <p className="empty-state">No panel is open. The menu Panels has them all.</p>;
}
