import { request } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { createServer } from "vite";
import { expect, onTestFinished, test } from "vitest";
import { root } from "./orrery-process.ts";

test("[SV29] the development server has the worlds at /worlds/, and nothing outside of their folder", async () => {
  const folder = join(root, "packages/gui");
  const server = await createServer({
    root: folder,
    configFile: join(folder, "vite.config.ts"),
    server: { port: 0, host: "127.0.0.1", ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    logLevel: "silent",
  });
  onTestFinished(() => server.close());
  await server.listen();
  const { port } = server.httpServer!.address() as AddressInfo;
  const statusOf = (path: string): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      request({ host: "127.0.0.1", port, path }, (response) => resolve(response.resume().statusCode))
        .on("error", reject)
        .end();
    });
  expect(await statusOf("/worlds/shapes.sdf")).toBe(200);
  for (const path of ["/worlds/..%2fpackage.json", "/worlds/..%2f..%2f..%2f..%2f..%2fetc%2fhostname", "/worlds/%zz"]) {
    expect({ path, status: await statusOf(path) }).toEqual({ path, status: expect.not.toBeOneOf([200]) });
  }
});
