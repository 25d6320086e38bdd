import { expect, test } from "vitest";
import { Replay } from "../base/replay.ts";
import { allowances } from "./allowance.ts";
import { SharedAnswer } from "./shared-answer.ts";
import { RequestError } from "./transport-error.ts";
import { dataOf, INT, STRING, Wire } from "./wire/wire.fixture.ts";

test("[TR12] a service answers at once or later", async () => {
  using wire = new Wire();
  const node = wire.node(wire.bus("test"));
  node.service("/now", { request: STRING, response: STRING }, ({ data }) => ({ data: `${data} now` }));
  node.service("/later", { request: STRING, response: STRING }, async ({ data }) => ({ data: `${data} later` }));
  expect(await node.request("/now", { data: "x" })).toEqual({ data: "x now" });
  expect(await node.request("/later", { data: "x" })).toEqual({ data: "x later" });
});

test("[TR12] what a handler throws is the refusal that the caller reads", async () => {
  using wire = new Wire();
  const node = wire.node(wire.bus("test"));
  node.service("/now", { request: STRING, response: STRING }, () => {
    throw new Error("no entity 7");
  });
  node.service("/later", { request: STRING, response: STRING }, () => Promise.reject(new Error("no entity 8")));
  node.service("/nothing", { request: STRING, response: STRING }, () => undefined as unknown as object);
  await expect(node.request("/now", {})).rejects.toMatchObject({
    code: "refused",
    service: "/now",
    message: "no entity 7",
  });
  await expect(node.request("/later", {})).rejects.toMatchObject({ code: "refused", message: "no entity 8" });
  await expect(node.request("/nothing", {})).rejects.toMatchObject({ code: "refused" });
  expect(wire.reports).toEqual([]);
});

test("[TR12] a service that nobody provides is an error with the nearest name", async () => {
  using wire = new Wire();
  const node = wire.node(wire.bus("test"));
  node.service("/world/w/create", { request: STRING, response: STRING }, (request) => request);
  const asked = node.request("/world/w/craete", {});
  await expect(asked).rejects.toBeInstanceOf(RequestError);
  await expect(asked).rejects.toMatchObject({
    code: "no-such-service",
    message: 'nobody provides the service "/world/w/craete"; did you mean "/world/w/create"?',
  });
});

test("[TR12] a service that does not answer in time is an error, and its late answer is nobody's", async () => {
  using wire = new Wire();
  const bus = wire.bus("test");
  const node = wire.node(bus);
  const { promise, resolve } = Promise.withResolvers<object>();
  node.service("/slow", { request: STRING, response: STRING }, () => promise);
  await expect(node.request("/slow", {}, { timeoutMs: 1 })).rejects.toMatchObject({
    code: "timed-out",
    message: 'the service "/slow" did not answer within 1 ms',
  });
  resolve({});
  await promise;
  expect(bus.requests.open).toBe(0);
  expect(wire.reports).toEqual([]);
});

test("[TR13] the second provider of a name is refused, and told who has it", () => {
  using wire = new Wire();
  const bus = wire.bus("test");
  const first = wire.node(bus, "first").service("/s", { request: STRING, response: STRING }, (request) => request);
  const second = wire.node(bus, "second");
  expect(() => second.service("/s", { request: STRING, response: INT }, () => ({}))).toThrow(
    'the service "/s" is provided by "first" already',
  );
  first[Symbol.dispose]();
  second.service("/s", { request: STRING, response: INT }, () => ({}));
  first[Symbol.dispose]();
  expect(second.services()).toMatchObject([{ name: "/s", response: INT, provider: "second" }]);
});

test("[TR14] requests cross links, with their answers and refusals", async () => {
  using wire = new Wire();
  const [server, client] = [wire.bus("server"), wire.bus("client")];
  wire.join(server, client);
  const node = wire.node(server);
  node.service("/echo", { request: STRING, response: STRING }, async ({ data }) => ({ data: `${data}!` }));
  node.service("/no", { request: STRING, response: STRING }, () => {
    throw new Error("not today");
  });
  node.service("/wrong", { request: STRING, response: STRING }, () => SharedAnswer.ofValue({ data: 5 }));
  wire.pump();
  const asking = wire.node(client);
  const asked = ["/echo", "/no", "/wrong"].map((name) => asking.request(name, { data: "x" }));
  const settled = Promise.allSettled(asked);
  wire.pump();
  await Promise.resolve();
  await Promise.resolve();
  wire.pump();
  const [echo, no, wrong] = await settled;
  expect(echo).toEqual({ status: "fulfilled", value: { data: "x!" } });
  expect(no).toMatchObject({ reason: { code: "refused", message: "not today" } });
  expect(wrong).toMatchObject({ reason: { code: "refused", message: expect.stringContaining("/wrong") } });
  expect(wire.reports).toMatchObject([{ kind: "service", name: "/wrong" }]);
  await expect(asking.request("/echo", { data: 5 })).rejects.toMatchObject({ code: "refused" });
});

test("[TR14] a request goes through a bus between, which decodes nothing and keeps nothing", async () => {
  using wire = new Wire();
  const untouched = {
    encode: () => expect.unreachable(),
    decode: () => expect.unreachable(),
    has: () => false,
    nameOf: (type: string) => type,
  };
  const [sim, main, client] = [wire.bus("sim"), wire.bus("main", { codec: untouched }), wire.bus("client")];
  wire.join(sim, main);
  wire.join(main, client);
  wire.node(sim).service("/echo", { request: STRING, response: STRING }, ({ data }) => ({ data: `${data}!` }));
  wire.pump();
  const node = wire.node(client);
  const asked = [1, 2, 3].map((n) => node.request("/echo", { data: String(n) }));
  wire.pump();
  expect((await Promise.all(asked)).map(dataOf)).toEqual(["1!", "2!", "3!"]);
  expect(node.services()).toMatchObject([{ name: "/echo", request: STRING, response: STRING, provider: "main" }]);
});

test("[TR15] when a provider vanishes, what it was asked fails, also beyond the bus between", async () => {
  using wire = new Wire();
  const [sim, main, client] = [wire.bus("sim"), wire.bus("main"), wire.bus("client")];
  const { links } = wire.join(sim, main);
  wire.join(main, client);
  wire.node(sim).service("/slow", { request: STRING, response: STRING }, () => new Promise(() => undefined));
  wire.pump();
  const node = wire.node(client);
  const asked = node.request("/slow", {});
  const failure = asked.catch((error: unknown) => error);
  wire.pump();
  links[1].ended("thread died");
  wire.pump();
  expect(await failure).toMatchObject({ code: "link-closed", message: expect.stringContaining("thread died") });
  expect(node.services()).toEqual([]);
  await expect(node.request("/slow", {})).rejects.toMatchObject({ code: "no-such-service" });
});

test("[TR15] a request that nobody waits for any more is given up on every bus", async () => {
  using wire = new Wire();
  const [sim, main, client] = [wire.bus("sim", { deferred: true }), wire.bus("main"), wire.bus("client")];
  wire.join(sim, main);
  wire.join(main, client);
  const served: string[] = [];
  wire.node(sim).service("/s", { request: STRING, response: STRING }, ({ data }) => {
    served.push(data ?? "");
    return {};
  });
  wire.pump();
  const asked = wire.node(client).request("/s", { data: "x" }, { timeoutMs: 1 });
  wire.pump();
  await expect(asked).rejects.toMatchObject({ code: "timed-out" });
  wire.pump();
  for (const input of sim.inbox.takeInputs()) sim.deliver(input);
  wire.pump();
  expect(served).toEqual(["x"]);
  expect(client.requests.open).toBe(0);
});

test("[TR15] when whoever asked vanishes or gives up, no bus on the way keeps the request", () => {
  using wire = new Wire();
  const [sim, main, client] = [wire.bus("sim"), wire.bus("main"), wire.bus("client")];
  const upstream = wire.join(sim, main);
  const downstream = wire.join(main, client);
  wire.node(sim).service("/slow", { request: STRING, response: STRING }, () => new Promise(() => undefined));
  wire.pump();
  const open = () => [upstream.a, upstream.b, downstream.a, downstream.b].map((peer) => peer.openRequests);
  const patient = wire.node(client);
  const hasty = wire.node(client);
  for (const node of [patient, hasty]) node.call("/slow", {}, () => undefined);
  wire.pump();
  expect(open()).toEqual([2, 2, 2, 2]);
  hasty[Symbol.dispose]();
  wire.pump();
  expect(open()).toEqual([1, 1, 1, 1]);
  downstream.links[0].ended("cable pulled");
  wire.pump();
  expect(open()).toEqual([0, 0, 0, 1]);
  patient[Symbol.dispose]();
});

test("[TR15] an answered request leaves no timer behind", async () => {
  using wire = new Wire();
  const node = wire.node(wire.bus("test"));
  node.service("/s", { request: STRING, response: STRING }, (request) => request);
  const timers = () => process.getActiveResourcesInfo().filter((resource) => resource === "Timeout").length;
  const before = timers();
  await node.request("/s", {}, { timeoutMs: 60_000 });
  expect(timers()).toBe(before);
});

test("[TR13] of two buses that provide one name the first is asked, the other is told and stands by", async () => {
  using wire = new Wire();
  const [main, one, two] = [wire.bus("main"), wire.bus("one"), wire.bus("two")];
  wire.node(one).service("/s", { request: STRING, response: STRING }, () => ({ data: "one" }));
  wire.node(two).service("/s", { request: STRING, response: STRING }, () => ({ data: "two" }));
  const first = wire.join(main, one);
  wire.join(main, two);
  const text = 'the service "/s" is provided by "one" already; that of "two" stands by until it is withdrawn';
  expect(wire.reports.map(({ message }) => message)).toContain(text);
  const node = wire.node(main);
  const ask = async () => {
    const asked = node.request("/s", {});
    wire.pump();
    return dataOf(await asked);
  };
  expect(await ask()).toBe("one");
  first.b.close("done");
  wire.pump();
  expect(await ask()).toBe("two");
  expect(() => node.service("/s", { request: STRING, response: STRING }, (request) => request)).toThrow(
    'is provided by "two" already',
  );
});

test("[TR16] a peer that leaves too many requests unanswered is refused more", async () => {
  using wire = new Wire();
  const [server, client] = [wire.bus("server"), wire.bus("client")];
  wire.join(server, client, { allowances: allowances({ requests: 2 }) });
  wire.node(server).service("/slow", { request: STRING, response: STRING }, () => new Promise(() => undefined));
  wire.pump();
  const node = wire.node(client);
  const asked = [1, 2, 3].map(() => node.request("/slow", {}));
  const settled = Promise.allSettled(asked);
  wire.pump();
  await expect(asked[2]).rejects.toMatchObject({ code: "refused", message: "more than 2 requests wait" });
  node[Symbol.dispose]();
  expect((await settled).map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
});

test("[TR55] a service with other types than the caller expects is not asked", async () => {
  using wire = new Wire();
  const [server, client] = [wire.bus("server"), wire.bus("client")];
  wire.join(server, client);
  let asked = 0;
  wire.node(server).service("/count", { request: STRING, response: INT }, () => ({ data: ++asked }));
  wire.pump();
  for (const node of [wire.node(server), wire.node(client)]) {
    await expect(node.request("/count", {}, { response: STRING })).rejects.toMatchObject({
      code: "refused",
      message: `the service "/count" answers ${INT}, not ${STRING}`,
    });
    await expect(node.request("/count", {}, { request: INT, response: INT })).rejects.toMatchObject({
      code: "refused",
      message: `the service "/count" takes ${STRING}, not ${INT}`,
    });
  }
  expect(asked).toBe(0);
  const answer = wire.node(client).request("/count", { data: "x" }, { request: STRING, response: INT });
  wire.pump();
  expect((await answer).data).toBe(1);
});

test("[TR55] a system that expects other types reads so in the run and in its replay", () => {
  using wire = new Wire();
  const runs = [new Replay(), new Replay()].map((replay) => {
    const bus = wire.bus("sim", { deferred: true, replay });
    const node = wire.node(bus);
    const results: string[] = [];
    node.service("/s", { request: STRING, response: INT }, () => ({ data: 1 }));
    const ask = (): void =>
      node.call("/s", {}, (result) => results.push(result.ok ? "answered" : result.error.message), {
        response: STRING,
      });
    return { bus, replay, results, ask };
  });
  const [live, again] = [runs[0]!, runs[1]!];
  live.ask();
  const inputs = live.bus.inbox.takeInputs();
  for (const input of inputs) live.bus.deliver(input);
  live.bus.flush(0);
  again.replay.travel(() => {
    again.ask();
    for (const input of inputs) again.bus.deliver({ ...input });
    again.bus.flush(0);
  });
  expect(live.results).toEqual([`the service "/s" answers ${INT}, not ${STRING}`]);
  expect(again.results).toEqual(live.results);
});
