import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { isInstalled, root, stampFile, stampOf } from "./setup.mjs";

describe("what counts as installed", () => {
  let folder: string;
  const write = (file: string, value: unknown): void => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), JSON.stringify(value));
  };
  const lock = (version: string): object => ({
    packages: {
      "": {},
      "packages/a": {},
      "node_modules/x": { version },
      "node_modules/y": { version, optional: true },
    },
  });

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "orrery-setup-"));
    write("package.json", { workspaces: ["packages/*"], scripts: {} });
    write("packages/a/package.json", { dependencies: { x: "1" } });
    write("package-lock.json", lock("1.0.0"));
    write("node_modules/node/bin/node", "");
    write("node_modules/.package-lock.json", { packages: { "node_modules/x": { version: "1.0.0" } } });
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  test("packages that were installed by hand, as locked, are taken over", () => {
    expect(isInstalled(folder)).toBe(true);
    expect(existsSync(stampFile(folder))).toBe(true);
  });

  test("other versions than the locked ones are not", () => {
    write("package-lock.json", lock("1.0.1"));
    expect(isInstalled(folder)).toBe(false);
  });

  test("a missing Node 24 is not", () => {
    rmSync(join(folder, "node_modules/node"), { recursive: true });
    expect(isInstalled(folder)).toBe(false);
  });

  test("after an installation, a change of the lock or of a package's dependencies asks for another, a script does not", () => {
    writeFileSync(stampFile(folder), stampOf(folder));
    expect(isInstalled(folder)).toBe(true);
    write("package.json", { workspaces: ["packages/*"], scripts: { hello: "echo" } });
    expect(isInstalled(folder)).toBe(true);
    write("packages/a/package.json", { dependencies: { x: "2" } });
    expect(isInstalled(folder)).toBe(false);
    write("packages/a/package.json", { dependencies: { x: "1" } });
    expect(isInstalled(folder)).toBe(true);
    write("package-lock.json", lock("1.0.1"));
    expect(isInstalled(folder)).toBe(false);
  });
});

describe("a program run under Node 24", () => {
  const parent = (script: string): ReturnType<typeof spawn> => {
    const code = `import { exitLike, runNode24 } from ${JSON.stringify(join(root, "tools/setup.mjs"))};
      exitLike(await runNode24(["-e", ${JSON.stringify(script)}]));`;
    return spawn(process.execPath, ["--input-type=module", "-e", code], { stdio: ["ignore", "pipe", "inherit"] });
  };
  const ended = (child: ReturnType<typeof spawn>): Promise<{ status: number | null; signal: string | null }> =>
    new Promise((resolve) => child.on("close", (status, signal) => resolve({ status, signal })));

  test("passes its exit status on", async () => {
    expect(await ended(parent("process.exit(7)"))).toEqual({ status: 7, signal: null });
  });

  test("passes the signal that ended it on", async () => {
    const end = await ended(parent("process.kill(process.pid, 'SIGKILL')"));
    expect(end).toEqual({ status: null, signal: "SIGKILL" });
  });

  test.each(["SIGINT", "SIGTERM"] as const)("gets %s and may finish before its caller ends", async (signal) => {
    const child = parent(
      `process.on("${signal}", () => { console.log("finishing"); process.exit(3); });
       setInterval(() => {}, 1000); console.log("ready");`,
    );
    let output = "";
    child.stdout!.on("data", (data: Buffer) => {
      output += data.toString();
      if (output === "ready\n") child.kill(signal);
    });
    expect(await ended(child)).toEqual({ status: 3, signal: null });
    expect(output).toBe("ready\nfinishing\n");
  });
});
