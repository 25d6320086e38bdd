import type { gz } from "@orrery/msgs";
import { writeSdf } from "../../formats/sdf/write/write-sdf.ts";
import { saveWorld } from "../../entities/kinds/world.ts";
import type { AnswerMaker } from "./world-answers.ts";

/**
 * Describes the world as an SDF file. `file` is the world's own, the base of its relative URIs; empty if there is none.
 */
export function sdfAnswer(file: string): AnswerMaker {
  return {
    type: "gz.msgs.StringMsg",
    make: (world, root): gz.StringMsg => ({
      ...(file === "" ? {} : { header: { data: [{ key: "file", value: [file] }] } }),
      data: writeSdf({ worlds: [saveWorld(world, root)], models: [], lights: [], actors: [] }),
    }),
  };
}
