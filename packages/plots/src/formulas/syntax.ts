import type { Place } from "./formula-error.ts";

export type UnaryOperator = "-" | "+" | "!";
export type Comparison = "<" | "<=" | ">" | ">=" | "==" | "!=";
export type BinaryOperator = "+" | "-" | "*" | "/" | "^" | "&&" | "||" | Comparison;

/** A formula as it is written. The place of a node is all of its text. */
export type Syntax = NumberSyntax | NameSyntax | PartSyntax | UnarySyntax | BinarySyntax | CallSyntax;

export interface NumberSyntax extends Place {
  readonly kind: "number";
  readonly value: number;
  /** As written; empty for a number without one. */
  readonly unit: string;
}

export interface NameSyntax extends Place {
  readonly kind: "name";
  readonly name: string;
  /** Whether it stood between backticks: then it is never `t`, `pi` or `e`, nor does a part of it name a column. */
  readonly isQuoted: boolean;
}

/** Some of the columns of a value: `(a - b).x`. */
export interface PartSyntax extends Place {
  readonly kind: "part";
  readonly of: Syntax;
  readonly part: string;
}

export interface UnarySyntax extends Place {
  readonly kind: "unary";
  readonly operator: UnaryOperator;
  readonly of: Syntax;
}

export interface BinarySyntax extends Place {
  readonly kind: "binary";
  readonly operator: BinaryOperator;
  /** Errors point here: both sides may be fine by themselves. */
  readonly operatorPlace: Place;
  readonly left: Syntax;
  readonly right: Syntax;
}

export interface CallSyntax extends Place {
  readonly kind: "call";
  readonly name: string;
  readonly namePlace: Place;
  readonly args: readonly Syntax[];
}
