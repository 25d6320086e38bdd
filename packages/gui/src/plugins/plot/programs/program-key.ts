import { keyOf, kindOf, nameOf } from "../sources/source.ts";

/** An item of a program's manager. */
export interface ProgramItem {
  readonly program: string;
  readonly item: string;
}

/** Returns the key of an item: `program:motor/rotor::speed`. Names of programs have no slashes. */
export function programKey({ program, item }: ProgramItem): string {
  return keyOf("program", `${program}/${item}`);
}

/** Reads a key. Returns `undefined` for one of another kind. */
export function readProgramKey(key: string): ProgramItem | undefined {
  const name = nameOf(key);
  const at = name.indexOf("/");
  return kindOf(key) === "program" && at > 0 ? { program: name.slice(0, at), item: name.slice(at + 1) } : undefined;
}
