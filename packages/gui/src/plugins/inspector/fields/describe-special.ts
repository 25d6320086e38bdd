import type { Component } from "@orrery/sim";
import { Solid } from "@orrery/sim/components";
import { formatCount } from "../../../ui/numbers/number-format.ts";
import type { Field } from "./field.ts";

/** Describes a mesh by its figures, because nobody reads its coordinates; `undefined` for everything else. */
export function describeSpecial(component: Component, value: unknown): readonly Field[] | undefined {
  if (component.name !== Solid.name) return undefined;
  const { type, key, vertices, indices } = value as {
    readonly type?: string;
    readonly key?: string;
    readonly vertices?: Float32Array;
    readonly indices?: Uint32Array;
  };
  if (type !== "mesh" || vertices === undefined || indices === undefined) return undefined;
  return [
    { kind: "summary", path: "triangles", label: "Triangles", text: formatCount(indices.length / 3) },
    { kind: "summary", path: "vertices", label: "Vertices", text: formatCount(vertices.length / 3) },
    { kind: "text", path: "key", label: "Key", text: key ?? "" },
  ];
}
