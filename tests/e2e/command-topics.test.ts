import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { clientOf, onlyNamed, orrery, OrreryProcess, serving, temporaryFolder } from "./orrery-process.ts";
import { eventually } from "./pages.ts";

test("[CL16] topics and services of a running world can be listed, looked at, heard and called", async () => {
  const { url } = await serving("worlds/empty.sdf");
  const ask = (...args: string[]) => orrery(...args, "--server", url);
  expect((await ask("topic", "list")).stdout).toMatch(/^\/world\/empty\/stats +gz\.msgs\.WorldStatistics$/m);
  const listed = (await ask("topic", "list", "--json")).stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as object);
  expect(listed).toContainEqual({ name: "/clock", type: "gz.msgs.Clock", publishers: 1, subscribers: 0, dropped: 0 });
  expect((await ask("topic", "info", "/clock")).stdout).toMatch(/gz\.msgs\.Clock\n1 publishing[^]*sim +gz\.msgs\.Time/);
  expect((await ask("service", "list")).stdout).toMatch(
    /^\/world\/empty\/control +gz\.msgs\.WorldControl → gz\.msgs\.Boolean$/m,
  );
  expect((await ask("service", "info", "/world/empty/control")).stdout).toMatch(/multi_step +uint32/);
  const echoed = await ask("topic", "echo", "/clock", "--count", "3", "--json");
  const clocks = echoed.stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as { sim: object });
  expect(clocks).toHaveLength(3);
  expect((await ask("topic", "echo", "/clock", "--count", "1")).stdout).toMatch(
    /^sim:\n(  sec: \d+\n)?(  nsec: \d+\n)?---\n$/,
  );
  const paused = await ask("service", "call", "/world/empty/control", `{"pause": true}`);
  expect(paused).toMatchObject({ status: 0, stdout: `{"data":true}\n` });
});

test("[CL16] topic echo --wait waits for a topic that is not there yet; a server that stops is told of", async () => {
  const server = await serving("worlds/empty.sdf");
  const echo = new OrreryProcess(["topic", "echo", "chat", "--wait", "--json", "--server", server.url]);
  onTestFinished(() => echo.stop("SIGKILL").then(() => undefined));
  const pub = await orrery("topic", "pub", "/chat", "gz.msgs.StringMsg", `{"data": "hi"}`, "--server", server.url);
  expect(pub).toMatchObject({ status: 0 });
  await echo.linesUntil((lines) => lines.includes(`{"data":"hi"}`));
  await server.stop();
  expect(await echo.ended).toMatchObject({ status: 1, stderr: `the server at ${server.url} has stopped\n` });
});

test("[CL17] a service that refuses gives status 1, its answer and its reason", async () => {
  const { url } = await serving("worlds/empty.sdf");
  const { status, stdout, stderr } = await orrery(
    "service",
    "call",
    "/world/empty/set_physics",
    `{"max_step_size": -1}`,
    "--server",
    url,
  );
  expect(status).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({ data: false });
  expect(stderr).toMatch(/refused: max_step_size: a step must take from/);
});

test("[CL18] what is not there is named, with what is nearest; a bad message with its field", async () => {
  const { url } = await serving("worlds/empty.sdf");
  const failing = async (...args: string[]): Promise<string> => {
    const { status, stdout, stderr } = await orrery(...args, "--server", url);
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    return stderr;
  };
  expect(await failing("topic", "echo", "/clok")).toMatch(/no topic "\/clok"; did you mean "\/clock"/);
  expect(await failing("service", "call", "/world/empty/contrl")).toMatch(/did you mean "\/world\/empty\/control"/);
  expect(await failing("service", "call", "/world/empty/control", `{"pauze": true}`)).toMatch(/did you mean "pause"/);
  expect(await failing("topic", "pub", "/x", "gz.msgs.Twits", "{}")).toMatch(/did you mean "gz\.msgs\.Twist"/);
  expect(await failing("topic", "pub", "/x", "gz.msgs.Twist", `{"linear": {"x": "a"}}`)).toMatch(
    /Twist\.linear\.x: expected a number/,
  );
});

test("[CL18] where no server is, one is told how to start one", async () => {
  const server = await serving("worlds/empty.sdf");
  await server.stop();
  const { status, stderr } = await orrery("topic", "list", "--server", server.url);
  expect(status).toBe(1);
  expect(stderr).toBe(
    `no Orrery server at ${server.url}; start one with npm start, or name another with --server PORT or $ORRERY_SERVER\n`,
  );
  const named = await new OrreryProcess(["service", "list"], { ORRERY_SERVER: server.url }).ended;
  expect(named.stderr).toBe(stderr);
});

test("[CL19] a single published message is not lost: it waits for its subscriber, or says that there is none", async () => {
  const server = await serving("worlds/empty.sdf");
  const pub = (...args: string[]) =>
    orrery("topic", "pub", "/chat", "gz.msgs.StringMsg", ...args, "--server", server.url);
  const nobody = await pub(`{"data": "lost"}`);
  expect(nobody).toMatchObject({ status: 1, stderr: expect.stringMatching(/^nobody subscribes to "\/chat"/) });
  const client = await clientOf(server);
  const heard: (string | undefined)[] = [];
  client.subscribe("/chat", "gz.msgs.StringMsg", ({ value }) => heard.push(value.data));
  expect(await pub(`{"data": "one"}`)).toMatchObject({ status: 0, stdout: "", stderr: "" });
  await eventually(() => heard).toEqual(["one"]);
  expect(await pub(`{"data": "more"}`, "--rate", "100", "--count", "3")).toMatchObject({ status: 0 });
  await eventually(() => heard).toEqual(["one", "more", "more", "more"]);
});

test("[CL27] topic hz measures until Ctrl-C", async () => {
  const { url } = await serving("worlds/empty.sdf");
  const hz = new OrreryProcess(["topic", "hz", "/clock", "--window", "100", "--server", url]);
  await hz.linesUntil((lines) => lines.some((line) => /^\d+\.\d\d Hz/.test(line)));
  expect((await hz.stop()).status).toBe(0);
});

test("[CL37] a world without user-commands says what to add", async () => {
  const file = join(temporaryFolder(), "w.sdf");
  const inside = `${onlyNamed}<plugin name="physics" filename=""/>`;
  writeFileSync(file, `<sdf version="1.9"><world name="w">${inside}</world></sdf>`);
  const server = await serving(file, "--paused");
  const { status, stderr } = await orrery("service", "call", "/world/w/create", "{}", "--server", server.url);
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr:
      'there is no service "/world/w/create": the world does not run user-commands; add <plugin name="user-commands" filename="user-commands"/>\n',
  });
  await server.stop("SIGINT");
});

test("[CL18] --server takes a bare port", async () => {
  const server = await serving("pendulum", "--paused");
  const { status, stdout } = await orrery("service", "list", "--server", new URL(server.url).port);
  expect(status).toBe(0);
  expect(stdout).toContain("/world/pendulum/control");
  await server.stop("SIGINT");
});
