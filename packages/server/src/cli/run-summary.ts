import type { RunSummary } from "../world/thread-messages.ts";

/**
 * Formats a summary for programs: exactly these keys; `hash` only when requested, `failures` only when there are any.
 */
export function summaryJson(summary: RunSummary, rssMb: number) {
  const { world, engine, steps, simTime, realTimeFactor, stepMicros, entities, hash, failures } = summary;
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
    ...(failures.length === 0 ? {} : { failures }),
  };
}

/** Formats a summary for people. */
export function formatSummary(summary: RunSummary, rssMb: number): string {
  const { world, engine, steps, simTime, realTimeFactor, seconds, stepMicros, entities, hash, failures } = summary;
  const lines = [
    `${world}: ${counted(steps, "step", "steps")} in ${seconds.toFixed(2)} s (${realTimeFactor.toPrecision(3)} × real time), now at ${simTime.toFixed(3)} s`,
    `${counted(entities, "entity", "entities")}, physics by ${engine}, ${stepMicros.toFixed(1)} µs of CPU per step, ${rssMb.toFixed(0)} MB of memory`,
  ];
  for (const { system, entity, phase, error } of failures)
    lines.push(`system ${system} of ${entity} failed in ${phase} and was stopped: ${error}`);
  if (hash !== undefined) lines.push(`state ${hash}`);
  return lines.join("\n");
}

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}

function rounded(value: number, decimals: number): number {
  return Number(value.toFixed(decimals));
}
