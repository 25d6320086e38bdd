import { messages } from "@orrery/msgs";
import { expect, test } from "vitest";
import { parsePath } from "./fields/field-path.ts";
import type { FieldTypes } from "./fields/field-types.ts";
import { ProtoTypes } from "./fields/proto-types.ts";
import { fieldNodes } from "./numeric-fields.ts";

const types = new ProtoTypes(messages);

/** Returns the lines below a path as the tree shows them. */
function lines(type: string, path: string, message?: object): string[] {
  return fieldNodes(types, type, parsePath(path), { message }).map(
    ({ name, kind, text, unit, choices, count, elements }) => {
      const all = choices?.map(({ label, name }) => (name === undefined ? label : `${label} ${name}`)).join(" ");
      const details = [text, unit, all, count, elements].filter((detail) => detail !== undefined);
      return [kind, name, ...details].join(" ");
    },
  );
}

test("[TB13] the tree has what can be plotted: nested fields, lists with positions, names beside them, texts to see", () => {
  const poses = { pose: [{ name: "box", id: 7 }, { name: "ball" }, {}] };
  expect(lines("gz.msgs.Pose_V", "", poses)).toEqual(["message header", "list pose [0] box [1] ball [2] 3 message"]);
  expect(lines("gz.msgs.Pose_V", "pose", poses)).toEqual([]);
  expect(lines("gz.msgs.Pose_V", "pose[0]", poses)).toEqual([
    "message header",
    "text name box",
    "number id",
    "message position",
    "message orientation",
  ]);
  expect(lines("gz.msgs.Pose_V", "pose[1].position", poses)).toEqual([
    "message header",
    "number x m",
    "number y m",
    "number z m",
  ]);
  expect(lines("gz.msgs.Pose_V", "pose[1].header.stamp")).toEqual(["number sec s", "number nsec ns"]);
  expect(lines("gz.msgs.Pose_V", 'pose["ball"]', poses)[1]).toBe("text name ball");
});

test("[TB13] lists of numbers are chosen from, maps have keys, and what leads to no number is not shown", () => {
  expect(lines("gz.msgs.Double_V", "", { data: [1, 2] })).toEqual(["list data [0] [1] 2 number"]);
  expect(lines("gz.msgs.Double_V", "data[0]", { data: [1, 2] })).toEqual([]);
  const param = { params: { mass: { double_value: 1 }, "a b": {} } };
  expect(lines("gz.msgs.Param", "", param)[1]).toBe('map params ["mass"] ["a b"] 2 message');
  expect(lines("gz.msgs.Param", "params.mass", param)).toContain("number double_value");
  // A header's notes are texts.
  expect(lines("gz.msgs.Header", "")).toEqual(["message stamp"]);
  expect(lines("gz.msgs.StringMsg_V", "")).toEqual(["message header"]);
});

test("[TB13] types that contain themselves are unfolded level by level, and long lists have a limit", () => {
  expect(lines("gz.msgs.Param", "children[0].children[1]")).toEqual(lines("gz.msgs.Param", ""));
  const data = Array.from({ length: 5000 }, (_, i) => i);
  const [node] = fieldNodes(types, "gz.msgs.Double_V", [], { message: { data }, mostChoices: 10 });
  expect(node).toMatchObject({ count: 5000, choices: { length: 10 } });
  expect(() => lines("gz.msgs.Pose_V", "poses[0]")).toThrow('gz.msgs.Pose_V has no field poses; did you mean "pose"?');
});

test("[TB13] numbers in a list beside a list of names are called by them", () => {
  const joints: FieldTypes = {
    fieldsOf: () => [
      { name: "name", type: "string", holds: "text", many: "list" },
      { name: "position", type: "float64", holds: "number", many: "list" },
    ],
  };
  const [node] = fieldNodes(joints, "JointState", [], { message: { name: ["hip", "knee"], position: [1, 2] } });
  expect(node!.choices!.map(({ name }) => name)).toEqual(["hip", "knee"]);
  const other = fieldNodes(joints, "JointState", [], { message: { name: ["hip"], position: [1, 2] } });
  expect(other[0]!.choices!.map(({ name }) => name)).toEqual([undefined, undefined]);
});
