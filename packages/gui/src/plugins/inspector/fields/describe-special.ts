import { formatCount } from "../../../ui/numbers/number-format.ts";
import type { Field } from "./field.ts";

/** Describes components whose bare fields would be unclear; `undefined` for all others. */
export function describeSpecial(component: string, value: unknown): readonly Field[] | undefined {
  return SPECIAL.get(component)?.(value as never);
}

const SPECIAL: ReadonlyMap<string, (value: never) => readonly Field[] | undefined> = new Map<
  string,
  (value: never) => readonly Field[] | undefined
>([
  [
    "gz_sim_components.JointLinks",
    ({ parent, child }: { parent: number; child: number }) => [
      { kind: "entity", path: "parent", label: "Parent", entity: parent },
      { kind: "entity", path: "child", label: "Child", entity: child },
    ],
  ],
  [
    "orrery.SolidOf",
    ({ entity }: { entity: number }) => [{ kind: "entity", path: "entity", label: "Mesh data", entity }],
  ],
  ["orrery.Solid", solidFields],
  [
    "orrery.SimClock",
    ({ steps, timeNs }: { steps: number; timeNs: number }) => [
      { kind: "number", path: "timeNs", label: "Time", value: timeNs / 1e9, unit: "s" },
      { kind: "number", path: "steps", label: "Steps", value: steps, unit: "" },
    ],
  ],
  [
    "gz_sim_components.GravityEnabled",
    ({ on }: { on: number }) => [{ kind: "flag", path: "on", label: "", isOn: on !== 0 }],
  ],
]);

function solidFields(solid: {
  readonly type?: string;
  readonly key?: string;
  readonly vertices?: Float32Array;
  readonly indices?: Uint32Array;
}): readonly Field[] | undefined {
  if (solid.type !== "mesh" || solid.vertices === undefined || solid.indices === undefined) return undefined;
  return [
    {
      kind: "summary",
      path: "triangles",
      label: "Triangles",
      text: formatCount(solid.indices.length / 3),
    },
    { kind: "summary", path: "vertices", label: "Vertices", text: formatCount(solid.vertices.length / 3) },
    { kind: "text", path: "key", label: "Key", text: solid.key ?? "" },
  ];
}
