import type { orrery } from "@orrery/msgs";
import type { LogLevel } from "@orrery/sim";
import type { WorldClient } from "../../client/world-client.ts";
import type { App } from "../../shell/app.ts";
import type { Notice } from "../../shell/notices.ts";
import { LEVELS, type LogLines } from "./log-lines.ts";

/** Writes down what the server says, what the user was told, and what went wrong in the page. */
export function gather({ source, notices, plugins }: App, lines: LogLines): Disposable {
  const held: Disposable[] = [];
  const page = (level: LogLevel, message: string, details = ""): void =>
    lines.add({ timeMs: Date.now(), level, source: "page", message, details });
  const seen = new Set<string>();
  const follow = (world: WorldClient | undefined): void => {
    if (world !== undefined) void followLog(world, lines, seen).catch((error: unknown) => page("debug", String(error)));
  };
  held.push(source.world.changes.on(follow));
  follow(source.world.current);
  let told: readonly Notice[] = [];
  held.push(
    notices.list.changes.on((list) => {
      for (const notice of list) {
        if (!told.some(({ id }) => id === notice.id)) page(NOTICE_LEVELS[notice.kind], notice.text, notice.details);
      }
      told = list;
    }),
  );
  held.push(
    source.state.changes.on((state) => {
      if (state.kind === "lost") page("warn", `No connection to ${source.place}: ${state.reason}`);
      else if (state.kind === "connected") page("info", `Connected to ${source.place}`);
    }),
  );
  held.push(
    plugins.list.changes.on((list) => {
      for (const { plugin, failure } of list) {
        if (failure === undefined || seen.has(failure)) continue;
        seen.add(failure);
        page("error", `${plugin.title} has failed`, failure);
      }
    }),
  );
  const onError = ({ message, error }: ErrorEvent): void => {
    // Something was laid out one frame later than it could have been: of no use to anybody.
    if (!message.startsWith("ResizeObserver loop")) page("error", message, stackOf(error));
  };
  const onRejection = ({ reason }: PromiseRejectionEvent): void => page("error", String(reason), stackOf(reason));
  addEventListener("error", onError);
  addEventListener("unhandledrejection", onRejection);
  return {
    [Symbol.dispose]: () => {
      for (const one of held) one[Symbol.dispose]();
      removeEventListener("error", onError);
      removeEventListener("unhandledrejection", onRejection);
    },
  };
}

/** From now on, and what was said before; records that come both ways, or again after a reconnect, only once. */
async function followLog({ node }: WorldClient, lines: LogLines, seen: Set<string>): Promise<void> {
  const waiting: orrery.LogRecord[] = [];
  let isReady = false;
  const take = (record: orrery.LogRecord, byTime = false): void => {
    const key = `${record.time?.sec} ${record.time?.nsec} ${record.sequence}`;
    if (seen.has(key)) return;
    seen.add(key);
    lines.add(lineOf(record), { byTime });
  };
  node.subscribe<orrery.LogRecord>("/orrery/log", ({ value }) => {
    if (isReady) take(value);
    else waiting.push(value);
  });
  try {
    const { records = [] } = await node.request<orrery.LogRecords>("/orrery/log", {});
    for (const record of records) take(record, true);
  } finally {
    isReady = true;
    for (const record of waiting) take(record);
  }
}

export function lineOf({ time, level = "", source = "", message = "", fields = "" }: orrery.LogRecord) {
  return {
    timeMs: (time?.sec ?? 0) * 1000 + (time?.nsec ?? 0) / 1e6,
    level: LEVELS.find((one) => one === level) ?? "info",
    source,
    message,
    details: fieldsText(fields),
  };
}

/** A line a field; texts as they are, for stacks. */
function fieldsText(fields: string): string {
  if (fields === "") return "";
  try {
    return Object.entries(JSON.parse(fields) as object)
      .map(
        ([name, value]: [string, unknown]) => `${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`,
      )
      .join("\n");
  } catch {
    return fields;
  }
}

const NOTICE_LEVELS: Readonly<Record<Notice["kind"], LogLevel>> = {
  info: "info",
  good: "info",
  warning: "warn",
  bad: "error",
};

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? "") : "";
}
