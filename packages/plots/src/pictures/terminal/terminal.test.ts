import { expect, test } from "vitest";
import { cellWidth } from "./cell-grid.ts";
import { describeCurve } from "../curves/curve-looks.ts";
import { pointsOf } from "../curves/drawn-curve.ts";
import { describePicture, describePlot } from "../plot-description.ts";
import { sparkline } from "./sparkline.ts";
import { terminalPicture } from "./terminal.ts";

const times = Float64Array.from({ length: 200 }, (_, i) => (i * 10) / 199);
const sine = pointsOf({ times, values: times.map(Math.sin) });
const one = describePicture({ plots: [describePlot({ curves: [describeCurve("sine", "m", 0)] })] });
const plain = { columns: 60, rows: 14, hasColours: false };

test("[PI21] a sine as characters", () => {
  expect(`\n${terminalPicture(one, [[sine]], plain).join("\n")}\n`).toBe(`
● sine -0.5440 m
   1┤      ⢀⡠⠤⠤⣀                              ⣠⠤⠤⢄⡀
    │    ⢀⠔⠉    ⠑⢦                         ⢀⡴⠊    ⠙⠢⡀
    │   ⡠●        ⠱⡀                      ⡠⠎        ⠙⡄
    │  ⡜           ⠑⢆                    ⡰⠁          ⠈⢢
    │ ⡜             ⠈⢆                  ⡰⠁             ⢣
   0┤⠜               ⠈⢢               ⢀⡔⠁               ⠣⡀
    │                  ⢣             ⢀⠎                  ●⡀
    │                   ⠣⡀          ⢀⠎                    ⠱⡄
    │                    ⠘⣄        ⡰⠃                      ⠈
    │                     ⠈⠢⣀    ●⠞⠁
  -1┤                       ⠈⠙⠒⠒⠋
   m└┬──────────┬──────────┬─────────┬──────────┬──────────┬
    0 s        2 s        4 s       6 s        8 s      10 s
`);
});

test("[PI21] there are as many lines as rows, none longer than the columns, whatever there is to show", () => {
  const curves = Array.from({ length: 12 }, (_, i) => describeCurve(`a long name of a curve, number ${i}`, "m/s", i));
  const pictures = [
    describePicture({}),
    one,
    describePicture({
      title: "Title",
      plots: [describePlot({ curves }), describePlot({ title: "Empty" }), describePlot({ curves })],
    }),
  ];
  for (const picture of pictures) {
    for (const [columns, rows] of [
      [80, 24],
      [20, 6],
      [3, 2],
      [1, 1],
      [120, 50],
    ] as const) {
      const lines = terminalPicture(
        picture,
        picture.plots.map(() => [sine]),
        { columns, rows, hasColours: false },
      );
      expect(lines).toHaveLength(rows);
      expect(Math.max(...lines.map(cellWidth))).toBeLessThanOrEqual(columns);
    }
  }
});

test("[PI21] times are at the same columns in all plots, and labels below the last", () => {
  const plots = [
    describePlot({ curves: [describeCurve("a", "m", 0)] }),
    describePlot({ curves: [describeCurve("b", "N", 0)] }),
  ];
  const large = pointsOf({ times, values: times.map((time) => time * 123_456) });
  const lines = terminalPicture(describePicture({ plots }), [[sine], [large]], { ...plain, rows: 24 });
  const [first, second] = lines.filter((line) => line.includes("└"));
  expect(first!.indexOf("└")).toBe(second!.indexOf("└"));
  expect(first!.indexOf("┬", 12)).toBe(second!.indexOf("┬", 12));
  expect(lines.filter((line) => line.includes("10 s"))).toEqual([lines.at(-1)]);
});

test("[PI21] curves have colours when asked for, symbols always, and an axis for each of two units", () => {
  const curves = [describeCurve("a", "m", 0), describeCurve("b", "N", 1)];
  const picture = describePicture({ plots: [describePlot({ curves })] });
  const lines = terminalPicture(picture, [[sine, sine]], plain);
  expect(lines.join("")).not.toContain("\u001b");
  expect(lines.join("")).toMatch(/├1[^]*m└.*┘N/);
  for (const symbol of ["●", "■"]) expect(lines.slice(1).join("")).toContain(symbol);
  const coloured = terminalPicture(picture, [[sine, sine]], { ...plain, hasColours: true });
  // eslint-disable-next-line no-control-regex
  expect(coloured.map((line) => line.replaceAll(/\u001b\[[\d;]*m/g, ""))).toEqual(lines);
  // eslint-disable-next-line no-control-regex
  const sequences = coloured.map((line) => line.match(/\u001b\[[\d;]*m/g) ?? []);
  expect(sequences.flat()).toContain("\u001b[94m");
  expect(new Set(sequences.flatMap((found) => found.at(-1) ?? []))).toEqual(new Set(["\u001b[0m"]));
});

test("[PI21] names cannot command the terminal, and wide letters take two columns", () => {
  const name = "\u001b[2J漢字\u0007\u202E";
  const picture = describePicture({
    title: name,
    plots: [describePlot({ title: name, curves: [describeCurve(name, name, 0, { run: name })] })],
  });
  const lines = terminalPicture(picture, [[sine]], plain);
  // eslint-disable-next-line no-control-regex
  expect(lines.join("")).not.toMatch(/[\u0000-\u001f\u202E]/);
  expect(lines[0]).toBe("[2J漢字");
  expect([cellWidth("漢字"), cellWidth("e\u0301"), cellWidth("abc")]).toEqual([4, 1, 3]);
});

test("[PI23] an empty picture of characters says so", () => {
  expect(terminalPicture(describePicture({ plots: [describePlot({})] }), [], plain).join()).toContain("No curves yet");
  expect(terminalPicture(one, [[undefined]], plain).join()).toContain("No samples here");
});

test("[PI22] a sparkline is one line from the least value to the greatest", () => {
  expect(sparkline([1, 2, 3, 4, 5, 6, 7, 8], 8)).toBe("▁▂▃▄▅▆▇█");
  expect(sparkline([0, 0, 8, 8], 2)).toBe("▁█");
  expect(sparkline([5, NaN, 5], 9)).toBe("▄ ▄");
  expect(sparkline([], 5)).toBe("");
  expect(sparkline([-Number.MAX_VALUE, Number.MAX_VALUE, Infinity], 3)).toBe("▁█ ");
});
