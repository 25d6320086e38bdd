import { expect, test } from "vitest";
import { Problems } from "../../../scene/problem.ts";
import { boxTriangles, colladaText, type ColladaParts } from "../../../testing/mesh-files.ts";
import { MemoryResources } from "../../memory-resources.ts";
import { boundsOf, type Mesh } from "../mesh.ts";
import { readMesh } from "../read-mesh.ts";

const cube = boxTriangles([2, 2, 2]);
const shown = '<instance_geometry url="#shape"/>';

async function read(parts: ColladaParts): Promise<{ mesh: Mesh; problems: Problems }> {
  const problems = new Problems();
  const bytes = new TextEncoder().encode(colladaText(cube, parts));
  return { mesh: (await readMesh("m/a.dae", bytes, new MemoryResources({}), problems))!, problems };
}

function corners(mesh: Mesh): number[] {
  const { min, max } = boundsOf(mesh.submeshes)!;
  return [min.x, min.y, min.z, max.x, max.y, max.z].map((value) => Math.round(value * 1e5) / 1e5 + 0);
}

test("[ME3] the unit scales, and what is called up changes nothing, as in Gazebo", async () => {
  const { mesh } = await read({ asset: '<unit name="cm" meter="0.01"/><up_axis>Y_UP</up_axis>' });
  expect(corners(mesh)).toEqual([-0.01, -0.01, -0.01, 0.01, 0.01, 0.01]);
});

test("[ME3] nodes turn, scale and move what is below them, in the order written", async () => {
  const inner = `<node><scale>1 2 3</scale>${shown}</node>`;
  const nodes = `<node name="outer"><translate>10 0 0</translate><rotate>0 0 1 90</rotate>${inner}</node>`;
  const { mesh } = await read({ nodes });
  expect(corners(mesh)).toEqual([8, -1, -3, 12, 1, 3]);
  expect(mesh.submeshes[0]!.name).toBe("outer");
});

test("[ME3] a matrix is written row by row", async () => {
  const { mesh } = await read({ nodes: `<node><matrix>1 0 0 5 0 1 0 6 0 0 1 7 0 0 0 1</matrix>${shown}</node>` });
  expect(corners(mesh)).toEqual([4, 5, 6, 6, 7, 8]);
  expect(mesh.submeshes[0]!.name).toBe("unnamed_submesh_0");
});

test("[ME3] a node can be shown from a library, several times", async () => {
  const libraries = `<library_nodes><node id="part" name="part">${shown}</node></library_nodes>`;
  const at = (x: number): string => `<node><translate>${x} 0 0</translate><instance_node url="#part"/></node>`;
  const { mesh } = await read({ libraries, nodes: at(-5) + at(5) });
  expect(corners(mesh)).toEqual([-6, -1, -1, 6, 1, 1]);
  expect(mesh.submeshes).toHaveLength(2);
});

test("[ME3] a skin has the shape it was bound in", async () => {
  const skin = '<skin source="#shape"><bind_shape_matrix>2 0 0 0 0 2 0 0 0 0 2 1 0 0 0 1</bind_shape_matrix></skin>';
  const libraries = `<library_controllers><controller id="skinned">${skin}</controller></library_controllers>`;
  const { mesh } = await read({ libraries, nodes: '<node><instance_controller url="#skinned"/></node>' });
  expect(corners(mesh)).toEqual([-2, -2, -1, 2, 2, 3]);
});

const input = '<input semantic="VERTEX" source="#vertices" offset="0"/>';
test.each([
  ["polylist", `<polylist count="2">${input}<vcount>4 3</vcount><p>0 2 3 1 4 5 7</p></polylist>`, 3],
  ["polygons", `<polygons count="2">${input}<p>0 2 3 1</p><p>4 5 7</p></polygons>`, 3],
  ["tristrips", `<tristrips count="1">${input}<p>0 2 1 3 5 7</p></tristrips>`, 4],
  ["trifans", `<trifans count="1">${input}<p>0 2 3 1 5</p></trifans>`, 3],
  ["lines", `<lines count="1">${input}<p>0 1</p></lines><triangles>${input}<p>0 2 1</p></triangles>`, 1],
])("[ME3] %s become triangles", async (_name, primitives, triangles) => {
  const { mesh } = await read({ primitives });
  expect(mesh.submeshes[0]!.indices).toHaveLength(3 * triangles);
});

test("[ME3] materials come through their bindings, with colours and textures", async () => {
  const libraries = `
    <library_images><image id="wood"><init_from>my%20wood.png</init_from></image></library_images>
    <library_effects>
      <effect id="wooden"><profile_COMMON>
        <newparam sid="surface"><surface><init_from>wood</init_from></surface></newparam>
        <newparam sid="sampler"><sampler2D><source>surface</source></sampler2D></newparam>
        <technique><phong>
          <emission><color>0.1 0 0 1</color></emission><diffuse><texture texture="sampler" texcoord="x"/></diffuse>
        </phong></technique>
      </profile_COMMON></effect>
      <effect id="plain"><profile_COMMON><technique><lambert>
        <diffuse><color>0 1 0 0.5</color></diffuse>
      </lambert></technique></profile_COMMON></effect>
    </library_effects>
    <library_materials>
      <material id="m1" name="Wood"><instance_effect url="#wooden"/></material>
      <material id="m2"><instance_effect url="#plain"/></material>
    </library_materials>`;
  const bind = (symbol: string, target: string): string =>
    `<instance_material symbol="${symbol}" target="#${target}"/>`;
  const bound = `<bind_material><technique_common>${bind("a", "m1")}${bind("b", "m2")}</technique_common></bind_material>`;
  const triangles = (symbol: string): string => `<triangles material="${symbol}">${input}<p>0 2 1</p></triangles>`;
  const { mesh } = await read({
    libraries,
    primitives: triangles("a") + triangles("b"),
    nodes: `<node><instance_geometry url="#shape">${bound}</instance_geometry></node>`,
  });
  const [wood, green] = mesh.submeshes.map(({ material }) => mesh.materials[material]!);
  expect(wood).toMatchObject({ name: "Wood", emissive: { r: 0.1 }, texture: { uri: "my wood.png", from: "m/a.dae" } });
  expect(green).toMatchObject({ name: "m2", diffuse: { r: 0, g: 1, b: 0, a: 0.5 }, texture: undefined });
});

test("[ME6] a mirrored node keeps its outside outside", async () => {
  const { mesh } = await read({ nodes: `<node><scale>-1 1 1</scale>${shown}</node>` });
  const { positions: p, indices } = mesh.submeshes[0]!;
  for (let i = 0; i < indices.length; i += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => Array.from(p.subarray(3 * indices[i + k]!, 3 * indices[i + k]! + 3)));
    const u = b!.map((value, k) => value - a![k]!);
    const v = c!.map((value, k) => value - a![k]!);
    const normal = [u[1]! * v[2]! - u[2]! * v[1]!, u[2]! * v[0]! - u[0]! * v[2]!, u[0]! * v[1]! - u[1]! * v[0]!];
    // In a cube around the origin, each corner lies on the outer side of its face.
    expect(normal.reduce((sum, value, k) => sum + value * a![k]!, 0)).toBeGreaterThan(0);
  }
});

test("[ME5] nodes that show each other grow without end, and are refused", async () => {
  const doubled = (id: string, below: string): string =>
    `<node id="${id}"><instance_node url="#${below}"/><instance_node url="#${below}"/></node>`;
  const levels = Array.from({ length: 40 }, (_, i) => doubled(`n${i}`, `n${i + 1}`)).join("");
  const libraries = `<library_nodes>${levels}<node id="n40"/></library_nodes>`;
  const { mesh, problems } = await read({ libraries, nodes: '<node><instance_node url="#n0"/></node>' });
  expect(mesh).toBeUndefined();
  expect(problems.list[0]!.message).toContain("100000 nodes");
  const circle = await read({
    libraries: `<library_nodes>${doubled("n", "n")}</library_nodes>`,
    nodes: doubled("m", "n"),
  });
  expect(circle.problems.list[0]!.message).toContain("levels deep");
});

test("[ME5] what is named and not there is left out with a warning", async () => {
  const { mesh, problems } = await read({ nodes: `<node>${shown}<instance_geometry url="#other"/></node>` });
  expect(mesh.submeshes).toHaveLength(1);
  expect(problems.list).toMatchObject([{ severity: "warning", where: { file: "m/a.dae", line: 17 } }]);
});
