import type { gz, MessageOf } from "@orrery/msgs";
import { expect, test } from "vitest";
import { ANY_TYPE } from "../transport/message.ts";
import { Name } from "../components/identity.ts";
import { Pose } from "../components/pose.ts";
import { component } from "../ecs/component.ts";
import { unpack } from "../ecs/pack.ts";
import { connected } from "../testing/connected.ts";
import { TestSim } from "../testing/test-sim.ts";

const world = `
  <scene><ambient>0.1 0.2 0.3 1</ambient><shadows>false</shadows></scene>
  <light name="sun" type="directional"><pose>0 0 10 0 0 0</pose><direction>0 0 -1</direction></light>
  <model name="ground"><static>true</static><link name="link"><visual name="v"><geometry><plane/></geometry></visual></link></model>
  <model name="cart"><pose>1 2 3 0 0 0</pose>
    <link name="body">
      <collision name="c"><geometry><box><size>1 1 1</size></box></geometry></collision>
      <visual name="shell"><pose>0 0 0.5 0 0 0</pose><transparency>0.25</transparency>
        <geometry><box><size>1 2 3</size></box></geometry>
        <material><diffuse>1 0 0 1</diffuse></material>
      </visual>
    </link>
    <model name="arm"><link name="tip"/></model>
  </model>`;

function load(): Promise<TestSim> {
  return TestSim.load(world, { defaultSystems: ["physics", "user-commands", "scene-broadcaster"] });
}

/** Sends a request as a system would; it is answered within a pass. */
async function ask<Type extends string>(sim: TestSim, service: string, response: Type): Promise<MessageOf<Type>> {
  const answer = sim.node.request(service, {}, { response });
  sim.runner.pass();
  return answer;
}

function listen<Type extends string>(sim: TestSim, topic: string, type: Type): MessageOf<Type>[] {
  const got: MessageOf<Type>[] = [];
  sim.node.subscribe(topic, type, ({ value }) => got.push(value));
  return got;
}

test("[SB1] scene/info has models, links, visuals, materials and lights as Gazebo's viewers know them", async () => {
  using sim = await load();
  sim.runner.state.pause();
  const scene = await ask(sim, "/world/test/scene/info", "gz.msgs.Scene");
  expect(scene).toMatchObject({
    name: "test",
    ambient: { r: 0.1, g: 0.2, b: 0.3, a: 1 },
    shadows: false,
    light: [{ name: "sun", type: "DIRECTIONAL", direction: { z: -1 }, pose: { position: { z: 10 } } }],
    model: [
      { name: "ground", is_static: true },
      {
        name: "cart",
        id: sim.entity("cart"),
        is_static: false,
        pose: { name: "cart", position: { x: 1, y: 2, z: 3 } },
        link: [
          {
            name: "body",
            canonical: true,
            collision: [{ name: "c", geometry: { type: "BOX" } }],
            visual: [
              {
                name: "shell",
                parent_id: sim.entity("cart::body"),
                transparency: 0.25,
                pose: { position: { z: 0.5 } },
                geometry: { type: "BOX", box: { size: { x: 1, y: 2, z: 3 } } },
                material: { diffuse: { r: 1, g: 0, b: 0, a: 1 } },
              },
            ],
          },
        ],
        model: [{ name: "arm", link: [{ name: "tip" }] }],
      },
    ],
  });
  // And the message can be sent.
  expect(sim.runner.messages.encode("gz.msgs.Scene", scene).length).toBeGreaterThan(100);
});

test("[SB2] scene/graph is the tree as Graphviz reads it", async () => {
  using sim = await load();
  const { data = "" } = await ask(sim, "/world/test/scene/graph", "gz.msgs.StringMsg");
  const [root, cart] = [sim.runner.root, sim.entity("cart")];
  expect(data.startsWith("digraph {\n") && data.endsWith("}\n")).toBe(true);
  expect(data).toContain(`  ${cart} [label="cart (${cart})"];\n`);
  expect(data).toContain(`  ${root} -> ${cart};\n`);
  expect(data).toContain(`  ${cart} -> ${sim.entity("cart::body")};\n`);
});

test("[SB3] scene/info is published to the first listener and when something is new; scene/deletion when something goes", async () => {
  using sim = await load();
  const scenes = listen(sim, "/world/test/scene/info", "gz.msgs.Scene");
  const deleted = listen(sim, "/world/test/scene/deletion", "gz.msgs.UInt32_V");
  sim.run({ steps: 3 });
  expect(scenes).toHaveLength(1);
  const arm = sim.entity("cart::arm");
  const tip = sim.entity("cart::arm::tip");
  sim.runner.world.remove(arm);
  sim.run({ steps: 2 });
  expect(scenes).toHaveLength(1);
  expect(deleted.map(({ data = [] }) => data.toSorted((a, b) => a - b))).toEqual([[arm, tip]]);
  sim.runner.world.set(sim.runner.world.create(sim.runner.root), Name, "new");
  sim.run({ steps: 2 });
  expect(scenes).toHaveLength(2);
});

test("[SB4] poses go out 60 times a simulated second, or as often as asked, each relative to what it belongs to", async () => {
  using sim = await load();
  const all = listen(sim, "/world/test/pose/info", "gz.msgs.Pose_V");
  const dynamic = listen(sim, "/world/test/dynamic_pose/info", "gz.msgs.Pose_V");
  sim.run({ steps: 1000 });
  // And one message at once, for the first listener.
  expect([all.length, dynamic.length]).toEqual([61, 61]);
  const names = ({ pose = [] }: gz.Pose_V) => pose.map(({ name = "" }) => name).toSorted((a, b) => (a < b ? -1 : 1));
  expect(names(dynamic[0]!)).toEqual(["arm", "body", "cart", "tip"]);
  expect(names(all[0]!)).toEqual(["arm", "body", "cart", "ground", "link", "shell", "sun", "tip", "v"]);
  const cart = dynamic.at(-1)!.pose!.find(({ name }) => name === "cart")!;
  expect(cart).toMatchObject({ id: sim.entity("cart"), position: { x: expect.closeTo(1), z: expect.any(Number) } });
  // It has fallen for a second: 3 − g/2.
  expect(cart.position!.z).toBeCloseTo(3 - 4.9, 1);

  using slow = await TestSim.load(
    `<plugin name="gz::sim::systems::SceneBroadcaster" filename="x"><dynamic_pose_hertz>10</dynamic_pose_hertz></plugin>${world}`,
  );
  const few = listen(slow, "/world/test/dynamic_pose/info", "gz.msgs.Pose_V");
  slow.run({ steps: 1000 });
  expect(few).toHaveLength(11);
});

test("[SB4] poses are told at the start, also of a paused world, and whenever something is moved while it is paused", async () => {
  using sim = await load();
  sim.runner.state.pause();
  const all = listen(sim, "/world/test/pose/info", "gz.msgs.Pose_V");
  const dynamic = listen(sim, "/world/test/dynamic_pose/info", "gz.msgs.Pose_V");
  sim.run({ steps: 5 });
  expect([all.length, dynamic.length]).toEqual([1, 1]);
  sim.request("/world/test/set_pose", "gz.msgs.Pose", { name: "cart", position: { x: 7 } });
  sim.run({ steps: 5 });
  expect([all.length, dynamic.length]).toEqual([2, 2]);
  expect(dynamic[1]!.pose!.find(({ name }) => name === "cart")!.position!.x).toBe(7);
});

test("[SB5] state has every component of every entity, then what changes", async () => {
  using sim = await load();
  const states = listen(sim, "/world/test/state", "gz.msgs.SerializedStepMap");
  const all = await ask(sim, "/world/test/state", "gz.msgs.SerializedStepMap");
  const { world: live } = sim.runner;
  const cart = sim.entity("cart");
  expect(Object.keys(all.state!.entities!)).toHaveLength(live.entityCount);
  const nameOf = (message: gz.SerializedStepMap) => message.state!.entities![cart]!.components![Name.key]!;
  expect(unpack(nameOf(all).component!)).toBe("cart");
  expect(Object.keys(states[0]!.state!.entities!)).toHaveLength(live.entityCount);
  sim.run({ steps: 100 });
  const last = states.at(-1)!;
  expect(last.state!.entities![cart]!.components![Pose.key]).toBeDefined();
  expect(last.state!.entities![cart]!.components![Name.key]).toBeUndefined();
  expect(sim.runner.messages.encode("gz.msgs.SerializedStepMap", last).length).toBeGreaterThan(50);
});

test("[SB5] state says whether the world is paused, the size of a step and the real time that has gone by", async () => {
  let nowMs = 0;
  using sim = await TestSim.load(world, { defaultSystems: ["scene-broadcaster"], nowMs: () => nowMs });
  const states = listen(sim, "/world/test/state", "gz.msgs.SerializedStepMap");
  sim.run({ steps: 1 });
  nowMs = 1500;
  sim.run({ steps: 100 });
  const step_size = { sec: 0, nsec: 1_000_000 };
  expect(states.at(-1)!.stats).toMatchObject({ paused: false, step_size, real_time: { sec: 1, nsec: 500_000_000 } });
  expect((await ask(sim, "/world/test/state", "gz.msgs.SerializedStepMap")).stats).toMatchObject({
    paused: false,
    step_size,
  });
  sim.runner.state.pause();
  const { stats } = await ask(sim, "/world/test/state", "gz.msgs.SerializedStepMap");
  expect(stats).toMatchObject({ paused: true, step_size, iterations: 102 });
});

test("[SB6] nothing is made for topics that nobody listens to, and the run is the same", async () => {
  let encoded = 0;
  const Counted = component("test.Counted", () => 0, {
    serialiser: {
      encode: (value: number) => {
        encoded++;
        return Uint8Array.of(value);
      },
      decode: ([value]) => value!,
    },
  });
  using heard = await load();
  for (const topic of ["scene/info", "scene/deletion", "pose/info", "dynamic_pose/info", "state"])
    listen(heard, `/world/test/${topic}`, ANY_TYPE);
  using unheard = await load();
  const encodedIn = (sim: TestSim): number => {
    sim.runner.world.set(sim.entity("cart"), Counted, 5);
    encoded = 0;
    sim.run({ steps: 200 });
    return encoded;
  };
  expect(encodedIn(unheard)).toBe(0);
  expect(encodedIn(heard)).toBeGreaterThan(0);
  expect(heard.runner.hash()).toBe(unheard.runner.hash());
});

test("[SB1] scene/info has sensors with what they see, particle emitters and projectors", async () => {
  const link = `<link name="l">
    <sensor name="eye" type="camera"><pose>0 0 1 0 0 0</pose><update_rate>30</update_rate><camera><horizontal_fov>1.2</horizontal_fov>
      <image><width>640</width><height>480</height></image><clip><near>0.2</near><far>50</far></clip></camera></sensor>
    <sensor name="scan" type="gpu_lidar"><lidar><scan><horizontal><samples>90</samples><min_angle>-1</min_angle><max_angle>1</max_angle>
      </horizontal></scan><range><min>0.1</min><max>20</max></range></lidar></sensor>
    <sensor name="touch" type="contact"><contact><collision>c</collision></contact></sensor>
    <particle_emitter name="fog" type="box"><pose>0 1 0 0 0 0</pose><size>2 2 2</size><rate>5</rate><color_start>0 1 0 1</color_start>
      </particle_emitter>
    <projector name="beam"><texture>a.png</texture><fov>0.5</fov></projector></link>`;
  using sim = await TestSim.load(`<model name="m">${link}</model>`, { defaultSystems: ["scene-broadcaster"] });
  const scene = await ask(sim, "/world/test/scene/info", "gz.msgs.Scene");
  const id = sim.entity("m::l");
  expect(scene.model![0]!.link![0]).toMatchObject({
    sensor: [
      {
        name: "eye",
        type: "camera",
        parent_id: id,
        update_rate: 30,
        pose: { position: { z: 1 } },
        camera: { horizontal_fov: 1.2, image_size: { x: 640, y: 480 }, near_clip: 0.2, far_clip: 50 },
      },
      {
        name: "scan",
        type: "gpu_lidar",
        lidar: { horizontal_samples: 90, horizontal_min_angle: -1, vertical_samples: 1, range_min: 0.1, range_max: 20 },
      },
      { name: "touch", type: "contact_sensor" },
    ],
    particle_emitter: [
      {
        name: "fog",
        type: "BOX",
        pose: { position: { y: 1 } },
        size: { x: 2, y: 2, z: 2 },
        rate: { data: 5 },
        emitting: { data: true },
        color_start: { r: 0, g: 1, b: 0, a: 1 },
      },
    ],
    projector: [{ name: "beam", texture: "a.png", fov: 0.5, near_clip: 0.1 }],
  });
  expect(sim.runner.messages.encode("gz.msgs.Scene", scene).length).toBeGreaterThan(100);
});

test("[SB5] state_async calls the service that is named, if it takes a state", async () => {
  using sim = await load();
  const got: gz.SerializedStepMap[] = [];
  sim.node.service("/mine", { request: "gz.msgs.SerializedStepMap", response: "gz.msgs.Empty" }, (state) => {
    got.push(state);
    return {};
  });
  const asked = sim.node.request("/world/test/state_async", { data: "/mine" });
  sim.run({ steps: 2 });
  await asked;
  sim.run({ steps: 2 });
  expect(got.map(({ state }) => Object.keys(state!.entities!).length)).toEqual([sim.runner.world.entityCount]);
  sim.runner.state.pause();
  const refused = sim.node.request("/world/test/state_async", { data: "/world/test/control" });
  sim.run({ steps: 2 });
  await expect(refused).rejects.toThrow(
    'there is no service "/world/test/control" that takes a gz.msgs.SerializedStepMap',
  );
  expect(sim.runner.state.paused).toBe(true);
});

test("[SB5] state_async calls for somebody only what the role allows", async () => {
  using sim = await load();
  let calls = 0;
  const type = { request: "gz.msgs.SerializedStepMap", response: "gz.msgs.Empty" } as const;
  for (const needs of ["operator", "viewer"] as const) {
    sim.node.service(`/for-${needs}`, { ...type, needs }, () => {
      calls++;
      return {};
    });
  }
  const viewer = connected(sim, "ann", "viewer");
  await viewer.until(() => viewer.services().some(({ name }) => name === "/world/test/state_async"));
  const ask = async (data: string): Promise<void> => {
    const asked = viewer.request("/world/test/state_async", { data }, { response: "gz.msgs.Empty" });
    await expect.poll(() => sim.runner.bus.inbox.size).toBe(1);
    sim.run({ steps: 2 });
    await asked;
  };
  await expect(ask("/for-operator")).rejects.toThrow('"/for-operator" needs the role operator; yours is viewer');
  expect(calls).toBe(0);
  await ask("/for-viewer");
  sim.run({ steps: 2 });
  expect(calls).toBe(1);
});
