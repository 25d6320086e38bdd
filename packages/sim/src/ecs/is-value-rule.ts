import type { ValueRule } from "./value-rule.ts";

/** Returns whether data from another process are a valid rule. */
export function isValueRule(given: unknown): given is ValueRule {
  if (!isRecord(given)) return false;
  switch (given["kind"]) {
    case "number":
      return isNumberRule(given);
    case "flag":
    case "text":
      return true;
    case "choice":
      return isListOf(given["of"], (each) => typeof each === "string" || typeof each === "number");
    case "record":
      return isRules(given["fields"]) && isMaybe(given["optional"], isRules) && isMaybe(given["form"], isForm);
    case "list":
      return isValueRule(given["each"]) && typeof given["most"] === "number";
    case "maybe":
      return isValueRule(given["rule"]);
    case "variants":
      return typeof given["by"] === "string" && isRules(given["forms"]);
    default:
      return false;
  }
}

function isNumberRule({ least, above, most, whole, infinite, within }: Readonly<Record<string, unknown>>): boolean {
  return (
    [least, above, most].every((bound) => isMaybe(bound, isNumber)) &&
    [whole, infinite].every((each) => isMaybe(each, (flag) => typeof flag === "boolean")) &&
    isMaybe(within, (size) => isRecord(size) && isNumber(size["most"]) && typeof size["unit"] === "string")
  );
}

function isRules(given: unknown): boolean {
  return isRecord(given) && Object.values(given).every(isValueRule);
}

function isForm(given: unknown): boolean {
  return given === "direction" || given === "unit-vector" || given === "pose";
}

function isNumber(given: unknown): boolean {
  return typeof given === "number";
}

export function isMaybe(given: unknown, is: (given: unknown) => boolean): boolean {
  return given === undefined || is(given);
}

export function isListOf(given: unknown, is: (item: unknown) => boolean): boolean {
  return Array.isArray(given) && given.every(is);
}

export function isRecord(given: unknown): given is Readonly<Record<string, unknown>> {
  return typeof given === "object" && given !== null && !Array.isArray(given) && !ArrayBuffer.isView(given);
}
