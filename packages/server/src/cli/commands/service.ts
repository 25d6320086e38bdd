import type { gz } from "@orrery/msgs";
import type { ServiceInfo } from "@orrery/sim/host";
import { defineCommand, numberFlag, switchFlag } from "../arguments.ts";
import { absolute, type Client, connect, missing, namesOf, readJson, serverFlag } from "../client.ts";
import { Failure } from "../failure.ts";
import { columns, note, print, style } from "../terminal.ts";
import { describeType } from "./topic.ts";

export const serviceList = defineCommand({
  name: "service list",
  summary: "Lists the services of a running server, with the types of request and answer.",
  operands: [],
  flags: { json: switchFlag("one JSON object per line"), server: serverFlag },
  examples: ["orrery service list"],
  async run({ json, server }) {
    using client = await connect(server);
    const services = client.node.services();
    if (json)
      for (const { name, request, response } of services)
        print(JSON.stringify({ name, requestType: request, responseType: response }));
    else print(columns(services.map(({ name, request, response }) => [name, `${request} → ${response}`])));
    return 0;
  },
});

export const serviceInfo = defineCommand({
  name: "service info",
  summary: "Shows the fields of a service's request and answer.",
  operands: ["NAME"],
  flags: { json: switchFlag("one JSON object"), server: serverFlag },
  examples: ["orrery service info /world/shapes/control"],
  async run({ json, server }, [given = ""]) {
    using client = await connect(server);
    const { name, request, response } = find(client, given);
    if (json) print(JSON.stringify({ name, requestType: request, responseType: response }));
    else {
      print(style.bold(name));
      print(`request ${request}\n${describeType(request, client.messages)}`);
      print(`answer ${response}\n${describeType(response, client.messages)}`);
    }
    return 0;
  },
});

export const serviceCall = defineCommand({
  name: "service call",
  summary: "Calls a service and prints its answer as JSON. The exit status is 1 when it refuses.",
  operands: ["NAME", "[JSON]"],
  flags: { timeout: numberFlag("MS", "for the answer (default 5000)", { min: 1 }), server: serverFlag },
  examples: [
    `orrery service call /world/shapes/control '{"pause": true}'`,
    "orrery service call /world/shapes/systems",
  ],
  async run({ timeout = 5000, server }, [given = "", text = "{}"]) {
    const json = readJson(text);
    using client = await connect(server);
    const { name, request, response } = find(client, given);
    const { messages, node } = client;
    const answer = await node.request(name, messages.fromJson(request, json), { timeoutMs: timeout });
    const shown = messages.toJson(response, answer);
    if (response !== "gz.msgs.Boolean") {
      print(JSON.stringify(shown));
      return 0;
    }
    // Protobuf omits a field that is false, so an absent `data` means false.
    const { data = false, header }: gz.Boolean = answer;
    print(JSON.stringify({ data, ...(shown as object) }));
    for (const warning of valuesIn(header, "warning")) note(style.yellow(warning));
    if (!data) note(style.red(`${name} refused: ${valuesIn(header, "error").join("; ") || "it does not say why"}`));
    return data ? 0 : 1;
  },
});

function find({ node }: Client, given: string): ServiceInfo {
  const services = node.services();
  const name = absolute(given);
  const service = services.find((one) => one.name === name);
  if (service === undefined) throw userCommandsMissing(name, services) ?? missing("service", name, namesOf(services));
  return service;
}

/** Explains that a world without the default systems has no service to add or move anything. */
function userCommandsMissing(name: string, services: readonly ServiceInfo[]): Failure | undefined {
  const [, world, command] =
    /^(.*\/world\/[^/]+)\/(create|create_multiple|remove|set_pose|set_pose_vector)$/.exec(name) ?? [];
  const isThere = (one: string): boolean => services.some((service) => service.name === `${world}/${one}`);
  if (command === undefined || !isThere("control") || isThere("create")) return undefined;
  return new Failure(
    `there is no service "${name}": the world does not run user-commands; add <plugin name="user-commands" filename="user-commands"/>`,
  );
}

function valuesIn(header: gz.Header | undefined, key: string): string[] {
  return (header?.data ?? []).filter((entry) => entry.key === key).flatMap(({ value }) => value ?? []);
}
