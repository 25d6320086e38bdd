import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { request, ServerResponse, type IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { messages } from "@orrery/msgs";
import { World } from "@orrery/sim";
import { connectNode, loadSdf, logTo, spawnWorld } from "@orrery/sim/host";
import { Geometry, Material } from "@orrery/sim/components";
import { MAX_FILE_BYTES } from "@orrery/sim/front";
import { expect, onTestFinished, test } from "vitest";
import { FileResources } from "../../files/files.ts";
import { startServer, type Server } from "../../server.ts";
import type { Tokens } from "../people/access.ts";
import { GivenAssets, GivenRoom } from "./given-assets.ts";
import { HTTP_TIMES } from "./http-times.ts";
import { get, smallWorld } from "../../testing/small-world.ts";
import { connectWs } from "../ws-link.ts";

/** Starts a server with a world in a folder of its own, a resource folder, and files that are in neither. */
async function start(tokens: Tokens = {}): Promise<{ server: Server; folder: string }> {
  const folder = mkdtempSync(join(tmpdir(), "orrery-assets-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const files = {
    "home/world.sdf": "<sdf/>",
    "home/secret.txt": "secret",
    "home/meshes/own.dae": "own",
    "models/box/model.sdf": "<sdf/>",
    "models/box/meshes/box.stl": "box",
    "models/box/texture.png": "picture",
    "models/arm/parts/a b.obj": "arm",
    "outside.png": "outside",
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  symlinkSync(join(folder, "outside.png"), join(folder, "models/box/link.png"));
  const server = await startServer({
    port: 0,
    log: logTo(() => undefined),
    tokens,
  });
  onTestFinished(() => server[Symbol.asyncDispose]());
  const assets = { world: join(folder, "home/world.sdf"), folders: [join(folder, "models"), join(folder, "home")] };
  await server.attach(smallWorld().thread, { assets });
  return { server, folder };
}

const pathOf = (query: Record<string, string>): string => `/assets?${new URLSearchParams(query)}`;

test("[GW20] files of a world are found under the names that its components have", async () => {
  const { server, folder } = await start();
  const asked: [Record<string, string>, string, string][] = [
    [{ uri: "meshes/own.dae" }, "own", "model/vnd.collada+xml"],
    [{ uri: "model://box/meshes/box.stl" }, "box", "model/stl"],
    [{ uri: "meshes/box.stl", from: "model://box/model.sdf" }, "box", "model/stl"],
    [{ uri: "../texture.png", from: "model://box/meshes/box.stl" }, "picture", "image/png"],
    [{ uri: "a b.obj", from: "model://arm/parts/x.sdf" }, "arm", "model/obj"],
    [{ uri: "own.dae", from: "meshes/x.sdf" }, "own", "model/vnd.collada+xml"],
    [{ uri: `file://${folder}/models/box/texture.png` }, "picture", "image/png"],
    [{ uri: `${folder}/models/box/texture.png` }, "picture", "image/png"],
  ];
  for (const [query, body, type] of asked) {
    const answer = await get(server, pathOf(query));
    expect({ query, ...answer }).toMatchObject({ query, status: 200, body, headers: { "content-type": type } });
  }
});

test("[GW20] the files of every visual of a loaded world are found, those of included models too", async () => {
  const { server, folder } = await start();
  const visual = (mesh: string, map: string): string => `<link name="l"><visual name="v">
    <geometry><mesh><uri>${mesh}</uri></mesh></geometry>
    <material><pbr><metal><albedo_map>${map}</albedo_map></metal></pbr></material></visual></link>`;
  const file = join(folder, "home/world.sdf");
  writeFileSync(join(folder, "models/box/model.config"), `<model><sdf version="1.9">model.sdf</sdf></model>`);
  writeFileSync(
    join(folder, "models/box/model.sdf"),
    `<sdf version="1.9"><model name="box">${visual("meshes/box.stl", "texture.png")}</model></sdf>`,
  );
  writeFileSync(
    file,
    `<sdf version="1.9"><world name="w"><include><uri>model://box</uri></include>
      <model name="own">${visual("meshes/own.dae", "model://box/texture.png")}</model></world></sdf>`,
  );
  const { scene } = await loadSdf(file, new FileResources({ folders: [join(folder, "models")] }));
  const world = new World();
  spawnWorld(world, scene.worlds[0]!);
  const bodies: string[] = [];
  for (const [, geometry, material] of world.query(Geometry, Material)) {
    if (geometry.type !== "mesh" || material?.pbr === undefined) continue;
    const { albedoMap, from } = material.pbr;
    bodies.push((await get(server, pathOf({ uri: geometry.uri, from: geometry.from }))).body);
    bodies.push((await get(server, pathOf({ uri: albedoMap, from }))).body);
  }
  expect(bodies.toSorted()).toEqual(["box", "own", "picture", "picture"]);
});

test("[GW20] a model that could be put into the world is served with its description", async () => {
  const { server, folder } = await start();
  expect(await get(server, pathOf({ uri: "model://box/model.sdf" }))).toMatchObject({ status: 403 });
  writeFileSync(join(folder, "models/box/model.config"), "<model/>");
  expect(await get(server, pathOf({ uri: "model://box/model.config" }))).toMatchObject({
    status: 200,
    body: "<model/>",
  });
  expect(await get(server, pathOf({ uri: "model://box/model.sdf" }))).toMatchObject({ status: 200, body: "<sdf/>" });
});

test("[GW21] nothing outside of the resource folders is served", async () => {
  const { server, folder } = await start();
  const uris = [
    "../outside.png",
    "model://../outside.png",
    "model://box/../../outside.png",
    "model://box/link.png",
    `${folder}/outside.png`,
    `file://${folder}/outside.png`,
    `file://${folder}/models/../outside.png`,
    `file://${folder}/models/%2e%2e/outside.png`,
    "model://box/texture.png\0.png",
    "model://box/meshes",
    "https://example.com/a.png",
    "data:image/png,x",
  ];
  for (const uri of uris) {
    expect({ uri, ...(await get(server, pathOf({ uri }))) }).toMatchObject({ uri, status: 404 });
    const besides = pathOf({ uri: "outside.png", from: uri });
    expect({ uri, ...(await get(server, besides)) }).toMatchObject({ uri, status: 404 });
  }
  for (const path of ["/assets?uri=%2e%2e%2foutside.png", "/assets?uri=..%5coutside.png", "/assets/../outside.png"]) {
    expect({ path, ...(await get(server, path)) }).toMatchObject({ path, status: 404 });
  }
});

test("[GW21] only meshes, pictures and models are served: a world may lie among other things", async () => {
  const { server } = await start();
  expect(await get(server, pathOf({ uri: "secret.txt" }))).toMatchObject({ status: 403 });
  expect(await get(server, pathOf({ uri: "world.sdf" }))).toMatchObject({ status: 403 });
  expect(await get(server, "/assets")).toMatchObject({ status: 400 });
});

test("[GW22] who has a file already is told so; HEAD has no body", async () => {
  const { server, folder } = await start();
  const path = pathOf({ uri: "model://box/texture.png" });
  const { headers } = await get(server, path);
  const tag = String(headers["etag"]);
  expect(await get(server, path, { "If-None-Match": tag })).toMatchObject({ status: 304, body: "" });
  expect(await get(server, path, { "If-None-Match": `"x", W/${tag}` })).toMatchObject({ status: 304 });
  expect(await get(server, path, {}, "HEAD")).toMatchObject({
    status: 200,
    body: "",
    headers: { "content-length": "7", etag: tag },
  });
  writeFileSync(join(folder, "models/box/texture.png"), "another");
  truncateSync(join(folder, "models/box/texture.png"), 6);
  expect(await get(server, path, { "If-None-Match": tag })).toMatchObject({ status: 200, body: "anothe" });
});

test("[GW22] a file above 64 MB is refused", async () => {
  const { server, folder } = await start();
  truncateSync(join(folder, "home/meshes/own.dae"), 64 * 2 ** 20 + 1);
  expect(await get(server, pathOf({ uri: "meshes/own.dae" }))).toMatchObject({ status: 413 });
});

test("[GW24] a mesh that is missing can be given, and is there for everybody, under the name that it is asked for", async () => {
  const { server } = await start();
  const client = await connectNode(await connectWs(`${server.url.replace("http", "ws")}ws`), messages);
  onTestFinished(() => client[Symbol.dispose]());
  const told: string[] = [];
  client.subscribe("/orrery/assets", "gz.msgs.StringMsg", ({ value }) => void told.push(value.data ?? ""));
  const asked = pathOf({ uri: "meshes/lost.stl", from: "model://arm/model.sdf" });
  expect(await get(server, asked)).toMatchObject({ status: 404 });
  expect(await put(server, { uri: "model://arm/meshes/lost.stl" }, "bytes")).toBe(201);
  expect(await get(server, asked)).toMatchObject({
    status: 200,
    body: "bytes",
    headers: { "content-type": "model/stl" },
  });
  await client.until(() => told.length > 0);
  expect(told).toEqual(["model://arm/meshes/lost.stl"]);
  // Asked for as a mesh asks for a picture.
  expect(await put(server, { uri: "model://arm/paint/lost.png" }, "picture")).toBe(201);
  const picture = pathOf({ uri: "../paint/lost.png", from: "model://arm/meshes/lost.mtl" });
  expect(await get(server, picture)).toMatchObject({ status: 200, body: "picture" });
});

test("[GW24] the largest file may take as long as it needs at 1 Mbit/s", () => {
  expect(HTTP_TIMES.requestTimeout).toBeGreaterThan((MAX_FILE_BYTES * 8 * 1000) / 1e6);
});

test("[GW25] what may not be given is refused: what is there, what is no mesh or picture, too much, and by viewers and strangers", async () => {
  const { server } = await start();
  expect(await put(server, { uri: "model://box/meshes/box.stl" }, "other")).toBe(409);
  expect(await get(server, pathOf({ uri: "model://box/meshes/box.stl" }))).toMatchObject({ body: "box" });
  expect(await put(server, { uri: "model://box/lost.sdf" }, "<sdf/>")).toBe(403);
  expect(await put(server, { uri: "lost.stl" }, "")).toBe(411);
  const far = { Origin: "http://elsewhere.example" };
  expect(await put(server, { uri: "lost.stl" }, "bytes", far)).toBe(403);
  expect(await put(server, { uri: "lost.stl" }, "", { "Content-Length": String(65 * 2 ** 20) })).toBe(413);
  expect(await get(server, pathOf({ uri: "lost.stl" }))).toMatchObject({ status: 404 });

  const guarded = await start({ viewer: ["looks"], operator: ["works"] });
  expect(await put(guarded.server, { uri: "lost.stl" }, "bytes")).toBe(401);
  expect(await put(guarded.server, { uri: "lost.stl", token: "looks" }, "bytes")).toBe(403);
  expect(await put(guarded.server, { uri: "lost.stl", token: "works" }, "bytes")).toBe(201);
});

test("[GW25] what is given is bounded in all, and what does not come as a whole is not kept", async () => {
  const given = new GivenAssets(new GivenRoom(), () => undefined);
  const [file, whole] = [Buffer.alloc(60 * 2 ** 20), 60 * 2 ** 20];
  const statuses: number[] = [];
  for (const name of ["a", "b", "c", "d", "e"]) statuses.push(await give(given, `${name}.stl`, file, whole));
  // Four of them fit into 256 MB.
  expect(statuses).toEqual([201, 201, 201, 201, 507]);
  // A file that is replaced makes room for its successor.
  expect(await give(given, "a.stl", file, whole)).toBe(201);
  expect(await give(given, "f.stl", Buffer.from("half"), 8)).toBe(400);
  expect(given.of("f.stl")).toBeUndefined();
  expect(await give(given, "f.stl", Buffer.from("whole"), 5)).toBe(201);

  const many = new GivenAssets(new GivenRoom(), () => undefined);
  for (let i = 0; i < 2000; i++) expect(await give(many, `${i}.stl`, Buffer.from("x"), 1)).toBe(201);
  expect(await give(many, "one-more.stl", Buffer.from("x"), 1)).toBe(507);
  expect(await give(many, "7.stl", Buffer.from("y"), 1)).toBe(201);
});

/** Gives a file without a socket: only the request and the answer matter. */
async function give(given: GivenAssets, uri: string, bytes: Buffer, length: number): Promise<number> {
  const request = Object.assign(Readable.from([bytes]), { headers: { "content-length": String(length) } });
  const response = new ServerResponse(request as unknown as IncomingMessage);
  await given.receive(uri, request as unknown as IncomingMessage, response);
  return response.statusCode;
}

function put(
  server: Server,
  query: Record<string, string>,
  body: string,
  headers: Record<string, string> = {},
): Promise<number | undefined> {
  const { hostname, port } = new URL(server.url);
  return new Promise((resolve, reject) => {
    const own = { "Content-Length": String(Buffer.byteLength(body)), ...headers };
    const asking = request({ hostname, port, path: pathOf(query), method: "PUT", headers: own }, (response) => {
      response.resume();
      resolve(response.statusCode);
      asking.destroy();
    });
    asking.on("error", reject);
    asking.flushHeaders();
    if (body !== "") asking.end(body);
  });
}
