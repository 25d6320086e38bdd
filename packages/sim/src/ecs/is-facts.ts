import type { Effect, Facts, Meaning, Presence, Streaming } from "./facts.ts";
import { isListOf, isMaybe, isRecord, isValueRule } from "./is-value-rule.ts";

/** Returns whether data from another process are valid facts about a component. */
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
    isMaybe(edit, isEditRule) &&
    isMaybe(locked, isShort) &&
    isRare(given)
  );
}

function isRare({ setBy, fields, order, item, toggle }: Readonly<Record<string, unknown>>): boolean {
  return (
    isMaybe(setBy, isShort) &&
    isMaybe(fields, (given) => isRecord(given) && Object.values(given).every(isFieldFacts)) &&
    isMaybe(order, (given) => isListOf(given, isShort)) &&
    isMaybe(item, isShort) &&
    isMaybe(toggle, (given) => isRecord(given) && isMaybe(given["title"], isShort) && isShort(given["hint"]))
  );
}

function isFieldFacts(given: unknown): boolean {
  if (!isRecord(given)) return false;
  const { title, means, locked } = given;
  return isMaybe(title, isShort) && isMaybe(means, (one) => isOneOf(MEANINGS, one)) && isMaybe(locked, isShort);
}

function isEditRule(given: unknown): boolean {
  if (!isRecord(given)) return false;
  const { on, value, presence } = given;
  return isListOf(on, isShort) && isValueRule(value) && isOneOf(PRESENCES, presence);
}

/** Titles and reasons fit into a line or two; without a limit, a page would have to draw megabytes. */
const LONGEST = 300;

function isShort(given: unknown): boolean {
  return typeof given === "string" && given.length <= LONGEST;
}

function isOneOf(names: Readonly<Record<string, true>>, given: unknown): boolean {
  return typeof given === "string" && Object.hasOwn(names, given);
}

const STREAMINGS: Readonly<Record<Streaming, true>> = { always: true, "when-watched": true };
const EFFECTS: Readonly<Record<Effect, true>> = { look: true, structure: true, body: true, motion: true };
const MEANINGS: Readonly<Record<Meaning, true>> = { entity: true, flag: true, time: true };
const PRESENCES: Readonly<Record<Presence, true>> = { fixed: true, optional: true, offered: true };
