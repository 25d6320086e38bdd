import { expect, test } from "vitest";
import { MemoryResources } from "./memory-resources.ts";
import { sceneToJson } from "./scene-json.ts";
import { parseSdf } from "./sdf/load-sdf.ts";

async function jsonOf(body: string): Promise<unknown> {
  const { scene, problems } = await parseSdf(`<sdf version="1.9">${body}</sdf>`, "t.sdf", new MemoryResources({}));
  return sceneToJson(scene, problems);
}

const model = `<model name="m"><pose>1 0 0 0 0 0</pose>
  <model name="inner"><pose>0 1 0 0 0 0</pose><link name="l"><pose>0 0 1 0 0 0</pose>
    <collision name="c"><pose>0 0 1 0 0 0</pose><geometry><sphere><radius>1</radius></sphere></geometry></collision></link></model>
  <joint name="j" type="revolute"><parent>world</parent><child>inner::l</child><axis><xyz>0 0 1</xyz></axis></joint></model>`;

test("[SD29] in a world every pose is in the world; nested models have scoped names; no limit is inf", async () => {
  expect(await jsonOf(`<world name="w">${model}</world>`)).toMatchObject({
    ok: true,
    worlds: [
      {
        models: [
          {
            name: "m",
            pose: [1, 0, 0, 0, 0, 0, 1],
            models: [
              {
                name: "m::inner",
                pose: [1, 1, 0, 0, 0, 0, 1],
                links: [{ pose: [1, 1, 1, 0, 0, 0, 1], collisions: [{ pose: [1, 1, 2, 0, 0, 0, 1] }] }],
              },
            ],
            joints: [
              { pose: [1, 1, 1, 0, 0, 0, 1], axis: { xyz: [0, 0, 1], limits: { lower: "-inf", effort: "inf" } } },
            ],
          },
        ],
      },
    ],
  });
});

test("[SD29] for a model at the root every pose but its own is in the model", async () => {
  expect(await jsonOf(model)).toMatchObject({
    models: [
      {
        pose: [1, 0, 0, 0, 0, 0, 1],
        models: [{ pose: [0, 1, 0, 0, 0, 0, 1], links: [{ pose: [0, 1, 1, 0, 0, 0, 1] }] }],
      },
    ],
  });
});

test("[SD29] with errors it says so, with code and line", async () => {
  expect(await jsonOf("\n<world/>")).toMatchObject({
    ok: false,
    errors: [{ code: "missing-attribute", line: 2 }],
    worlds: [],
  });
});
