import type { Nanoseconds } from "@orrery/sim";
import type { WorldView } from "../../client/world-view.ts";

/** A destination as `WorldHistory.goTo` takes it. */
export interface Destination {
  readonly id?: string;
  readonly timeNs?: Nanoseconds;
}

/**
 * Goes to a moment. A live world is paused first: a running one would continue from each moment on the way and leave a
 * branch there. A log continues to play from there.
 */
export async function goToMoment({ history, status, client }: WorldView, destination: Destination): Promise<void> {
  const isLog = (history.state.current?.log ?? "") !== "";
  if (!isLog && status.current?.paused === false) await client.current?.pause();
  await history.goTo(destination);
}
