import { messages } from "@orrery/msgs";
import { formatTime, toSecNsec } from "../base/time.ts";
import { World } from "../ecs/world.ts";
import { encodeDelta } from "../stream/delta-codec.ts";
import { lackingChanges } from "../stream/lacking.ts";
import { logTypes, type LogEntry } from "./log-channels.ts";
import { LogCursor } from "./log-cursor.ts";
import { LogError } from "./log-error.ts";
import type { LogFile } from "./log-file.ts";
import { entryAt, isBefore, lastSample, sampleUntil } from "./log-positions.ts";
import type { LogWriter } from "./log-writer.ts";
import { stateAt } from "./resume-log.ts";
import type { RerunOptions } from "./rerun.ts";

/** A part of a log, in nanoseconds since its beginning. */
export interface LogRange {
  readonly fromNs: number;
  readonly toNs: number;
}

export interface CutResult {
  /** Why the part has no complete state, without which it can be played, but neither checked nor continued live. */
  readonly problem: string | undefined;
}

/** Log time is a nanosecond ahead for each sample without time; people give times without these. */
const SLACK_NS = 100_000;

/** Writes a part of a log as a log of its own. */
export async function cutLog(
  log: LogFile,
  range: LogRange,
  writer: LogWriter,
  options: RerunOptions,
): Promise<CutResult> {
  const [fromNs, toNs] = [range.fromNs + SLACK_NS, range.toNs + SLACK_NS];
  const { name } = log.source;
  if (entryAt(log, lastSample(log)).logNs < fromNs)
    throw new LogError(`${name}: error: the log ends before ${formatTime(range.fromNs)} from its beginning`);
  const place = sampleUntil(log, fromNs);
  const first = entryAt(log, place);
  if (toNs < first.logNs) throw new LogError(`${name}: error: the part ends before it begins`);
  const world = new World();
  new LogCursor(log, world, world.create()).moveTo(place);
  const times = { logNs: 0, simNs: first.simNs };
  let problem: string | undefined;
  try {
    const { state, loaded, history } = await stateAt(log, place, options);
    await writer.write({ ...times, kind: "start", bytes: messages.encode(logTypes.start, { state, loaded, history }) });
  } catch (error) {
    if (!(error instanceof LogError)) throw error;
    problem = error.message;
  }
  const changes = encodeDelta(lackingChanges(world, { since: 0, exact: true, watch: [] }).delta);
  const bytes = messages.encode(logTypes.keyframe, { whole: true, exact: true, changes });
  await writer.write({ ...times, kind: "keyframe", bytes });
  for (let chunk = place.chunk; chunk < log.chunks.length && log.chunks[chunk]!.startNs <= toNs; chunk++) {
    for (const [i, entry] of log.entries(chunk).entries()) {
      if (!isBefore(place, { chunk, entry: i }) || entry.logNs > toNs) continue;
      await writer.write({ ...entry, logNs: entry.logNs - first.logNs });
    }
  }
  await copyAssets(log, writer, new Set());
  await copyTopics(log, writer, { fromNs: first.logNs, toNs, shiftNs: -first.logNs, topics: new Map() });
  return { problem };
}

/** Writes logs of the same world one after the other as one log. Where the next one begins, time jumps. */
export async function mergeLogs(logs: readonly LogFile[], writer: LogWriter): Promise<void> {
  let baseNs = 0;
  let last: LogEntry | undefined;
  const topics = new Map<string, number>();
  const assets = new Set<string>();
  for (const log of logs) {
    if (last !== undefined) await writer.write(jumpTo(log, baseNs, last));
    let endNs = 0;
    for (let chunk = 0; chunk < log.chunks.length; chunk++) {
      for (const entry of log.entries(chunk)) {
        last = { ...entry, logNs: baseNs + entry.logNs };
        await writer.write(last);
        endNs = Math.max(endNs, last.logNs);
      }
    }
    await copyAssets(log, writer, assets);
    await copyTopics(log, writer, { fromNs: 0, toNs: Infinity, shiftNs: baseNs, topics });
    baseNs = endNs + 1;
  }
}

function jumpTo(log: LogFile, logNs: number, { simNs: from }: LogEntry): LogEntry {
  const { simNs } = entryAt(log, log.first);
  const jump = { from: toSecNsec(from), to: toSecNsec(simNs), description: `beginning of ${log.source.name}` };
  return { kind: "jump", logNs, simNs, bytes: messages.encode(logTypes.jump, jump) };
}

/** Copies meshes and pictures, except those that are in the new log. */
async function copyAssets(log: LogFile, writer: LogWriter, known: Set<string>): Promise<void> {
  for (const [uri, part] of log.assets) {
    if (!known.has(uri)) await writer.addAsset(uri, log.attachment(part));
    known.add(uri);
  }
}

interface TopicCopy extends LogRange {
  readonly shiftNs: number;
  /** Numbers of topics in the new log, by name and type. */
  readonly topics: Map<string, number>;
}

async function copyTopics(
  log: LogFile,
  writer: LogWriter,
  { fromNs, toNs, shiftNs, topics }: TopicCopy,
): Promise<void> {
  const ids = new Map<number, number>();
  for (const topic of log.recordedTopics) {
    const key = `${topic.name} ${topic.type} ${topic.encoding}`;
    const id = topics.get(key) ?? topics.size;
    ids.set(topic.id, id);
    if (topics.has(key)) continue;
    topics.set(key, id);
    await writer.addTopic({ ...topic, id });
  }
  for (const list of log.topicMessages({ fromNs, toNs })) {
    const shifted = list.map((one) => ({ ...one, topic: ids.get(one.topic)!, logNs: one.logNs + shiftNs }));
    await writer.writeMessages(shifted);
  }
}
