import type { gz, MessageOf } from "@orrery/msgs";
import { expect, test } from "vitest";
import { attackers } from "./hostile/attackers.ts";
import { besieged, Crowd, memoryOf, type Besieged } from "./hostile/siege.ts";
import { quantile, Witness, type Sight } from "./hostile/witness.ts";
import { isSoak, soak } from "./soak.ts";

const SECONDS = soak(120);
const BASELINE_SECONDS = soak(30);
const CHOSEN = process.env["ORRERY_ATTACKERS"]?.split(",") ?? [];

test(
  "[SV76] while all attack at once, the world continues, the good are served, and nobody else is disconnected",
  { timeout: 600_000 },
  async () => {
    const server = await besieged("diff-drive");
    using good = await Witness.join(server, "operator");
    using silent = await Witness.join(server, "viewer");
    await good.watchClock();
    // During the first seconds code is compiled and the history fills.
    await good.look(({ advance }) => advance > soak(100) / 10, REST_MS);
    const without = await good.look(({ seconds, advance }) => seconds > BASELINE_SECONDS && advance > 0.5, REST_MS);

    const crowd = new Crowd(server, CHOSEN);
    const memory: number[] = [];
    const admins: string[] = [];
    const timer = setInterval(() => {
      const megabytes = memoryOf(server.process);
      if (megabytes !== undefined) memory.push(megabytes);
    }, 250);
    const isEnough = ({ seconds, advance }: Omit<Sight, "answerMs">): boolean =>
      seconds > SECONDS && advance > 0.5 && (crowd.haveMet || seconds > SECONDS + PATIENCE_SECONDS);
    const [under] = await Promise.all([good.look(isEnough, REST_MS), adminJoins(server, admins)]);
    clearInterval(timer);
    const outcomes = await crowd.callOff();
    if (isSoak || CHOSEN.length > 0) console.log(report({ without, under, memory, outcomes }));

    expect([...good.troubles, ...silent.troubles, ...admins]).toEqual([]);
    expect(under.answerMs.length).toBeGreaterThan(0);
    for (const { name, counts, failure } of outcomes) {
      expect({ name, failure }).toEqual({ name, failure: "" });
      const { fates } = attackers.find((one) => one.name === name)!;
      for (const fate of fates) expect({ name, fate, count: counts[fate] }).not.toMatchObject({ count: 0 });
    }
    await expectExactWorld(server);
    if (isSoak) judge({ without, under, memory });
    expect((await server.process.stop("SIGINT")).status).toBe(0);
  },
);

const REST_MS = 10;
/** On a busy machine, attackers may need longer to reach their goals. */
const PATIENCE_SECONDS = 120;

/** Checks that an admin can connect and look, whatever happens. */
async function adminJoins(server: Besieged, troubles: string[]): Promise<void> {
  for (let i = 0; i < soak(20); i++) {
    using admin = await Witness.join(server, "admin");
    await admin.look(({ advance }) => advance >= 0, 0);
    await admin.node.request("/orrery/session", {}, { timeoutMs: 60_000 });
    troubles.push(...admin.troubles);
    await new Promise((resolve) => setTimeout(resolve, (SECONDS * 1000) / soak(20) / 2));
  }
}

/** Checks that the attacks left the world exact: replaying a few steps leads to the same bits. */
async function expectExactWorld(server: Besieged): Promise<void> {
  using admin = await Witness.join(server, "admin");
  const { node } = admin;
  const ask = <Type extends string>(name: string, request: object, response: Type): Promise<MessageOf<Type>> =>
    node.request(`${server.prefix}/${name}`, request, { response, timeoutMs: 60_000 });
  const hash = async (): Promise<string> =>
    (await ask("hash", {}, "gz.msgs.StringMsg")).header!.data!.map(({ value }) => value![0]).join(" ");
  const stats = async (): Promise<gz.WorldStatistics> => (await ask("state", {}, "gz.msgs.SerializedStepMap")).stats!;
  const step = async (count: number): Promise<void> => {
    const { iterations = 0 } = await stats();
    expect((await ask("control", { pause: true, multi_step: count }, "gz.msgs.Boolean")).data).toBe(true);
    await expect.poll(async () => (await stats()).iterations, { timeout: 60_000 }).toBe(iterations + count);
  };
  expect((await ask("control", { pause: true }, "gz.msgs.Boolean")).data).toBe(true);
  // Inputs of attackers that were waiting still take effect.
  await expect.poll(async () => (await hash()) === (await hash()), { timeout: 60_000, interval: 500 }).toBe(true);
  await step(1);
  const [{ sim_time: time }, before] = [await stats(), await hash()];
  await step(100);
  expect(await hash()).not.toBe(before);
  expect((await ask("history/go_to", { time }, "gz.msgs.Boolean")).data).toBe(true);
  expect(await hash()).toBe(before);
}

interface Figures {
  readonly without: Sight;
  readonly under: Sight;
  readonly memory: readonly number[];
}

/** Checks bounds that only an otherwise idle machine can keep. */
function judge({ without, under, memory }: Figures): void {
  expect(factor(under) / factor(without)).toBeGreaterThan(0.95);
  expect(quantile(under.answerMs, 0.99)).toBeLessThan(50);
  if (memory.length === 0) return;
  const [first, second] = halves(memory);
  expect(second / first).toBeLessThan(1.1);
  expect(Math.max(...memory)).toBeLessThan(1500);
}

function report({ without, under, memory, outcomes }: Figures & { outcomes: readonly object[] }): string {
  const line = (name: string, sight: Sight): string =>
    `${name}: factor ${factor(sight).toFixed(3)}, ${sight.answerMs.length} answers, ` +
    [0.5, 0.9, 0.99, 1].map((part) => `p${part * 100} ${quantile(sight.answerMs, part).toFixed(1)} ms`).join(", ");
  const [first, second] = halves(memory);
  return [
    line("without", without),
    line("under attack", under),
    `memory: ${first.toFixed(0)} MB in the first half, ${second.toFixed(0)} in the second, at most ${Math.max(...memory).toFixed(0)}`,
    ...outcomes.map((outcome) => JSON.stringify(outcome)),
  ].join("\n");
}

function factor({ advance, seconds }: Sight): number {
  return advance / seconds;
}

/** Returns the means of both halves, without the first tenth, in which the server warms up. */
function halves(values: readonly number[]): [number, number] {
  const used = values.slice(values.length / 10);
  const mean = (part: readonly number[]): number => part.reduce((sum, value) => sum + value, 0) / part.length;
  return [mean(used.slice(0, used.length / 2)), mean(used.slice(used.length / 2))];
}
