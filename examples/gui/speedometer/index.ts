import {
  defineGuiPlugin,
  EmptyState,
  kept,
  useApp,
  usePublisher,
  useTopic,
  useValue,
  type WorldApp,
} from "@orrery/gui";
import { createElement as h } from "react";

/** Whether speeds are shown in km/h. The browser remembers it. */
const inKilometres = kept("speedometer.kilometres", false, (value) => typeof value === "boolean");

function Speed() {
  const { message, problem } = useTopic("/model/vehicle/odometry", "gz.msgs.Odometry", { maxRateHz: 10 });
  const kilometres = useValue(inKilometres);
  if (problem !== "") return h("p", { className: "problem" }, problem);
  if (message === undefined)
    return h(EmptyState, { title: "No vehicle reports its speed" }, "Run the world diff-drive.");
  const metres = Math.abs(message.twist?.linear?.x ?? 0);
  const text = kilometres ? `${(metres * 3.6).toFixed(1)} km/h` : `${metres.toFixed(2)} m/s`;
  return h("p", { className: "speed mono" }, text);
}

function goBack({ view, notices }: WorldApp): void {
  const client = view.client.current;
  if (client === undefined) return;
  const home = { name: "vehicle", position: { x: 0, y: 0, z: 0 }, orientation: { w: 1 } };
  client.ask("set_pose", home).catch((error: unknown) => notices.failed("put the vehicle back", error));
}

function Speedometer() {
  const app = useApp();
  const publish = usePublisher("/model/vehicle/cmd_vel", "gz.msgs.Twist");
  const kilometres = useValue(inKilometres);
  const drive = (speed: number) => publish?.({ linear: { x: speed } });
  return h(
    "div",
    { className: "panel-body" },
    h(Speed),
    h(
      "div",
      { className: "chips" },
      h(
        "button",
        { type: "button", className: "text", disabled: publish === undefined, onClick: () => drive(0.5) },
        "Drive",
      ),
      h(
        "button",
        { type: "button", className: "text", disabled: publish === undefined, onClick: () => drive(0) },
        "Stop",
      ),
      h("button", { type: "button", className: "text", onClick: () => goBack(app) }, "Back to start"),
    ),
    h(
      "label",
      { className: "field-row" },
      h("input", { type: "checkbox", checked: kilometres, onChange: () => inKilometres.set(!kilometres) }),
      "Kilometres per hour",
    ),
  );
}

const styles = `
  .speed {
    font-size: var(--figure-size);
    color: var(--accent);
  }
`;

export default defineGuiPlugin({
  id: "speedometer",
  title: "Speedometer",
  summary: "How fast the vehicle drives",
  dock: "right",
  shownAtFirst: true,
  View: Speedometer,
  styles,
  startWorld: (app) =>
    app.commands.add({
      id: "speedometer.back",
      title: "Put the vehicle back",
      menu: "World",
      keys: "Ctrl+Alt+H",
      run: () => goBack(app),
      whyNot: () => (app.view.client.current === undefined ? "there is no connection" : undefined),
    }),
});
