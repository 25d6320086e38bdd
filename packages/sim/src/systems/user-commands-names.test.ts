import type { gz } from "@orrery/msgs";
import { expect, test } from "vitest";
import { findEntity } from "../commands/find-entity.ts";
import { Transparency } from "../components/geometry.ts";
import { Light } from "../components/light.ts";
import type { Entity } from "../ecs/entities.ts";
import { TestSim } from "../testing/test-sim.ts";

async function ask(sim: TestSim, service: string, request: object): Promise<gz.Boolean> {
  const answer = sim.node.request(`/world/test/${service}`, request, { response: "gz.msgs.Boolean" });
  sim.runner.pass();
  return answer;
}

const reasonOf = ({ data = false, header }: gz.Boolean): string => (data ? "" : (header?.data?.[0]?.value?.[0] ?? ""));

const lamp = (name: string): string => `<light name="${name}" type="point"/>`;

test("[UC12] visuals and lights are found by their own names, as Gazebo's messages have them; a name that several have is refused", async () => {
  const shown = (model: string, link: string): string => `<model name="${model}"><link name="${link}">
    <visual name="v"><geometry><sphere><radius>1</radius></sphere></geometry></visual>${lamp(`${link}_lamp`)}${lamp("lamp")}
    </link></model>`;
  using sim = await TestSim.load(shown("a", "hull") + shown("b", "deck") + shown("c", "deck"), {
    paused: true,
    defaultSystems: ["user-commands"],
  });
  const { world, root } = sim.runner;
  const entity = (name: string, type: gz.Entity["type"] & string): Entity => findEntity(world, root, { name, type });
  expect(await ask(sim, "visual_config", { name: "v", parent_name: "hull", transparency: 0.5 })).toEqual({
    data: true,
  });
  expect(world.get(entity("a::hull::v", "VISUAL"), Transparency)).toEqual({ amount: 0.5 });
  expect(await ask(sim, "visual_config", { name: "v", parent_name: "b::deck", transparency: 0.5 })).toEqual({
    data: true,
  });
  expect(reasonOf(await ask(sim, "visual_config", { name: "v", parent_name: "deck", transparency: 0.5 }))).toMatch(
    /there are 2 of visual "v" of "deck".*"b::deck::v", "c::deck::v"/,
  );
  expect(await ask(sim, "light_config", { name: "hull_lamp", intensity: 3 })).toEqual({ data: true });
  expect(world.get(entity("a::hull::hull_lamp", "LIGHT"), Light)!.intensity).toBe(3);
  expect(reasonOf(await ask(sim, "light_config", { name: "lamp", intensity: 3 }))).toMatch(
    /there are 3 of light "lamp"/,
  );
});
