import type { RunSummary } from "../thread-messages.ts";

/** For programs: exactly these keys; `hash` only when it was asked for. */
export function summaryJson(summary: RunSummary, rssMb: number) {
  const { world, engine, steps, simTime, realTimeFactor, stepMicros, entities, hash } = summary;
  return {
    world,
    engine,
    steps,
    simTime,
    realTimeFactor: rounded(realTimeFactor, 4),
    stepMicros: rounded(stepMicros, 2),
    entities,
    rssMb: rounded(rssMb, 1),
    ...(hash === undefined ? {} : { hash }),
  };
}

/** For people. */
export function formatSummary(summary: RunSummary, rssMb: number): string {
  const { world, engine, steps, simTime, realTimeFactor, seconds, stepMicros, entities, hash } = summary;
  const lines = [
    `${world}: ${steps} steps in ${seconds.toFixed(2)} s (${realTimeFactor.toPrecision(3)} × real time), now at ${simTime.toFixed(3)} s`,
    `${entities} entities, physics by ${engine}, ${stepMicros.toFixed(1)} µs of CPU a step, ${rssMb.toFixed(0)} MB of memory`,
  ];
  if (hash !== undefined) lines.push(`state ${hash}`);
  return lines.join("\n");
}

function rounded(value: number, decimals: number): number {
  return Number(value.toFixed(decimals));
}
