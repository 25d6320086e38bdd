import { inFileOrder, type Problem } from "@orrery/sim/front";
import { expect, test } from "vitest";

test("[CL33] problems are told file by file, in the order of the lines", () => {
  const at = (message: string, file: string, line: number, column = 1): Problem => {
    return { severity: "warning", code: "x", message, hint: "", where: { file, line, column } };
  };
  const placeless: Problem = { ...at("nowhere", "", 0), where: undefined };
  const told = inFileOrder([
    at("b9", "b.sdf", 9),
    at("a12", "a.sdf", 12),
    at("b3:7", "b.sdf", 3, 7),
    placeless,
    at("a2", "a.sdf", 2),
    at("b3:2", "b.sdf", 3, 2),
  ]);
  expect(told.map(({ message }) => message)).toEqual(["nowhere", "b3:2", "b3:7", "b9", "a2", "a12"]);
});
