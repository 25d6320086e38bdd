import type { FieldDescription } from "../describe.ts";
import type { MessageRegistry } from "../registry.ts";
import type { FieldKind } from "../schema.ts";

/** Returns a generator of numbers from 0 to 1, the same for the same seed. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 0x1_0000_0000;
  };
}

/** Returns a message of this type with a random choice of fields, none of them at its default. */
export function randomMessage(registry: MessageRegistry, type: string, random: () => number, depth = 0): object {
  const out: Record<string, unknown> = {};
  const taken = new Set<string>();
  for (const field of registry.describe(type).fields) {
    if (random() < 0.3 || (field.kind === "message" && depth > 3)) continue;
    if (field.oneof !== undefined && taken.has(field.oneof)) continue;
    if (field.oneof !== undefined) taken.add(field.oneof);
    const one = () => randomValue(registry, field, random, depth);
    if (field.mapKey !== undefined) {
      const entries = Array.from({ length: 1 + integer(random, 2) }, () => [randomKey(field.mapKey!, random), one()]);
      out[field.name] = Object.fromEntries(entries);
    } else out[field.name] = field.repeated ? Array.from({ length: 1 + integer(random, 3) }, one) : one();
  }
  return out;
}

function randomKey(kind: FieldKind, random: () => number): string {
  if (kind === "bool") return "true";
  return kind === "string" ? randomText(random) : String(1 + integer(random, 1e6));
}

function randomValue(registry: MessageRegistry, field: FieldDescription, random: () => number, depth: number): unknown {
  const sign = random() < 0.5 ? -1 : 1;
  switch (field.kind) {
    case "message":
      return randomMessage(registry, field.type!, random, depth + 1);
    case "enum": {
      const names = Object.entries(field.values!).filter(([, number]) => number !== 0 || field.repeated);
      return names[integer(random, names.length)]?.[0] ?? 77;
    }
    case "bool":
      return true;
    case "string":
      return randomText(random);
    case "bytes":
      return Uint8Array.from({ length: 1 + integer(random, 20) }, () => integer(random, 256));
    case "double":
      return (random() + 1e-9) * sign * 10 ** (integer(random, 40) - 20);
    case "float":
      return Math.fround((random() + 1e-6) * sign * 1000);
    case "uint32":
    case "fixed32":
      return 1 + integer(random, random() < 0.5 ? 300 : 0xfffffffe);
    case "int32":
    case "sint32":
    case "sfixed32":
      return sign * (1 + integer(random, random() < 0.5 ? 300 : 0x7ffffffe));
    case "uint64":
    case "fixed64":
      return 1 + integer(random, random() < 0.5 ? 300 : Number.MAX_SAFE_INTEGER - 1);
    case "int64":
    case "sint64":
    case "sfixed64":
      return sign * (1 + integer(random, random() < 0.5 ? 300 : Number.MAX_SAFE_INTEGER - 1));
    default:
      return field.kind satisfies never;
  }
}

function randomText(random: () => number): string {
  const signs = random() < 0.7 ? ["a", "b", "_", "/", "0"] : ["a", "é", "東", "🤖"];
  return Array.from({ length: 1 + integer(random, 30) }, () => signs[integer(random, signs.length)]!).join("");
}

/** Returns an integer from 0 up to, but not including, `limit`. */
function integer(random: () => number, limit: number): number {
  return Math.floor(random() * limit);
}
