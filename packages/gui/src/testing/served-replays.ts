import { MessageRegistry } from "@orrery/msgs";
import { logTo, ReplayQueue, ReplayService, type FromReplayer, type ToReplayer } from "@orrery/sim/host";
import type { TestSim } from "@orrery/sim/testing";

/** Offers replays of a world's past in this thread. Poll what it returns between passes. */
export function serveReplays({ runner }: TestSim): ReplayService {
  const later = (act: () => void): void => void setTimeout(act, 0);
  return new ReplayService({
    runner,
    nowMs: () => performance.now(),
    start: (receive) => {
      let isOver = false;
      const queue = new ReplayQueue({
        library: runner.library,
        messages: new MessageRegistry(),
        log: logTo(({ level, message }) => {
          if (level === "error") throw new Error(message);
        }),
        nowMs: () => performance.now(),
        post: (message: FromReplayer) => later(() => isOver || receive(structuredClone(message))),
        breathe: () => new Promise((resolve) => later(() => resolve())),
      });
      return {
        post: (message: ToReplayer) => later(() => isOver || queue.receive(structuredClone(message))),
        [Symbol.dispose]: () => (isOver = true),
      };
    },
  });
}
