import { expect, test } from "vitest";
import { addCurve, changeCurve } from "./curve-edits.ts";
import { PlotSession } from "./plot-session.ts";
import { allCurves } from "./plot-state.ts";
import { CurveSources } from "./sources/curve-sources.ts";
import { fitAll, follow, showRange } from "./view-edits.ts";

const keys = ({ state }: PlotSession): string[] => allCurves(state.current).map(({ key }) => key);

test("[VP6] each edit is undone and redone, a gesture as one, and a new edit drops what could be redone", () => {
  using session = new PlotSession(new CurveSources());
  session.change((state) => addCurve(state, "a", 0));
  session.change((state) => addCurve(state, "b", 0));
  const gesture = {};
  for (const width of [2, 3, 4]) session.change((state) => changeCurve(state, "c1", { width }), gesture);
  session.undo();
  expect(allCurves(session.state.current).map(({ width }) => width)).toEqual([1.5, 1.5]);
  session.undo();
  expect(keys(session)).toEqual(["a"]);
  session.redo();
  expect(keys(session)).toEqual(["a", "b"]);
  session.undo();
  session.change((state) => addCurve(state, "c", 0));
  expect([keys(session), session.canRedo]).toEqual([["a", "c"], false]);
});

test("[VP5] views are gone back to one by one, without undoing edits; undoing an edit keeps the view", () => {
  using session = new PlotSession(new CurveSources());
  session.change((state) => addCurve(state, "a", 0));
  session.look((state) => showRange(state, 1, 2));
  const drag = {};
  for (const to of [3, 4, 5]) session.look((state) => showRange(state, 2, to), drag);
  session.look(fitAll);
  session.change((state) => addCurve(state, "b", 0));
  session.back();
  expect([session.state.current.time, keys(session)]).toEqual([{ kind: "range", from: 2, to: 5 }, ["a", "b"]]);
  session.undo();
  expect([session.state.current.time, keys(session)]).toEqual([{ kind: "range", from: 2, to: 5 }, ["a"]]);
  session.back();
  session.back();
  expect([session.state.current.time, session.canGoBack]).toEqual([{ kind: "latest", seconds: 10 }, false]);
  session.forward();
  expect(session.state.current.time).toEqual({ kind: "range", from: 1, to: 2 });
});

test("[VP5] following continues with a window as long as what was shown", () => {
  using session = new PlotSession(new CurveSources());
  session.look((state) => showRange(state, 1, 4));
  session.look((state) => follow(state));
  expect(session.state.current.time).toEqual({ kind: "latest", seconds: 3 });
});
