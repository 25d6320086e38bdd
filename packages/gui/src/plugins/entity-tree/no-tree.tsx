import { CloudOff, ListTree } from "lucide-react";
import { useState } from "react";
import { useApp, useValue } from "../../shell/hooks.ts";
import { EmptyState } from "../../ui/empty-state.tsx";

/** Shows why there is no tree, and what to do. */
export function NoTree() {
  const { view, notices, session } = useApp();
  const state = useValue(session.state);
  const client = useValue(view.client);
  const can = useValue(view.capabilities);
  const [isAsked, setAsked] = useState(false);
  if (state.kind !== "connected" || client === undefined) {
    return (
      <EmptyState icon={ListTree} title="No world yet">
        {state.kind === "lost"
          ? `No connection to ${session.place}: ${state.reason}`
          : `Connecting to ${session.place}…`}
      </EmptyState>
    );
  }
  if (can.has("state")) return <EmptyState icon={ListTree} title="Receiving the world…" />;
  const add = (): void => {
    setAsked(true);
    client
      .addWorldSystem("scene-broadcaster")
      .catch((error: unknown) => notices.failed("add the scene-broadcaster", error))
      .finally(() => setAsked(false));
  };
  return (
    <EmptyState icon={CloudOff} title="This world has no scene-broadcaster, so its contents are not published">
      <p>
        {can.has("systems")
          ? "Add the system now, or permanently in the world’s file:"
          : "Add it to the world’s file and restart it:"}
      </p>
      <pre>{'<plugin name="scene-broadcaster" filename="scene-broadcaster"/>'}</pre>
      {can.has("systems") && (
        <button type="button" className="text primary" disabled={isAsked} onClick={add}>
          {isAsked ? "Adding…" : "Add scene-broadcaster"}
        </button>
      )}
    </EmptyState>
  );
}
