import {
  DockviewReact,
  type DockviewReadyEvent,
  type IDockviewPanelHeaderProps,
  type IDockviewPanelProps,
} from "dockview-react";
import { PanelTop, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { FoldButton, GroupStrip } from "./group-actions.tsx";
import { PanelFrame } from "./panel-frame.tsx";
import { readPanelId } from "./panel-id.ts";
import { useApp, useValue } from "../hooks.ts";
import { tip } from "../../ui/tip.ts";

/** The panels of the page, which the user moves about. */
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

/** The cross is for the pointer: a button inside of a tab confuses screen readers. Keys close by the menu Panels. */
function Tab({ api }: IDockviewPanelHeaderProps) {
  const [title, setTitle] = useState(api.title);
  useEffect(() => {
    const listening = api.onDidTitleChange((event) => setTitle(event.title));
    return () => listening.dispose();
  }, [api]);
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => keepInSight(element.current!, api), [api]);
  const { layout, plugins, worlds } = useApp();
  useValue(layout.folding.folded);
  const side = layout.folding.sideOf(api.group);
  const isFolded = side !== undefined && layout.folding.isFolded(side);
  const { plugin: pluginId } = readPanelId(api.id);
  const plugin = useValue(plugins.list).find((loaded) => loaded.plugin.id === pluginId)?.plugin;
  const Icon = plugin?.icon ?? PanelTop;
  /** The panel of a world goes with its world, as long as there is another one. */
  const close = (): void => {
    const view = plugin?.perWorld === true ? layout.viewOf(api.id) : undefined;
    if (view === undefined || !worlds.close(view)) api.close();
  };
  const isIcon = isFolded && side !== "bottom";
  return (
    <div
      ref={element}
      className={isIcon ? "dock-tab dock-icon" : "dock-tab"}
      {...tip(isIcon ? title : undefined)}
      onClick={() => isFolded && layout.unfoldFor(pluginId)}
      onAuxClick={(event) => {
        if (event.button === 1) close();
      }}
    >
      {isIcon ? <Icon /> : <span>{title}</span>}
      <span
        className="dock-tab-close"
        aria-hidden="true"
        {...tip("Close")}
        // Otherwise the tab is dragged.
        onPointerDown={(event) => event.stopPropagation()}
        onClick={(event) => {
          event.stopPropagation();
          close();
        }}
      >
        <X />
      </span>
    </div>
  );
}

/** Scrolls to the tab of the panel in front, also when its row gets narrower. */
function keepInSight(tab: HTMLElement, api: IDockviewPanelHeaderProps["api"]): () => void {
  const look = (): void => {
    if (api.isVisible) tab.closest(".dv-tab")?.scrollIntoView({ inline: "nearest", block: "nearest" });
  };
  // The list of hidden tabs takes some of the row, once there are any.
  const resized = new ResizeObserver(look);
  const row = tab.closest(".dv-tabs-container");
  if (row !== null) resized.observe(row);
  const shown = api.onDidVisibilityChange(look);
  return () => {
    resized.disconnect();
    shown.dispose();
  };
}

function Watermark() {
  return <p className="empty-state">No panel is open. The menu Panels has them all.</p>;
}
