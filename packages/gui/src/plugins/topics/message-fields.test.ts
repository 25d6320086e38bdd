import { messages } from "@orrery/msgs";
import { expect, test } from "vitest";
import { fieldsOf, withDefaults } from "./message-fields.ts";

test("[PN6] fields at their defaults are shown, in the order of the type; messages that are not set are not", () => {
  expect(fieldsOf({ y: 2 }, "gz.msgs.Vector3d", messages)).toEqual([
    { name: "x", value: 0 },
    { name: "y", value: 2 },
    { name: "z", value: 0 },
  ]);
  const twist = fieldsOf({ linear: { x: 1 } }, "gz.msgs.Twist", messages);
  expect(twist).toEqual([{ name: "linear", value: { x: 1 }, type: "gz.msgs.Vector3d" }]);
});

test("[PN6] as JSON, too, zeros are there, in messages within", () => {
  expect(withDefaults({ linear: { x: 1 } }, "gz.msgs.Twist", messages)).toEqual({ linear: { x: 1, y: 0, z: 0 } });
  expect(withDefaults({}, "gz.msgs.StringMsg_V", messages)).toEqual({ data: [] });
});
