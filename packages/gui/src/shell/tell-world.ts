import type { orrery } from "@orrery/msgs";
import type { Mirror } from "../client/mirror.ts";
import type { WorldClient } from "../client/world-client.ts";
import type { WorldView } from "../client/world-view.ts";
import type { Notices } from "../ui/notices.ts";

/** Shows notices about the world as a whole: it was restarted, has stopped, or is making a long jump in time. */
export function tellWorld({
  view,
  notices,
}: {
  readonly view: Pick<WorldView, "client" | "namespace"> & { readonly mirror: Pick<Mirror, "restarts" | "epoch"> };
  readonly notices: Notices;
}): Disposable {
  let following = new DisposableStack();
  let travel: Disposable | undefined;
  const { mirror, client } = view;
  /** The run that the server's latest notice was about. */
  let toldEpoch = 0;

  const onNotice = ({ kind, text = "", reason = "", epoch = 0, namespace = "" }: orrery.WorldNotice): void => {
    if (namespace !== view.namespace) return;
    const isStopped = kind === "STOPPED";
    if (!isStopped) toldEpoch = epoch;
    notices.show({
      kind: isStopped ? "bad" : "warning",
      text,
      details: reason,
      stays: true,
      ...(isStopped ? {} : { cause: RESTART }),
    });
  };
  const onRestart = (): void => {
    if (mirror.epoch === toldEpoch) return;
    const text = "The world was restarted: this is a new run, and the past of the one before is gone";
    notices.show({ kind: "warning", text, stays: true, cause: RESTART });
  };
  const onProgress = (world: WorldClient, { fraction = 0, ended = false }: orrery.TravelProgress): void => {
    travel?.[Symbol.dispose]();
    travel = undefined;
    if (ended) return;
    const run = (): void => {
      world.ask("history/cancel", {}).catch((error: unknown) => notices.failed("cancel", error));
    };
    const text = `The world is going to another time: ${Math.floor(fraction * 100)} %`;
    travel = notices.show({ kind: "info", text, action: { title: "Cancel", run }, stays: true });
  };
  const follow = (world: WorldClient | undefined): void => {
    following[Symbol.dispose]();
    following = new DisposableStack();
    travel?.[Symbol.dispose]();
    if (world === undefined) return;
    const { node, prefix } = world;
    const hostOnly = true;
    following.use(
      node.subscribe("/orrery/world/notice", "orrery.msgs.WorldNotice", ({ value }) => onNotice(value), { hostOnly }),
    );
    following.use(
      node.subscribe(
        `${prefix}/history/progress`,
        "orrery.msgs.TravelProgress",
        ({ value }) => onProgress(world, value),
        {
          queue: "latest",
          hostOnly,
        },
      ),
    );
  };

  const parts = new DisposableStack();
  parts.defer(() => follow(undefined));
  parts.use(client.changes.on(follow));
  parts.use(mirror.restarts.on(onRestart));
  follow(client.current);
  return parts;
}

/** The server's notice of a restart and the page's own one replace each other. */
const RESTART = "restart";
