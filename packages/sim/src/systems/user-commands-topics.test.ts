import type { gz } from "@orrery/msgs";
import { expect, test } from "vitest";
import { findEntity } from "../commands/find-entity.ts";
import { Material } from "../components/geometry.ts";
import { Light } from "../components/light.ts";
import { Surface } from "../components/physics.ts";
import type { Entity } from "../ecs/entities.ts";
import { TestSim } from "../testing/test-sim.ts";

const model = (name: string): string => `<model name="${name}"><link name="link">
  <collision name="c"><geometry><sphere><radius>1</radius></sphere></geometry></collision>
  <visual name="v"><geometry><sphere><radius>1</radius></sphere></geometry></visual>
  <light name="lamp" type="point"/></link></model>`;

function load(systems = ""): Promise<TestSim> {
  return TestSim.load(`${systems}${model("a")}${model("b")}`, { paused: true, defaultSystems: ["user-commands"] });
}

async function ask(sim: TestSim, service: string, request: object): Promise<gz.Boolean> {
  const answer = sim.node.request(`/world/test/${service}`, request, { response: "gz.msgs.Boolean" });
  sim.runner.pass();
  return answer;
}

function entity({ runner: { world, root } }: TestSim, name: string, type: gz.Entity["type"] & string): Entity {
  return findEntity(world, root, { name, type });
}

test("[UC23] each of Gazebo's services is there as a blocking one too, and does the same", async () => {
  using sim = await load();
  const names = sim.node.services().map(({ name }) => name);
  const blocking = [
    "create",
    "create_multiple",
    "remove",
    "set_pose",
    "set_pose_vector",
    "light_config",
    "visual_config",
  ];
  const others = ["enable_collision", "disable_collision", "set_physics", "set_spherical_coordinates", "wheel_slip"];
  for (const name of [...blocking, ...others]) expect(names).toContain(`/world/test/${name}/blocking`);
  expect(await ask(sim, "set_pose/blocking", { name: "a", position: { x: 4 } })).toEqual({ data: true });
  expect(sim.poseOf("a").x).toBe(4);
  expect(await ask(sim, "remove/blocking", { name: "c", type: "MODEL" })).toMatchObject({ data: false });
});

test("[UC24] material_color recolours the first visual of a name, or all of them", async () => {
  using sim = await load();
  const red = { r: 1, g: 0, b: 0, a: 1 };
  const colours = (): unknown[] =>
    ["a", "b"].map((name) => sim.runner.world.get(entity(sim, `${name}::link::v`, "VISUAL"), Material)?.diffuse);
  const send = (message: gz.MaterialColor & Record<string, unknown>): void => {
    sim.publish("/world/test/material_color", "gz.msgs.MaterialColor", message);
    sim.runner.pass();
  };
  const [before] = colours();
  send({ entity: { name: "b::link::v" }, diffuse: red });
  expect(colours()).toEqual([before, red]);
  const blue = { r: 0, g: 0, b: 1, a: 1 };
  send({ entity: { name: "link::v" }, diffuse: blue });
  expect(colours()).toEqual([blue, red]);
  send({ entity: { name: "v" }, diffuse: red, entity_match: "ALL" });
  expect(colours()).toEqual([red, red]);
  send({ entity: { name: "w" }, diffuse: red });
  expect(sim.log.at(-1)!.message).toBe('material_color: there is no visual "w"');
});

test("[UC24] with set_all_light_entities, light_config is for all lights of a name; with a parent's id for its own", async () => {
  const plugin =
    '<plugin name="user-commands" filename=""><set_all_light_entities>true</set_all_light_entities></plugin>';
  const intensities = (sim: TestSim): number[] =>
    ["a", "b"].map((name) => sim.runner.world.get(entity(sim, `${name}::link::lamp`, "LIGHT"), Light)!.intensity);
  using all = await load(plugin);
  expect(await ask(all, "light_config", { name: "lamp", intensity: 3 })).toEqual({ data: true });
  expect(intensities(all)).toEqual([3, 3]);
  using one = await load();
  const parent_id = one.entity("b::link");
  expect(await ask(one, "light_config", { name: "lamp", parent_id, intensity: 3 })).toEqual({ data: true });
  expect(intensities(one)).toEqual([1, 3]);
});

test("[UC24] wheel_slip gives the collisions of a link or model their compliance, and says that it is not simulated", async () => {
  using sim = await load();
  const request = {
    entity: { name: "a::link", type: "LINK" },
    slip_compliance_lateral: 0.5,
    slip_compliance_longitudinal: 1,
  };
  const { data, header } = await ask(sim, "wheel_slip", request);
  expect([data, header!.data![0]!.key]).toEqual([true, "warning"]);
  const slips = ["a", "b"].map((name) => sim.runner.world.get(entity(sim, `${name}::link::c`, "COLLISION"), Surface)!);
  expect(slips.map(({ slip1, slip2 }) => [slip1, slip2])).toEqual([
    [0.5, 1],
    [0, 0],
  ]);
  const ofModel = { entity: { name: "b", type: "MODEL" }, slip_compliance_lateral: 2 };
  expect(await ask(sim, "wheel_slip", ofModel)).toMatchObject({ data: true });
  expect(sim.runner.world.get(entity(sim, "b::link::c", "COLLISION"), Surface)!.slip1).toBe(2);
  expect(await ask(sim, "wheel_slip", { entity: { name: "zz" } })).toMatchObject({ data: false });
});
