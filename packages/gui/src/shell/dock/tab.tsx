import type { IDockviewPanelHeaderProps } from "dockview-react";
import { PanelTop, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { tip } from "../../ui/tip.ts";
import { useApp, useValue } from "../hooks.ts";
import { readPanelId } from "./panel-id.ts";
import { useFocusClass } from "./world-focus.ts";

/**
 * Shows a tab. Its cross is for the pointer: a button inside a tab confuses screen readers. Keyboard users close a
 * panel with the menu Panels.
 */
export function Tab({ api }: IDockviewPanelHeaderProps) {
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
  const view = plugin?.perWorld === true ? layout.viewOf(api.id) : undefined;
  const focusClass = useFocusClass(view);
  const isOnlyWorld = useValue(worlds.list).length === 1;
  // Without its scene a page shows nothing, and a finger hits the cross too easily. The menu Panels can still close the
  // scene.
  const canClose = !(plugin?.perWorld === true && plugin.dock === "centre" && isOnlyWorld);
  /** Closes the panel, and also its world if the panel is the world's own and another world is open. */
  const close = (): void => {
    if (view === undefined || !worlds.close(view)) api.close();
  };
  const isIcon = isFolded && side !== "bottom";
  return (
    <div
      ref={element}
      className={["dock-tab", isIcon && "dock-icon", focusClass].filter(Boolean).join(" ")}
      {...tip(isIcon ? title : undefined)}
      onPointerDown={() => view && worlds.turnTo(view)}
      onClick={() => isFolded && layout.unfoldFor(pluginId)}
      onAuxClick={(event) => {
        if (event.button === 1 && canClose) close();
      }}
    >
      {isIcon ? <Icon /> : <span className="dock-tab-title">{title}</span>}
      {canClose && (
        <span
          className="dock-tab-close"
          aria-hidden="true"
          {...tip("Close")}
          // Otherwise the press would drag the tab.
          onPointerDown={(event) => event.stopPropagation()}
          onClick={(event) => {
            event.stopPropagation();
            close();
          }}
        >
          <X />
        </span>
      )}
    </div>
  );
}

/** Scrolls to the tab of the panel in front, also when its row becomes narrower. */
function keepInSight(tab: HTMLElement, api: IDockviewPanelHeaderProps["api"]): () => void {
  const look = (): void => {
    if (api.isVisible) tab.closest(".dv-tab")?.scrollIntoView({ inline: "nearest", block: "nearest" });
  };
  // The button for hidden tabs takes some of the row, once there are any.
  const resized = new ResizeObserver(look);
  const row = tab.closest(".dv-tabs-container");
  if (row !== null) resized.observe(row);
  const shown = api.onDidVisibilityChange(look);
  return () => {
    resized.disconnect();
    shown.dispose();
  };
}
