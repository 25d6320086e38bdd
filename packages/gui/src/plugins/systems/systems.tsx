import { Blocks, Plus } from "lucide-react";
import { useEffect, useState } from "react";
import type { orrery } from "@orrery/msgs";
import { LOG_REASON } from "../../client/may-edit.ts";
import { stepMicros } from "../../client/systems-watch.ts";
import { useApp, useMirror, useValue } from "../../shell/hooks.ts";
import { defineGuiPlugin } from "../../shell/plugins/plugin.ts";
import { useIsLog } from "../../shell/use-may-edit.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { microsText } from "../../ui/numbers/figures.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { counted } from "../../ui/numbers/number-format.ts";
import { useOnScreen } from "../../ui/on-screen.ts";
import { AddSystem } from "./add-system.tsx";
import { SystemItem } from "./system-item.tsx";
import { systemRows } from "./system-rows.ts";

/** Which systems act on the world, on what, and at what cost. */
export default defineGuiPlugin({
  id: "systems",
  title: "Systems",
  summary: "What runs, on what, at what cost; add and remove",
  icon: Blocks,
  dock: "right",
  View: Systems,
});

function Systems() {
  const { view } = useApp();
  const [screen, isOnScreen] = useOnScreen();
  const [isAdding, setAdding] = useState(false);
  const isLog = useIsLog();
  const canChange = useValue(view.capabilities).has("systems") && !isLog;
  const available = useAvailable();
  const list = useList(isOnScreen);
  // Names of entities come with the page's copy of the world, possibly after the list of systems.
  useMirror(({ mirror }) => mirror.world.entityCount);
  const rows = systemRows(list ?? [], view.mirror.world, available);
  return (
    <>
      <div className="panel-bar" ref={screen}>
        <span className="muted systems-total">
          {list !== undefined && `${counted(list.length, "system")} · ${microsText(stepMicros(list))} per step`}
        </span>
        <IconButton
          icon={Plus}
          title="Add a system…"
          isPlain
          isDisabled={!canChange}
          obstacle={isLog ? LOG_REASON : undefined}
          onClick={() => setAdding(true)}
        />
      </div>
      {rows.length === 0 ? (
        <EmptyState icon={Blocks} title={list === undefined ? "Asking the world…" : "No system runs"}>
          {list !== undefined && "Nothing moves in this world until a system, such as physics, is added."}
        </EmptyState>
      ) : (
        <ul id="systems" className="panel-body systems">
          {rows.map((row) => (
            <SystemItem
              key={row.key}
              row={row}
              declared={available.find(({ name }) => name === row.name)}
              canRemove={canChange}
            />
          ))}
        </ul>
      )}
      {isAdding && <AddSystem available={available} onClose={() => setAdding(false)} />}
    </>
  );
}

function useList(isOnScreen: boolean): readonly orrery.SystemInfo[] | undefined {
  const { view } = useApp();
  const client = useValue(view.client);
  const watch = view.systems;
  useEffect(() => {
    if (!isOnScreen) return undefined;
    const held = watch.hold();
    const failing = client?.failures.on(() => watch.ask());
    return () => {
      held[Symbol.dispose]();
      failing?.[Symbol.dispose]();
    };
  }, [client, watch, isOnScreen]);
  return useValue(watch.list);
}

/** Requests the available systems, once per connection. Empty for a server that does not offer the list. */
function useAvailable(): readonly orrery.AvailableSystem[] {
  const { view } = useApp();
  const client = useValue(view.client);
  const [available, setAvailable] = useState<readonly orrery.AvailableSystem[]>([]);
  useEffect(() => {
    let isCurrent = true;
    client
      ?.availableSystems()
      .then((systems) => isCurrent && setAvailable(systems))
      .catch((error: unknown) => console.warn(error));
    return () => {
      isCurrent = false;
    };
  }, [client]);
  return available;
}
