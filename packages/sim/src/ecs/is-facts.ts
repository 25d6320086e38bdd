import type { Effect, Facts, Presence, Streaming } from "./facts.ts";
import { isListOf, isRecord, isValueRule } from "./is-value-rule.ts";

/** Returns whether data from elsewhere is valid as facts of a component. */
export function isFacts(given: unknown): given is Facts {
  if (!isRecord(given)) return false;
  const { title, group, rank, units, stream, affects, edit, locked } = given;
  return (
    isShort(title) &&
    isShort(group) &&
    Number.isFinite(rank) &&
    isRecord(units) &&
    Object.values(units).every(isShort) &&
    isOneOf(STREAMINGS, stream) &&
    isListOf(affects, (effect) => isOneOf(EFFECTS, effect)) &&
    (edit === undefined || isEditRule(edit)) &&
    (locked === undefined || isShort(locked))
  );
}

function isEditRule(given: unknown): boolean {
  if (!isRecord(given)) return false;
  const { on, value, presence } = given;
  return isListOf(on, isShort) && isValueRule(value) && isOneOf(PRESENCES, presence);
}

/** Titles and reasons fit into a line or two; without a limit, a megabyte would be drawn. */
const LONGEST = 300;

function isShort(given: unknown): boolean {
  return typeof given === "string" && given.length <= LONGEST;
}

function isOneOf(names: Readonly<Record<string, true>>, given: unknown): boolean {
  return typeof given === "string" && Object.hasOwn(names, given);
}

const STREAMINGS: Readonly<Record<Streaming, true>> = { always: true, "when-watched": true };
const EFFECTS: Readonly<Record<Effect, true>> = { look: true, structure: true, body: true, motion: true };
const PRESENCES: Readonly<Record<Presence, true>> = { fixed: true, optional: true, offered: true };
