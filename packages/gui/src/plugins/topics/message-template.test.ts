import { messages } from "@orrery/msgs";
import { expect, test } from "vitest";
import { fieldsText, templateOf } from "./message-template.ts";

test("[PN7] a message to publish is written out with all its fields", () => {
  const zero = { x: 0, y: 0, z: 0 };
  expect(templateOf("gz.msgs.Twist", messages, { nested: "written" })).toEqual({ linear: zero, angular: zero });
});

test("[PN7] in a request, messages within are absent until they are written: all zeros would mean something", () => {
  expect(templateOf("gz.msgs.WorldControl", messages, { nested: "absent" })).toEqual({
    pause: false,
    step: false,
    multi_step: 0,
    reset: null,
    seed: 0,
    run_to_sim_time: null,
  });
});

test("[PN7] a template of any known type is a message of that type", () => {
  for (const type of messages.types()) {
    for (const nested of ["written", "absent"] as const) {
      const value = messages.fromJson(type, templateOf(type, messages, { nested }));
      expect(() => messages.encode(type, value)).not.toThrow();
    }
  }
});

test("[PN7] the fields of a type are listed with those of the messages in it", () => {
  expect(fieldsText("gz.msgs.WorldControl", messages)).toContain(
    "reset: gz.msgs.WorldReset\n  header: gz.msgs.Header\n",
  );
  expect(fieldsText("orrery.msgs.SystemInfo", messages)).toContain(
    "state: orrery.msgs.SystemInfo.State (RUNNING, STOPPED)",
  );
});
