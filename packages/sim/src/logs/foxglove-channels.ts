import { toSecNsec } from "../base/time.ts";
import { IsJoint, IsLink } from "../components/identity.ts";
import { JointPosition, JointVelocity } from "../components/joint.ts";
import { World } from "../ecs/world.ts";
import { scopedName, worldPose } from "../entities/find.ts";
import { sceneUpdate, type FoxgloveTime } from "./foxglove-shapes.ts";
import { LogCursor } from "./log-cursor.ts";
import type { LogFile } from "./log-file.ts";
import type { LogWriter } from "./log-writer.ts";
import type { RecordedMessage } from "./recorded-topics.ts";

/** Numbers of the channels among recorded topics, above those of a log. */
const FIRST_ID = 1_000_000;
/** The scene is sent again after this log time, because a viewer that seeks gets only the last one before. */
const SCENE_NS = 10e9;
const MESSAGES_AT_ONCE = 64;

const NUMBER = { type: "number" };
const TEXT = { type: "string" };
const TIME = object({ sec: { type: "integer" }, nsec: { type: "integer" } });
const VECTOR = object({ x: NUMBER, y: NUMBER, z: NUMBER });
const QUATERNION = object({ x: NUMBER, y: NUMBER, z: NUMBER, w: NUMBER });
const TRANSFORM = object({
  timestamp: TIME,
  parent_frame_id: TEXT,
  child_frame_id: TEXT,
  translation: VECTOR,
  rotation: QUATERNION,
});
const LIST = { type: "array", items: { type: "object" } };
const SCENE_ENTITY = object({
  timestamp: TIME,
  frame_id: TEXT,
  id: TEXT,
  frame_locked: { type: "boolean" },
  cubes: LIST,
  spheres: LIST,
  cylinders: LIST,
  models: LIST,
});

const CHANNELS = [
  { name: "/tf", type: "foxglove.FrameTransforms", schema: object({ transforms: list(TRANSFORM) }) },
  {
    name: "/scene",
    type: "foxglove.SceneUpdate",
    schema: object({
      deletions: list(object({ timestamp: TIME, type: NUMBER, id: TEXT })),
      entities: list(SCENE_ENTITY),
    }),
  },
  {
    name: "/joint_states",
    type: "orrery.JointStates",
    schema: object({ timestamp: TIME, joints: list(object({ name: TEXT, position: NUMBER, velocity: NUMBER })) }),
  },
] as const;

/**
 * Writes channels that Foxglove draws, made from the states of a log: the pose of each link as a transform, its visuals
 * as a scene, and the joints as numbers. Messages are JSON, with schemas in the file.
 */
export async function writeFoxglove(
  log: LogFile,
  writer: LogWriter,
  onTime: (timeNs: number) => void = () => {},
): Promise<void> {
  for (const [i, { name, type, schema }] of CHANNELS.entries()) {
    const text = new TextEncoder().encode(JSON.stringify({ title: type, ...schema }));
    await writer.addTopic({ id: FIRST_ID + i, name, type, schema: text, encoding: "json" });
  }
  let batch: RecordedMessage[] = [];
  for (const message of messagesOf(log, onTime)) {
    batch.push(message);
    if (batch.length < MESSAGES_AT_ONCE) continue;
    await writer.writeMessages(batch);
    batch = [];
  }
  await writer.writeMessages(batch);
}

function* messagesOf(log: LogFile, onTime: (timeNs: number) => void): Generator<RecordedMessage> {
  const world = new World();
  const cursor = new LogCursor(log, world, world.create());
  let [scene, sceneNs] = ["", -Infinity];
  do {
    const { logNs, simNs } = cursor.entry;
    onTime(simNs);
    const at = { logNs, simNs };
    // Of log time, which never goes back as simulated time does.
    const timestamp = toSecNsec(logNs);
    const message = (channel: number, value: object): RecordedMessage => ({
      ...at,
      topic: FIRST_ID + channel,
      bytes: new TextEncoder().encode(JSON.stringify(value)),
    });
    yield message(0, { transforms: transforms(world, timestamp) });
    const now = JSON.stringify(sceneUpdate(world, { sec: 0, nsec: 0 }));
    if (now !== scene || logNs - sceneNs >= SCENE_NS) {
      yield message(1, sceneUpdate(world, timestamp));
      [scene, sceneNs] = [now, logNs];
    }
    const joints = jointStates(world);
    if (joints.length > 0) yield message(2, { timestamp, joints });
  } while (cursor.showNext());
}

function transforms(world: World, timestamp: FoxgloveTime): object[] {
  return [...world.query(IsLink)].map(([link]) => {
    const { x, y, z, qx, qy, qz, qw } = worldPose(world, link);
    const [translation, rotation] = [
      { x, y, z },
      { x: qx, y: qy, z: qz, w: qw },
    ];
    return { timestamp, parent_frame_id: "world", child_frame_id: scopedName(world, link), translation, rotation };
  });
}

function jointStates(world: World): object[] {
  return [...world.query(IsJoint, JointPosition)].map(([joint]) => {
    const [position, velocity] = [world.get(joint, JointPosition)!.axis1, world.get(joint, JointVelocity)?.axis1 ?? 0];
    return { name: scopedName(world, joint), position, velocity };
  });
}

function object(properties: object): object {
  return { type: "object", properties };
}

function list(items: object): object {
  return { type: "array", items };
}
