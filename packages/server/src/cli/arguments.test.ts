import { expect, test } from "vitest";
import { choiceFlag, defineCommand, listFlag, numberFlag, parseArguments, switchFlag, textFlag } from "./arguments.ts";
import { serverFlag } from "./client.ts";
import { UsageError } from "./failure.ts";
import { commandHelp } from "./help.ts";

const command = defineCommand({
  name: "fly",
  summary: "Flies somewhere.",
  operands: ["WHERE", "[HOW]"],
  flags: {
    high: switchFlag("above the clouds"),
    speed: numberFlag("X", "m/s", { min: 0, above: true }),
    legs: numberFlag("N", "stops on the way", { integer: true, max: 3 }),
    by: choiceFlag("BIRD", ["swan", "stork"], "who flies"),
    log: textFlag("FILE", "where to write"),
  },
  examples: ["orrery fly south"],
  run: () => Promise.resolve(0),
});

const parse = (...words: string[]) => parseArguments(command, words);

test("[CL1] options and operands may come in any order; a value follows or is attached", () => {
  expect(parse("--high", "south", "--speed=2.5", "slowly", "--by", "swan", "--legs", "-2")).toEqual({
    values: { high: true, speed: 2.5, legs: -2, by: "swan", log: undefined },
    operands: ["south", "slowly"],
    help: false,
  });
  expect(parse("--", "--high").operands).toEqual(["--high"]);
  expect(parse("--help")).toMatchObject({ help: true });
});

test("[CL1] an option may be a list, and the last operand many", () => {
  const many = defineCommand({
    name: "feed",
    summary: "Feeds birds.",
    operands: ["WHAT", "BIRD…"],
    flags: { at: listFlag("PLACE", "where") },
    examples: ["orrery feed seeds swan"],
    run: () => Promise.resolve(0),
  });
  expect(parseArguments(many, ["seeds", "swan", "--at", "lake", "stork", "--at=pond"])).toEqual({
    values: { at: ["lake", "pond"] },
    operands: ["seeds", "swan", "stork"],
    help: false,
  });
  expect(parseArguments(many, ["seeds", "swan"]).values).toEqual({ at: [] });
  expect(() => parseArguments(many, ["seeds"])).toThrow(/^BIRD… is missing/);
});

test.each([
  [["south", "--hihg"], "there is no option --hihg; did you mean --high?"],
  [["south", "-x"], "there is no option -x"],
  [["south", "--constructor"], "there is no option --constructor"],
  [["south", "--speed"], "--speed needs a value: --speed X"],
  [["south", "--log", "--high"], "--log needs a value: --log FILE"],
  [["south", "--speed", "fast"], '--speed must be a number, not "fast"'],
  [["south", "--speed", "0"], "--speed must be above 0, not 0"],
  [["south", "--legs", "1.5"], '--legs must be a whole number, not "1.5"'],
  [["south", "--legs", "4"], "--legs must be at most 3, not 4"],
  [["south", "--by", "crow"], '--by must be swan, stork, not "crow"'],
  [["south", "--high=1"], "--high takes no value"],
  [["south", "--high", "--high"], "--high is given twice"],
  [[], "WHERE is missing; for example:\n  orrery fly south"],
  [["a", "b", "c"], '"c" is one argument too many'],
])("[CL2] %j is a usage error that says why", (words, message) => {
  expect(() => parse(...words)).toThrow(new UsageError(message));
});

test("[CL2] the option that starts a server leads to the one that names it", () => {
  const asking = { ...command, flags: { server: serverFlag } };
  for (const [word, meant] of [
    ["--port", "--server PORT"],
    ["--host", "--server URL"],
  ]) {
    expect(() => parseArguments(asking, [word!, "9304"])).toThrow(
      new UsageError(`there is no option ${word}; did you mean ${meant}?`),
    );
  }
});

test("[CL3] help names what a command is given, its options and examples", () => {
  expect(commandHelp(command).split("\n")).toEqual([
    "Usage: orrery fly WHERE [HOW] [OPTION…]",
    "",
    "Flies somewhere.",
    "",
    "Options:",
    "  --high      above the clouds",
    "  --speed X   m/s",
    "  --legs N    stops on the way",
    "  --by BIRD   who flies",
    "  --log FILE  where to write",
    "  --help      show this help",
    "",
    "Examples:",
    "  orrery fly south",
    "",
  ]);
});
