// Exports of `@orrery/sim/logs`, separate from the rest because few runs write or read a log, and the library for log
// files is slow to load.

export { cutLog, type CutResult, type LogRange, mergeLogs } from "./copy-log.ts";
export { diffLogs, type InputDifference, type LogDiff } from "./diff-logs.ts";
export type { ComponentDifference } from "./diff-worlds.ts";
export { exportMessages, exportPoses, sceneInLog } from "./export-log.ts";
export { writeFoxglove } from "./foxglove-channels.ts";
export { assetsNamedIn, type NamedAsset } from "./log-assets.ts";
export type { LogEntry } from "./log-channels.ts";
export { LogError } from "./log-error.ts";
export { LogFile } from "./log-file.ts";
export type { LoggedTopic, LogSource } from "./log-source.ts";
export { LogPlayer } from "./log-player.ts";
export type { RerunOptions } from "./rerun.ts";
export { type LogMark, type LogSection, type RecordedJump, sectionsOf } from "./log-sections.ts";
export type { LogStorage } from "./log-storage.ts";
export { type LogAbout, LogWriter } from "./log-writer.ts";
export type { RecordedMessage, RecordedTopic, TopicSink } from "./recorded-topics.ts";
export { playbackOptions } from "./play-log.ts";
export { firstMoment, type LoggedMoment, momentOf, resumeOptions } from "./resume-log.ts";
export { type LogSink, type RecordedRunner, Recorder, type RecorderOptions } from "./recorder.ts";
export type { DroppedMessage } from "./topic-recorder.ts";
