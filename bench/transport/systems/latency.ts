import { defineSystem } from "@orrery/sim";

/**
 * Reports how long ago, in ms of the wall clock, the messages it receives were sent. Only a bench may read the wall
 * clock.
 */
export default defineSystem({
  name: "latency",
  create: ({ node }) => {
    const answer = node.advertise("/latency", "gz.msgs.Double");
    const tell = (sentMs: number): void =>
      answer.publish({ data: performance.timeOrigin + performance.now() - sentMs });
    node.subscribe("/probe", "gz.msgs.Double", ({ value }) => tell(value.data ?? 0));
    return {};
  },
});
