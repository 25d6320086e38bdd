import { messages } from "@orrery/msgs";
import { connectNode } from "@orrery/sim/host";
import { expect, onTestFinished, test } from "vitest";
import { connectWs } from "../../packages/server/src/gateway/ws-link.ts";
import { orrery as run, OrreryProcess } from "./orrery-process.ts";

/** Starts a world that others can reach, and returns its first output. */
async function serving(...args: string[]): Promise<string> {
  const server = new OrreryProcess(["run", "worlds/empty.sdf", "--port", "0", ...args]);
  onTestFinished(() => server.stop("SIGKILL").then(() => undefined));
  const [line] = await server.linesUntil((lines) => lines.length > 0);
  return line!;
}

async function roleOf(url: string, token: string): Promise<string | undefined> {
  const port = Number(new URL(url).port);
  const link = await connectWs(`ws://127.0.0.1:${port}/ws?token=${token}`);
  using node = await connectNode(link, messages);
  return (await node.request("/orrery/session", {}, { response: "orrery.msgs.Session" })).role;
}

test("[CL38] a server that others can reach makes tokens and prints them once, as addresses to open", async () => {
  const line = await serving("--host", "0.0.0.0", "--json");
  const { url, tokens } = JSON.parse(line) as { url: string; tokens: Record<string, string> };
  for (const role of ["viewer", "operator", "admin"]) expect(await roleOf(url, tokens[role]!)).toBe(role);
  await expect(roleOf(url, "")).rejects.toThrow("401");
});

test("[CL38] tokens that are given are used, and not printed; tools show theirs", async () => {
  const line = await serving("--host", "0.0.0.0", "--token", "for-all-admins", "--token", "viewer=for-viewers");
  expect(line).toMatch(/^Orrery: http:\/\/[\d.]+:\d+\/$/);
  const { port } = new URL(line.replace("Orrery: ", ""));
  const local = `http://127.0.0.1:${port}/`;
  expect(await roleOf(local, "for-all-admins")).toBe("admin");
  expect(await run("topic", "list", "--server", local)).toMatchObject({
    status: 1,
    stderr: expect.stringContaining("requires a valid token"),
  });
  const listed = await run("topic", "list", "--server", `${local}?token=for-viewers`);
  expect(listed).toMatchObject({ status: 0, stdout: expect.stringContaining("/orrery/people") });
  const call = ["service", "call", "/world/empty/control", "{}", "--server", `${local}?token=for-viewers`];
  expect(await run(...call)).toMatchObject({
    status: 1,
    stderr: expect.stringContaining("needs the role operator; yours is viewer"),
  });
});

test("[CL38] a token that is none is a usage error", async () => {
  expect(await run("run", "worlds/empty.sdf", "--token", "short")).toMatchObject({
    status: 2,
    stdout: "",
    stderr: expect.stringContaining("--token: a token must have at least 8 characters"),
  });
});
