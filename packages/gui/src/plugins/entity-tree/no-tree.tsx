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
  if (can.has("state")) return <EmptyState icon={ListTree} title="The world is being sent…" />;
  const add = (): void => {
    setAsked(true);
    client
      .addWorldSystem("scene-broadcaster")
      .catch((error: unknown) => notices.failed("add the scene-broadcaster", error))
      .finally(() => setAsked(false));
  };
  return (
    <EmptyState icon={CloudOff} title="This world has no scene-broadcaster, so it does not tell what it holds">
      <p>
        {can.has("systems")
          ? "Add the system now, or for good in the world’s file:"
          : "Add it to the world’s file and start it again:"}
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
