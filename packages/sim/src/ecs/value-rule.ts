/**
 * The values that people may give to a component. Plain data, so that it reaches pages without the component's module.
 */
export type ValueRule =
  | NumberRule
  | { readonly kind: "flag" }
  | { readonly kind: "text" }
  | { readonly kind: "choice"; readonly of: readonly (string | number)[] }
  | RecordRule
  | { readonly kind: "list"; readonly each: ValueRule; readonly most: number }
  /** Allows undefined as well. */
  | { readonly kind: "maybe"; readonly rule: ValueRule }
  /** A record with several forms; the text in the field `by` determines the form. */
  | { readonly kind: "variants"; readonly by: string; readonly forms: Readonly<Record<string, ValueRule>> };

export interface NumberRule {
  readonly kind: "number";
  readonly least?: number;
  readonly above?: number;
  readonly most?: number;
  readonly whole?: boolean;
  /** Whether Infinity is valid, and −Infinity if the bounds allow it. */
  readonly infinite?: boolean;
  /** The largest absolute value, and its unit. */
  readonly within?: { readonly most: number; readonly unit: string };
}

/** Exactly these fields; those in `optional` may be left out. */
export interface RecordRule {
  readonly kind: "record";
  readonly fields: Readonly<Record<string, ValueRule>>;
  readonly optional?: Readonly<Record<string, ValueRule>>;
  /** A condition for its numbers together: a nonzero vector, a vector of length 1, a pose with a unit quaternion. */
  readonly form?: "direction" | "unit-vector" | "pose";
}

export function number(rule: Omit<NumberRule, "kind"> = {}): NumberRule {
  return { kind: "number", ...rule };
}

export function choice(...of: readonly (string | number)[]): ValueRule {
  return { kind: "choice", of };
}

export function record(fields: RecordRule["fields"], others: Pick<RecordRule, "optional" | "form"> = {}): RecordRule {
  return { kind: "record", fields, ...others };
}

export function list(each: ValueRule, most: number): ValueRule {
  return { kind: "list", each, most };
}

export function maybe(rule: ValueRule): ValueRule {
  return { kind: "maybe", rule };
}

export function variants(by: string, forms: Readonly<Record<string, ValueRule>>): ValueRule {
  return { kind: "variants", by, forms };
}

export const flag: ValueRule = { kind: "flag" };
export const text: ValueRule = { kind: "text" };
export const finite = number();
export const notNegative = number({ least: 0 });
export const share = number({ least: 0, most: 1 });
export const vector = vectorOf(finite);
export const direction = record(vector.fields, { form: "direction" });
/** Of length 1 within a tolerance. */
export const unitVector = record(vector.fields, { form: "unit-vector" });

export function vectorOf(each: ValueRule): RecordRule {
  return record({ x: each, y: each, z: each });
}
