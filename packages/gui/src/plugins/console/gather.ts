import { stackOf } from "@orrery/sim/host";
import type { LogLevel, Node } from "@orrery/sim";
import type { App } from "../../shell/app.ts";
import type { Notice } from "../../ui/notices.ts";
import type { LogLines } from "./log-lines.ts";
import type { ServerLog } from "./server-log.ts";

/** Collects messages of the server, notices, and errors of the page. */
export function gather({ session, notices, plugins }: App, lines: LogLines, log: ServerLog): Disposable {
  const parts = new DisposableStack();
  let following: Disposable | undefined;
  const page = (level: LogLevel, message: string, details = ""): void =>
    lines.add({ timeMs: Date.now(), level, source: "page", message, details });
  const failed = (message: string, error: unknown): void =>
    page("error", message, error instanceof Error ? stackOf(error) : "");
  const seen = new Set<string>();
  const follow = (node: Node | undefined): void => {
    following?.[Symbol.dispose]();
    following = node && log.follow(node, (error) => page("debug", String(error)));
  };
  parts.defer(() => following?.[Symbol.dispose]());
  parts.use(session.node.changes.on(follow));
  follow(session.node.current);
  let told: readonly Notice[] = [];
  parts.use(
    notices.list.changes.on((list) => {
      for (const notice of list) {
        if (!told.some(({ id }) => id === notice.id)) page(NOTICE_LEVELS[notice.kind], notice.text, notice.details);
      }
      told = list;
    }),
  );
  parts.use(
    session.state.changes.on((state) => {
      if (state.kind === "lost") page("warn", `No connection to ${session.place}: ${state.reason}`);
      else if (state.kind === "connected") page("info", `Connected to ${session.place}`);
    }),
  );
  parts.use(
    plugins.list.changes.on((list) => {
      for (const { plugin, failure } of list) {
        if (failure === undefined || seen.has(failure)) continue;
        seen.add(failure);
        page("error", `${plugin.title} has failed`, failure);
      }
    }),
  );
  const onError = ({ message, error }: ErrorEvent): void => {
    // Says only that a layout came a frame late, which is of no interest.
    if (!message.startsWith("ResizeObserver loop")) failed(message, error);
  };
  const onRejection = ({ reason }: PromiseRejectionEvent): void => failed(String(reason), reason);
  addEventListener("error", onError);
  parts.defer(() => removeEventListener("error", onError));
  addEventListener("unhandledrejection", onRejection);
  parts.defer(() => removeEventListener("unhandledrejection", onRejection));
  return parts;
}

const NOTICE_LEVELS: Readonly<Record<Notice["kind"], LogLevel>> = {
  info: "info",
  good: "info",
  warning: "warn",
  bad: "error",
};
