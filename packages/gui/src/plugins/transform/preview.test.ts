import { messages, type gz, type orrery } from "@orrery/msgs";
import { Bus, find, loadSdf, MemoryResources, Node, spawnWorld, World } from "@orrery/sim";
import { Pose } from "@orrery/sim/components";
import { expect, test, vi } from "vitest";
import { createApp } from "../../shell/app.ts";
import { sessionOver } from "../../testing/session-over.ts";
import { withField, type PoseField } from "./pose-entry.ts";
import { TransformState } from "./transform-state.ts";

test("[TF13] what is typed next begins where what was sent will have led, before the world shows it", async () => {
  const { state, box, shown, show, asked } = await pageWithBox();
  const type = (field: PoseField, value: number): Promise<boolean> => {
    const things = state.settledThings();
    const placements = things.map(({ entity, pose }) => ({ entity, pose: withField(pose, field, value) }));
    return state.perform("Move", things, placements);
  };
  const done = Promise.all([type("x", 3), type("y", 5)]);
  expect(state.settledThings()[0]!.pose).toMatchObject({ x: 3, y: 5, z: 0 });
  await done;
  expect(asked.map(({ edits = [] }) => edits[0]?.pose?.position)).toEqual([
    // A zero is not sent.
    { x: 3 },
    { x: 3, y: 5 },
  ]);
  // A world that has put it elsewhere since is right.
  shown.set(box, Pose, { x: 4, y: 5, z: 7, qx: 0, qy: 0, qz: 0, qw: 1 });
  show();
  await vi.waitFor(() => expect(state.preview.sent(box)).toBeUndefined());
  expect(state.settledThings()[0]!.pose).toMatchObject({ x: 4, y: 5, z: 7 });
});

/** A page with a box that is chosen, and a server that takes commands and shows what it is told to. */
async function pageWithBox() {
  const bus = new Bus({ codec: messages });
  const server = new Node(bus, { owner: "server" });
  const asked: orrery.Command[] = [];
  server.service<gz.Empty, orrery.WorldList>("/orrery/worlds", "gz.msgs.Empty", "orrery.msgs.WorldList", () => ({
    worlds: [{ name: "w" }],
  }));
  server.service<orrery.Command, gz.Boolean>(
    "/world/w/command",
    "orrery.msgs.Command",
    "gz.msgs.Boolean",
    (command) => {
      asked.push(command);
      return { data: true };
    },
  );
  const page = createApp(sessionOver(bus));
  void page.session.connect();
  const app = page.inWorld(page.worlds.focus.current);
  await vi.waitFor(() => expect(app.view.client.current).toBeDefined());
  const { mirror } = app.view;
  const text = `<sdf version="1.11"><world name="w"><model name="box"><link name="l"/></model></world></sdf>`;
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
  return { state: new TransformState(app), box, shown, show, asked };
}
