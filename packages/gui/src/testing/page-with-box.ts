import { messages, type orrery } from "@orrery/msgs";
import { find, MemoryResources, World } from "@orrery/sim";
import { Bus, loadSdf, Node, spawnWorld } from "@orrery/sim/host";
import { until } from "../client/until.ts";
import { TransformState } from "../plugins/transform/transform-state.ts";
import { createApp } from "../shell/app.ts";
import { sessionOver } from "./session-over.ts";

/** Opens a page with a selected box and the models of `others`, and a server that accepts commands and shows what the test says. */
export async function pageWithBox(others = "") {
  const bus = new Bus({ codec: messages });
  const server = new Node(bus, { owner: "server" });
  const asked: orrery.Command[] = [];
  server.service("/orrery/worlds", { request: "gz.msgs.Empty", response: "orrery.msgs.WorldList" }, () => ({
    worlds: [{ name: "w" }],
  }));
  server.service("/world/w/command", { request: "orrery.msgs.Command", response: "gz.msgs.Boolean" }, (command) => {
    asked.push(command);
    return { data: true };
  });
  // A page takes a server that offers this service to support edits.
  server.service("/world/w/create", { request: "gz.msgs.EntityFactory", response: "gz.msgs.Boolean" }, () => ({
    data: true,
  }));
  const page = createApp(sessionOver(bus));
  const app = page.inWorld(page.worlds.focus.current);
  void page.session.connect();
  await until(app.view.capabilities, (known) => known.has("edit"), 20_000);
  const { mirror } = app.view;
  const text = `<sdf version="1.11"><world name="w"><model name="box"><link name="l"/></model>${others}</world></sdf>`;
  const { scene } = await loadSdf("w.sdf", new MemoryResources({ "w.sdf": text }));
  const shown = new World();
  const root = spawnWorld(shown, scene.worlds[0]!);
  let version = 0;
  const show = (): void => {
    const changes = shown.changesSince(version);
    const { delta } = changes;
    ({ version } = changes);
    mirror.world.apply(delta);
    mirror.changes.emit({ delta, whole: false, exact: true });
  };
  show();
  const box = find(mirror.world, root, "box")!;
  app.view.selection.set([box]);
  return { app, state: new TransformState(app), box, shown, show, asked };
}
