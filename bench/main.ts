// npm run bench [-- NAME…] [--json]: status 1 if a budget is missed, 2 for an unknown name.
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Bench, type Figure, type Spread } from "./harness.ts";

const COLUMNS = [44, 12, 12, 24, 8] as const;

if (import.meta.main) process.exitCode = await main(process.argv.slice(2));

async function main(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { json: { type: "boolean", default: false }, alone: { type: "boolean", default: false } },
  });
  const known = benchNames();
  const unknown = positionals.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    console.error(`no bench is called ${unknown.join(", ")}; there are: ${known.join(", ")}`);
    return 2;
  }
  if (values.alone) return runBench(positionals[0]!, values.json);
  if (!values.json) console.log(row("", "ours", "reference", "ratio (quartiles)", "budget", ""));
  // Each in a process of its own, so that what one has taught the compiler does not affect the next.
  const statuses = (positionals.length > 0 ? positionals : known).map((name) => {
    const flags = values.json ? ["--alone", "--json"] : ["--alone"];
    const child = spawnSync(process.execPath, [...process.execArgv, import.meta.filename, name, ...flags], {
      stdio: "inherit",
    });
    return child.status ?? 1;
  });
  return Math.max(0, ...statuses) === 0 ? 0 : 1;
}

/** Lists the files of this folder that are neither tests nor part of the harness. Shared code belongs in subfolders. */
function benchNames(): string[] {
  return readdirSync(import.meta.dirname)
    .filter((file) => file.endsWith(".ts") && !/^(main|harness)\.ts$|\.test\.ts$|\.d\.ts$/.test(file))
    .map((file) => file.slice(0, -3))
    .toSorted();
}

async function runBench(name: string, json: boolean): Promise<number> {
  let missed = false;
  const report = (figure: Figure, spread?: Spread): void => {
    missed ||= !figure.ok;
    console.log(json ? JSON.stringify(figure) : line(figure, spread));
  };
  const bench = new Bench(report, json ? undefined : (text) => console.log(text));
  const module = (await import(join(import.meta.dirname, `${name}.ts`))) as { run(bench: Bench): void | Promise<void> };
  await module.run(bench);
  return missed ? 1 : 0;
}

function line({ name, ours, reference, ratio, budget, ok, unit }: Figure, spread: Spread | undefined): string {
  const range = spread === undefined ? "" : ` (${digits(spread.lower)}–${digits(spread.upper)})`;
  return row(
    name,
    `${digits(ours)} ${unit}`,
    reference === null ? "" : `${digits(reference)} ${unit}`,
    ratio === null ? "" : `${digits(ratio)}${range}`,
    budget === null ? "" : digits(budget),
    ok ? "ok" : "MISSED",
  );
}

function row(name: string, ...cells: readonly string[]): string {
  return `${name.padEnd(COLUMNS[0])}${cells.map((cell, i) => cell.padStart(COLUMNS[i + 1] ?? 8)).join("")}`.trimEnd();
}

/** Formats a number with three significant digits. */
function digits(value: number): string {
  if (value === 0 || !Number.isFinite(value)) return String(value);
  const size = Math.abs(value);
  if (size >= 100) return value.toFixed(0);
  return size >= 0.001 ? String(Number(value.toPrecision(3))) : value.toExponential(2);
}
