import { Name } from "@orrery/sim/components";
import { FilePlay } from "lucide-react";
import { useEffect } from "react";
import { CutName } from "../ui/cut-name.tsx";
import { Boundary } from "./boundary.tsx";
import { panelId } from "./dock/panel-id.ts";
import { useApp, useMirror, useValue } from "./hooks.ts";
import { logName } from "./log-name.ts";
import { MenuBar } from "./menu-bar.tsx";
import { tip } from "../ui/tip.ts";

/** Shows the bar at the top: menus and the world's name, time in the middle, people at the right. */
export function Toolbar() {
  const { plugins, view } = useApp();
  const loaded = useValue(plugins.list);
  const client = useValue(view.client);
  const mirrored = useMirror(({ mirror }) => mirror.root && mirror.world.get(mirror.root, Name));
  const name = client?.name ?? mirrored ?? "";
  const path = useValue(view.history.log);
  const log = logName(path);
  useEffect(() => {
    document.title = [log, name, "Orrery"].filter((part) => part !== "").join(" · ");
  }, [log, name]);
  const bars = (side: "centre" | "right") =>
    loaded.flatMap(({ plugin: { id, Bar, barSide = "right" }, failure }) =>
      Bar === undefined || barSide !== side || failure !== undefined
        ? []
        : [
            <Boundary key={panelId(id, view.namespace)} onError={(error) => plugins.fail(id, error)}>
              <Bar />
            </Boundary>,
          ],
    );
  return (
    <header className="toolbar">
      <div className="toolbar-left">
        <MenuBar />
        <h1 id="world-name">{name}</h1>
      </div>
      <div className="toolbar-centre">{bars("centre")}</div>
      <div className="toolbar-right">
        {log !== "" && (
          <p id="log-name" {...tip(`A log being played back: ${path}`, { isLate: true })}>
            <FilePlay />
            <span className="log-kind">Log</span>
            <CutName text={log} />
          </p>
        )}
        {bars("right")}
      </div>
    </header>
  );
}
