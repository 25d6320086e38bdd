import { MessageRegistry } from "@orrery/msgs";
import type { Nanoseconds } from "../base/time.ts";
import { IsModel, Name } from "../components/identity.ts";
import { World } from "../ecs/world.ts";
import { worldPose } from "../entities/find.ts";
import { saveWorld } from "../entities/kinds/world.ts";
import type { WorldScene } from "../scene/scene.ts";
import { logTypes } from "./log-channels.ts";
import { LogCursor } from "./log-cursor.ts";
import type { LogFile } from "./log-file.ts";
import { sampleUntil } from "./log-positions.ts";

/** Gets the simulated time that has been reached. */
type OnTime = (timeNs: Nanoseconds) => void;

/** Returns the commands, jumps, inputs and messages of a log as lines of JSON: a log may be larger than the memory. */
export function* exportMessages(log: LogFile, onTime: OnTime): Generator<string> {
  yield* events(log, onTime);
  yield* topics(log);
}

/** Returns the world as it was at a log time, or at the end of the log. */
export function sceneInLog(log: LogFile, atNs = Infinity): WorldScene {
  const world = new World();
  const root = world.create();
  new LogCursor(log, world, root).moveTo(sampleUntil(log, atNs));
  return saveWorld(world, root);
}

/** Returns the pose of every model in every sample as lines of CSV. */
export function* exportPoses(log: LogFile, onTime: OnTime): Generator<string> {
  yield "log_time,sim_time,model,x,y,z,qx,qy,qz,qw";
  const world = new World();
  const cursor = new LogCursor(log, world, world.create());
  const models = world.query(IsModel, Name);
  do {
    const { logNs, simNs } = cursor.entry;
    onTime(simNs);
    for (const [entity, , name] of models) {
      const { x, y, z, qx, qy, qz, qw } = worldPose(world, entity);
      const quoted = /[",\n\r]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name;
      yield [logNs / 1e9, simNs / 1e9, quoted, x, y, z, qx, qy, qz, qw].join(",");
    }
  } while (cursor.showNext());
}

function* events(log: LogFile, onTime: OnTime): Generator<string> {
  const types = new MessageRegistry();
  for (let chunk = 0; chunk < log.chunks.length; chunk++) {
    for (const { kind, logNs, simNs, bytes } of log.entries(chunk)) {
      onTime(simNs);
      if (kind !== "command" && kind !== "jump" && kind !== "input") continue;
      const message = types.toJson(logTypes[kind], types.decode(logTypes[kind], bytes));
      yield JSON.stringify({ log_time: logNs / 1e9, sim_time: simNs / 1e9, kind, message });
    }
  }
}

function* topics(log: LogFile): Generator<string> {
  const topicsById = new Map(log.recordedTopics.map((topic) => [topic.id, topic]));
  const types = new Map(log.recordedTopics.map(({ id, schema }) => [id, typesOf(schema)]));
  for (const list of log.topicMessages({ fromNs: 0, toNs: Infinity })) {
    for (const { topic: id, logNs, simNs, bytes } of list) {
      const { name: topic, type, encoding = "protobuf" } = topicsById.get(id)!;
      const own = types.get(id);
      if (encoding === "protobuf" && own === undefined) continue;
      const message =
        encoding === "json" ? JSON.parse(new TextDecoder().decode(bytes)) : own!.toJson(type, own!.decode(type, bytes));
      yield JSON.stringify({ log_time: logNs / 1e9, sim_time: simNs / 1e9, topic, type, message });
    }
  }
}

/** Returns the types of a topic; undefined if their description is damaged. */
function typesOf(schema: Uint8Array): MessageRegistry | undefined {
  const types = new MessageRegistry({ builtin: false });
  try {
    types.addDescriptorSet(schema);
    return types;
  } catch {
    return undefined;
  }
}
