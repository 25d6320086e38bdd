import { SECOND } from "@orrery/sim";
import { expect, test } from "vitest";
import { endOf, isBehind, layOut, mainLine, presentOf } from "./lines.ts";
import type { PageStretch } from "../../undo/api.ts";
import { past, stretch } from "../../../testing/sample-past.ts";

test("[HU7] a past without forks is one line, and places on it are simulated times", () => {
  const lines = layOut(past([stretch("a", "", 0, 10, ["Move@3"])], { present: "a" }));
  expect(lines).toMatchObject({ rows: 1, forks: [], start: 0, end: 10 * SECOND });
  expect(lines.pieces).toMatchObject([{ at: 0, row: 0, kind: "past", trackEnd: "a", marks: [{ at: 3 * SECOND }] }]);
});

test("[HU7] after an undo what was undone lies ahead, on the same line; once the world continues it is a side track", () => {
  const before = stretch("a", "", 0, 5);
  const undone = stretch("b", "a", 5, 10, ["Move@5"]);
  const undoneYet = layOut(past([before, undone], { present: "a", ahead: "b" }));
  expect(rows(undoneYet)).toEqual({ a: 0, b: 0 });
  expect(undoneYet.pieces.map(({ kind }) => kind)).toEqual(["past", "ahead"]);
  expect(presentOf(undoneYet)).toMatchObject({ stretch: "a" });
  const goneOn = layOut(past([before, undone, stretch("c", "a", 5, 6)], { present: "c" }));
  expect(rows(goneOn)).toEqual({ a: 0, b: 1, c: 0 });
  expect(goneOn.forks).toEqual([{ at: 5 * SECOND, fromRow: 0, toRow: 1 }]);
  expect(mainLine(goneOn).map((piece) => piece.stretch)).toEqual(["a", "c"]);
});

test("[HU7] the present may be within its stretch: what was not done of it yet lies ahead", () => {
  const whole = stretch("a", "", 0, 10, ["Move@3", "Turn@5", "Paste@5", "Delete@8"]);
  const within = past([whole], { present: "a", ahead: "a", undo: [whole.marks[1]!, whole.marks[0]!] });
  const { pieces, rows: count } = layOut(within, 5 * SECOND);
  expect(count).toBe(1);
  expect(pieces.map(({ kind, at, endNs }) => [kind, at, endNs])).toEqual([
    ["past", 0, 5 * SECOND],
    ["ahead", 5 * SECOND, 10 * SECOND],
  ]);
  expect(pieces.map(({ marks }) => marks.map(({ mark }) => mark.description))).toEqual([
    ["Move", "Turn"],
    ["Paste", "Delete"],
  ]);
  // After a redo into a branch, the history reports nothing ahead; the pieces are the same.
  expect(layOut({ ...within, ahead: "" }, 5 * SECOND).pieces).toEqual(pieces);
});

test("[HU21] at the very end of the line, and where only its end is told, nothing lies ahead", () => {
  const whole = stretch("a", "", 0, 10, ["Move@3"]);
  const jumped = past([whole], { present: "a", ahead: "a" });
  expect(isBehind(layOut(jumped, 9 * SECOND))).toBe(true);
  expect(isBehind(layOut(jumped, 10 * SECOND))).toBe(false);
  const tip = past([whole, stretch("b", "a", 10, 10)], { present: "a", ahead: "b" });
  expect(isBehind(layOut(tip, 10 * SECOND))).toBe(false);
});

test("[HU7] messages are laid out with the part of the line in which they came, and after a reset where the clock was", () => {
  const driven = stretch("a", "", 0, 10, [], [[2, 7]]);
  const { pieces } = layOut(past([driven], { present: "a", ahead: "a" }), 5 * SECOND);
  expect(pieces.map(({ busy }) => busy)).toEqual([
    [{ startNs: 2 * SECOND, endNs: 5 * SECOND }],
    [{ startNs: 5 * SECOND, endNs: 7 * SECOND }],
  ]);
});

test("[HU7] a world that has gone on further than was told is at the end", () => {
  const whole = stretch("a", "", 0, 10, ["Move@3"]);
  expect(layOut(past([whole], { present: "a" }), 9.99 * SECOND).pieces).toMatchObject([{ kind: "past" }]);
});

test("[HU7] a side track continues with the branch that reaches farthest; the others leave it one row below", () => {
  const lines = layOut(
    past(
      [
        stretch("a", "", 0, 5),
        stretch("b", "a", 5, 8),
        stretch("b1", "b", 8, 9),
        stretch("b2", "b", 8, 20),
        stretch("c", "a", 5, 30),
      ],
      { present: "c" },
    ),
  );
  expect(rows(lines)).toEqual({ a: 0, c: 0, b: 1, b2: 1, b1: 2 });
  expect(lines.forks).toContainEqual({ at: 8 * SECOND, fromRow: 1, toRow: 2 });
  const ends = lines.pieces.map((piece) => `${piece.stretch} to ${piece.trackEnd}`);
  expect(ends).toEqual(["a to c", "b to b2", "b1 to b1", "b2 to b2", "c to c"]);
});

test("[HU7] a few steps in which nothing was done are no track; with a command, or with branches of their own, they are", () => {
  const around = [stretch("a", "", 0, 5), stretch("c", "a", 5, 9)];
  const shown = (...more: PageStretch[]) => rows(layOut(past([...around, ...more], { present: "c" })));
  expect(shown(stretch("b", "a", 5, 5.03))).toEqual({ a: 0, c: 0 });
  expect(shown(stretch("b", "a", 5, 5.03, ["Move@5"]))).toEqual({ a: 0, c: 0, b: 1 });
  const forked = [stretch("b", "a", 5, 5.01), stretch("b1", "b", 5.01, 5.02), stretch("b2", "b", 5.01, 6)];
  expect(shown(...forked)).toEqual({ a: 0, c: 0, b: 1, b2: 1 });
});

test("[HU8] where the clock was reset the axis continues, and the clock begins again", () => {
  const lines = layOut(past([stretch("a", "", 0, 3, ["Move@2", "Reset@12", "Move@1"])], { present: "a" }));
  expect(lines.pieces.map(({ at, startNs, endNs, leap }) => [at, startNs, endNs, leap?.fromNs])).toEqual([
    [0, 0, 12 * SECOND, undefined],
    [12 * SECOND, 0, 3 * SECOND, 12 * SECOND],
  ]);
  expect(lines.pieces[1]!.marks).toMatchObject([{ at: 13 * SECOND, mark: { description: "Move" } }]);
  expect(lines.end).toBe(15 * SECOND);
});

test("[HU8] so it is where a reset begins another stretch, and on side tracks", () => {
  const lines = layOut(
    past([stretch("a", "", 0, 12), stretch("b", "a", 0, 3), stretch("c", "a", 12, 14)], { present: "c" }),
  );
  const [, b, c] = lines.pieces;
  expect(b).toMatchObject({ at: 12 * SECOND, startNs: 0, leap: { fromNs: 12 * SECOND }, row: 1 });
  expect(c).toMatchObject({ at: 12 * SECOND, startNs: 12 * SECOND, leap: undefined, row: 0 });
  expect(endOf(b!)).toBe(15 * SECOND);
});

test("[HU7] the oldest moment that can be gone to has its place on the present line; nothing known is an empty line", () => {
  const known = [stretch("a", "", 4, 10), stretch("b", "a", 10, 12)];
  expect(layOut(past(known, { present: "b", earliestNs: 7 * SECOND })).earliest).toBe(7 * SECOND);
  expect(layOut(past(known, { present: "b" })).earliest).toBe(4 * SECOND);
  expect(layOut(past([], {}))).toMatchObject({ pieces: [], rows: 1, start: 0, end: 0, earliest: 0 });
});

const recorded = [
  stretch("s1", "", 0, 5.7, ["Move@2.5", "Turn@4"]),
  { ...stretch("s2", "s1", 2.5, 6, ["Paste@5"]), jump: { cause: "UNDO", description: "Move", authorName: "Ada" } },
  { ...stretch("s3", "s2", 8, 9), jump: { cause: "REDO", description: "Paste", authorName: "Ada" } },
] as const;
const log = (present: string, ahead: string) => past(recorded, { present, ahead, undo: [], log: "run.mcap" });

test("[PB1] a log is one line from its beginning to its end, through jumps back and on", () => {
  const lines = layOut(log("s3", ""));
  expect(lines).toMatchObject({ rows: 1, forks: [], start: 0, end: 10.2 * SECOND, isWhole: true });
  expect(lines.pieces.map(({ at, kind, leap }) => [at / SECOND, kind, leap?.fromNs, leap?.jump?.cause])).toEqual([
    [0, "past", undefined, undefined],
    [5.7, "past", 5.7 * SECOND, "UNDO"],
    [9.2, "past", 6 * SECOND, "REDO"],
  ]);
});

test("[PB1] a jump that took no time is one, too", () => {
  const still = { ...stretch("s2", "s1", 5.7, 6), jump: recorded[1].jump };
  const lines = layOut(past([recorded[0], still], { present: "s2", log: "run.mcap" }));
  expect(lines.pieces[1]).toMatchObject({ leap: { fromNs: 5.7 * SECOND } });
});

test("[PB1] what was not played yet lies ahead, up to the end of the log; at the end nothing does", () => {
  const within = layOut(log("s2", "s3"), 4 * SECOND);
  expect(within.pieces.map(({ stretch: id, kind, at }) => [id, kind, at / SECOND])).toEqual([
    ["s1", "past", 0],
    ["s2", "past", 5.7],
    ["s2", "ahead", 7.2],
    ["s3", "ahead", 9.2],
  ]);
  expect(within.pieces[2]!.marks).toMatchObject([{ mark: { description: "Paste" } }]);
  // At the moment before a command, the command is not done yet.
  expect(layOut(log("s1", "s3"), 2.5 * SECOND).pieces[0]!.marks).toEqual([]);
  expect(layOut(log("s3", ""), 8.5 * SECOND).pieces.every(({ kind }) => kind === "past")).toBe(true);
});

function rows({ pieces }: ReturnType<typeof layOut>): Record<string, number> {
  return Object.fromEntries(pieces.map((piece) => [piece.stretch, piece.row]));
}
