import type { orrery } from "@orrery/msgs";
import type { Source } from "../client/source.ts";
import type { WorldClient } from "../client/world-client.ts";
import type { Notices } from "./notices.ts";

/** Tells of what becomes of the world as a whole: that it was started again, that it has stopped, that it is on a long way in time. */
export function tellWorld({
  source,
  notices,
}: {
  readonly source: Pick<Source, "world">;
  readonly notices: Notices;
}): Disposable {
  let subscriptions: Disposable[] = [];
  let travel: Disposable | undefined;

  const onNotice = ({ kind, text = "", reason = "" }: orrery.WorldNotice): void => {
    notices.show({ kind: kind === "STOPPED" ? "bad" : "warning", text, details: reason, stays: true });
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
    for (const subscription of subscriptions.splice(0)) subscription[Symbol.dispose]();
    travel?.[Symbol.dispose]();
    if (world === undefined) return;
    const { node, prefix } = world;
    const hostOnly = true;
    subscriptions = [
      node.subscribe<orrery.WorldNotice>("/orrery/world/notice", ({ value }) => onNotice(value), { hostOnly }),
      node.subscribe<orrery.TravelProgress>(`${prefix}/history/progress`, ({ value }) => onProgress(world, value), {
        queue: "latest",
        hostOnly,
      }),
    ];
  };

  const following = source.world.changes.on(follow);
  follow(source.world.current);
  return {
    [Symbol.dispose]: () => {
      following[Symbol.dispose]();
      follow(undefined);
    },
  };
}
