import type { Nanoseconds } from "@orrery/sim";
import type { WorldView } from "../../client/world-view.ts";

/** As `WorldHistory.goTo` takes it. */
export interface Destination {
  readonly id?: string;
  readonly timeNs?: Nanoseconds;
}

/**
 * To look, a world has to stand: a running one would go on from each moment on the way and leave a branch there. A log goes on
 * being played from there.
 */
export async function goToMoment({ history, status, client }: WorldView, destination: Destination): Promise<void> {
  const isLog = (history.state.current?.log ?? "") !== "";
  if (!isLog && status.current?.paused === false) await client.current?.pause();
  await history.goTo(destination);
}
