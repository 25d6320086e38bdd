import type { ReactNode } from "react";
import type { WorldView } from "../../client/world-view.ts";
import { Boundary } from "../boundary.tsx";
import { AppContext, useApp } from "../hooks.ts";
import type { LoadedPlugin } from "../plugins/plugin-host.ts";
import { useFocusClass } from "./world-focus.ts";

interface PanelFrameProps {
  readonly id: string;
  readonly loaded: LoadedPlugin | undefined;
  /** The world that the panel shows; `undefined` if that world is not open. */
  readonly view: WorldView | undefined;
}

/**
 * Shows the panel of one plugin. An error thrown by the panel is shown in its place, and the rest of the page keeps
 * working.
 */
export function PanelFrame({ id, loaded, view }: PanelFrameProps) {
  const { plugins } = useApp();
  if (loaded === undefined) {
    return <div className="empty-state">This panel belongs to the plugin “{id}”, which is not loaded.</div>;
  }
  const { View } = loaded.plugin;
  if (loaded.failure !== undefined) {
    return (
      <Failure
        title={loaded.plugin.title}
        text={loaded.failure}
        retry={() => plugins.load(loaded.plugin, loaded.origin)}
      />
    );
  }
  if (View === undefined) return <div className="empty-state">This plugin has no panel.</div>;
  if (view === undefined) return <div className="empty-state">The world of this panel is not open.</div>;
  return (
    <Boundary onError={(error) => plugins.fail(id, error)}>
      <InWorld id={id} view={view}>
        <h2 className="visually-hidden">{loaded.plugin.title}</h2>
        <View />
      </InWorld>
    </Boundary>
  );
}

interface InWorldProps {
  readonly id: string;
  readonly view: WorldView;
  readonly children: ReactNode;
}

/**
 * Provides the panel's world to its contents, and focuses the world when the panel is used. When the world changes, the
 * contents start from scratch.
 */
function InWorld({ id, view, children }: InWorldProps) {
  const app = useApp();
  const { worlds } = app;
  const focusClass = useFocusClass(view);
  const turnTo = (): void => worlds.turnTo(view);
  return (
    <AppContext key={view.namespace} value={app.inWorld(view)}>
      <div
        className={`panel panel-${id} ${focusClass}`.trimEnd()}
        onPointerDownCapture={turnTo}
        onFocusCapture={turnTo}
        onDropCapture={turnTo}
      >
        {children}
      </div>
    </AppContext>
  );
}

function Failure({
  title,
  text,
  retry,
}: {
  readonly title: string;
  readonly text: string;
  readonly retry: () => void;
}) {
  const [first, ...rest] = text.split("\n");
  return (
    <div className="panel-failure" role="alert">
      <h2>{title} has failed</h2>
      <p>{first}</p>
      {rest.length > 0 && (
        <details>
          <summary>Where</summary>
          <pre>{rest.join("\n")}</pre>
        </details>
      )}
      <button type="button" className="text" onClick={retry}>
        Load again
      </button>
    </div>
  );
}
