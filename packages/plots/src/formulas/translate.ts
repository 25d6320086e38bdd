import { nearest } from "@orrery/msgs/nearest";
import { callOf, functionOf } from "./arguments.ts";
import { FormulaError, quoted, type Place } from "./formula-error.ts";
import { applyBinary, applyUnary } from "./operators.ts";
import { parse } from "./parse.ts";
import { ProgramBuilder } from "./program.ts";
import { readUnit, unitOf } from "./read-unit.ts";
import type { CurveInfo, FormulaScope } from "./scope.ts";
import { aShape, columnNames, partNames } from "./shape.ts";
import type { NameSyntax, NumberSyntax, PartSyntax, Syntax } from "./syntax.ts";
import { plain, second } from "./units.ts";
import { unitSymbols } from "./unit-symbols.ts";
import { numberValue, takePart, type Value } from "./value.ts";

/** Of trees, through all formulas that use each other: each level takes several frames of the stack. */
const MAX_DEPTH = 250;

/** Of programs, together. Formulas that use each other are computed once, so few texts need more than a hundred. */
const MAX_SLOTS = 5000;

/** A curve that a formula uses. */
export interface FormulaInput {
  readonly name: string;
  readonly info: CurveInfo;
}

/** A formula that uses itself. The message has the whole circle, so it is not repeated for each formula on the way. */
class CircleError extends FormulaError {}

/** Turns the trees of one formula and of those that it uses into one program. */
export class Translator {
  readonly program = new ProgramBuilder();
  readonly inputs: FormulaInput[] = [];
  readonly #scope: FormulaScope;
  readonly #curves = new Map<string, Value>();
  readonly #formulas = new Map<string, Value>();
  /** Formulas that are being translated, from the outermost on. */
  readonly #open: string[] = [];
  #depth = 0;

  /** `name`: of the formula, so that it is noticed when it uses itself. */
  constructor(scope: FormulaScope, name: string | undefined) {
    this.#scope = scope;
    if (name !== undefined) this.#open.push(name);
  }

  /** Adds the columns of a node and of all that it needs. */
  translate(node: Syntax): Value {
    if (++this.#depth > MAX_DEPTH || this.program.size > MAX_SLOTS) {
      throw new FormulaError("this is too much for one formula: plot parts of it instead", node);
    }
    const value = this.#valueOf(node);
    this.#depth--;
    return value;
  }

  #valueOf(node: Syntax): Value {
    switch (node.kind) {
      case "number":
        return this.#number(node);
      case "name":
        return this.#name(node);
      case "part":
        return this.#part(node);
      case "unary":
        return applyUnary(this.program, node.operator, this.translate(node.of), node);
      case "binary": {
        const [left, right] = [this.translate(node.left), this.translate(node.right)];
        return applyBinary(this.program, node.operator, left, right, node.operatorPlace);
      }
      default: {
        const called = functionOf(node);
        const args = node.args.map((arg) => this.translate(arg));
        return called.build(callOf(called, node, args, this.program));
      }
    }
  }

  #number({ value, unit, at, end }: NumberSyntax): Value {
    const slot = this.program.constant(value);
    if (unit === "") return numberValue(slot, plain);
    const known = readUnit(unit);
    if (known !== undefined) return numberValue(slot, known);
    const near = nearest(unit, unitSymbols());
    const hint = near === undefined ? "" : ` (did you mean "${near}"?)`;
    throw new FormulaError(`unknown unit ${quoted(unit)}${hint}: to multiply, write *`, { at, end });
  }

  #name(node: NameSyntax): Value {
    const { name, isQuoted } = node;
    if (!isQuoted && name === "t") return numberValue(this.program.time(), second);
    if (!isQuoted && name === "pi") return numberValue(this.program.constant(Math.PI), plain);
    if (!isQuoted && name === "e") return numberValue(this.program.constant(Math.E), plain);
    const value = this.#named(name, node);
    if (value !== undefined) return value;
    // The last words of a bare name may be parts: pose.position.x. The longest name that exists is meant.
    for (let dot = isQuoted ? -1 : name.lastIndexOf("."); dot > 0; dot = name.lastIndexOf(".", dot - 1)) {
      const whole = this.#named(name.slice(0, dot), node);
      if (whole !== undefined) return this.#parts(whole, name.slice(dot + 1), node.at + dot + 1);
    }
    throw this.#unknownName(node);
  }

  #parts(whole: Value, parts: string, from: number): Value {
    let value = whole;
    let at = from;
    for (const part of parts.split(".")) {
      value = this.#takePart(value, part, { at, end: at + part.length });
      at += part.length + 1;
    }
    return value;
  }

  #part({ of, part, end }: PartSyntax): Value {
    return this.#takePart(this.translate(of), part, { at: end - part.length, end });
  }

  #takePart(value: Value, part: string, place: Place): Value {
    const taken = takePart(value, part);
    if (taken !== undefined) return taken;
    const names = partNames(value.shape).map((name) => `.${name}`);
    const hint = names.length === 0 ? "" : `: it has ${names.join(" ")}`;
    throw new FormulaError(`${aShape(value.shape)} has no part ${quoted(part)}${hint}`, place);
  }

  /** Returns the value of a formula or curve; `undefined` when there is none of this name. */
  #named(name: string, place: Place): Value | undefined {
    const text = this.#scope.formula(name);
    if (text !== undefined) return this.#formula(name, text, place);
    const known = this.#curves.get(name);
    if (known !== undefined) return known;
    const info = this.#scope.curve(name);
    if (info === undefined) return undefined;
    const input = this.inputs.push({ name, info }) - 1;
    const { shape, units } = info;
    const columns = columnNames(shape);
    const value: Value = {
      shape,
      slots: columns.map((_, column) => this.program.input(input, column)),
      units: columns.map((_, column) => unitOf((units.length === 1 ? units[0] : units[column]) ?? "")),
    };
    this.#curves.set(name, value);
    return value;
  }

  #formula(name: string, text: string, place: Place): Value {
    const known = this.#formulas.get(name);
    if (known !== undefined) return known;
    const first = this.#open.indexOf(name);
    if (first >= 0) {
      const circle = [...this.#open.slice(first), name].join(" → ");
      throw new CircleError(`${name} uses itself: ${circle}`, place);
    }
    this.#open.push(name);
    try {
      const value = this.translate(parse(text));
      this.#formulas.set(name, value);
      return value;
    } catch (error) {
      if (error instanceof CircleError) throw new CircleError(error.message, place);
      if (error instanceof FormulaError) {
        throw new FormulaError(`in the formula ${quoted(name)}, at ${error.at + 1}: ${error.message}`, place);
      }
      throw error;
    } finally {
      this.#open.pop();
    }
  }

  #unknownName({ name, isQuoted, at, end }: NameSyntax): FormulaError {
    const scope = this.#scope;
    const dot = isQuoted ? -1 : name.lastIndexOf(".");
    const near =
      nearest(name, scope.formulaNames()) ??
      nearest(name, scope.curveNames()) ??
      (dot > 0 ? nearest(name.slice(0, dot), scope.curveNames()) : undefined);
    const hint = near === undefined ? "" : ` (did you mean "${near}"?)`;
    return new FormulaError(`unknown curve ${quoted(name)}${hint}`, { at, end });
  }
}
