import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { FileResources } from "./files.ts";
import { fuelCaches, inFuelCache } from "./fuel-cache.ts";

function cacheWith(...folders: string[]): string {
  const cache = mkdtempSync(join(tmpdir(), "orrery-fuel-"));
  onTestFinished(() => rmSync(cache, { recursive: true }));
  for (const folder of folders) {
    mkdirSync(join(cache, folder), { recursive: true });
    writeFileSync(join(cache, folder, "model.config"), "");
  }
  return cache;
}

test("[SV34] a Fuel URL is the newest version in the cache, or the one it names; blanks in either spelling", async () => {
  const cone = "fuel.gazebosim.org/openrobotics/models/construction cone";
  const cache = cacheWith(`${cone}/9`, `${cone}/10`, "fuel.gazebosim.org/openrobotics/models/big%20box/1");
  const files = new FileResources({ folders: [], packageFolders: [], fuelCaches: [cache] });
  const find = async (uri: string) => (await files.resolve(uri, "world.sdf"))?.path;
  const url = "https://fuel.gazebosim.org/1.0/OpenRobotics/models";
  expect(await find(`${url}/Construction Cone`)).toBe(join(cache, cone, "10"));
  expect(await find(`${url}/Construction%20Cone/9`)).toBe(join(cache, cone, "9"));
  expect(await find(`${url}/Construction Cone/tip/files/model.config`)).toBe(join(cache, cone, "10/model.config"));
  expect(await find(`${url}/Big%20Box`)).toBe(join(cache, "fuel.gazebosim.org/openrobotics/models/big%20box/1"));
  expect(await find("https://app.gazebosim.org/OpenRobotics/fuel/models/Construction Cone")).toBe(
    join(cache, cone, "10"),
  );
  expect(await find(`${url}/Sphere`)).toBeUndefined();
  expect(await find("https://example.org/1.0/OpenRobotics/models/Construction Cone")).toBeUndefined();
});

test("[SV34] no URL leads out of the cache", () => {
  const cache = cacheWith("fuel.gazebosim.org/a/models/b/1");
  for (const name of ["..%2F..%2Fetc", "..", "%2E%2E"]) {
    expect(inFuelCache(`https://fuel.gazebosim.org/1.0/a/models/${name}/1`, [cache])).toEqual([]);
  }
  expect(inFuelCache("https://fuel.gazebosim.org/1.0/a/models/b/1/files/../../../x", [cache])).toEqual([]);
  expect(inFuelCache("https://fuel.gazebosim.org/1.0/../models/b/1", [cache])).toEqual([]);
});

test("[SV34] the cache is where the environment says, else in the user's home", () => {
  expect(fuelCaches({ GZ_FUEL_CACHE_PATH: "/a", IGN_FUEL_CACHE_PATH: "/b", HOME: "/h" })).toEqual(["/a", "/b"]);
  expect(fuelCaches({ HOME: "/h" })).toEqual(["/h/.gz/fuel", "/h/.ignition/fuel"]);
});
