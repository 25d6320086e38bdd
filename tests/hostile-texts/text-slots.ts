import type { UnknownMessage } from "@orrery/msgs";
import type { TestSim } from "../../packages/sim/src/testing/test-sim.ts";

export interface Request {
  /** Without the world's prefix. */
  readonly service: string;
  readonly request: UnknownMessage;
}

/** A place in which a client can put a text: the requests that put it there and make it be used. */
export interface TextSlot {
  readonly name: string;
  readonly requests: (text: string) => readonly Request[];
}

/** Returns all places for texts: in every field of every service's request, and in inserted models. */
export function textSlots(sim: TestSim): TextSlot[] {
  const services = sim.node.services().filter(({ name }) => name.startsWith("/world/test/"));
  const fields = services.flatMap(({ name, request }) =>
    textFields(sim, request).map(({ path, put }) => ({
      name: `${name} ${request}.${path}`,
      requests: (text: string) => [{ service: name.slice("/world/test/".length), request: put(text) }],
    })),
  );
  return [...fields, ...inserted];
}

interface TextField {
  readonly path: string;
  readonly put: (text: string) => UnknownMessage;
}

/** How deep to look into nested messages. */
const DEPTH = 4;

function textFields(sim: TestSim, type: string, depth = 0): TextField[] {
  if (!sim.runner.messages.has(type)) return [];
  return sim.runner.messages.describe(type).fields.flatMap(({ name, kind, type: inner, repeated, mapKey }) => {
    const wrap = (value: unknown): UnknownMessage => {
      if (mapKey !== undefined) return { [name]: { [mapKey === "string" ? String(value) : "1"]: value } };
      return { [name]: repeated ? [value] : value };
    };
    if (kind === "string") return [{ path: name, put: wrap }];
    if (kind === "bytes") return [{ path: name, put: (text) => wrap(new TextEncoder().encode(text)) }];
    if (kind !== "message" || inner === undefined || depth >= DEPTH) return [];
    return textFields(sim, inner, depth + 1).map(({ path, put }) => ({
      path: `${name}.${path}`,
      put: (text) => wrap(put(text)),
    }));
  });
}

const link = `<link name="l"/>`;
const model = (inner: string): string => `<sdf version="1.9"><model name="m">${inner}</model></sdf>`;
const visual = (inner: string): string => model(`<link name="l"><visual name="v">${inner}</visual></link>`);

/** Inserted models in which `§` stands for the text. */
const TEMPLATES = [
  "§",
  `<sdf version="§"><model name="m">${link}</model></sdf>`,
  `<sdf version="1.9"><!--§--><model name="m">${link}</model></sdf>`,
  `<sdf version="1.9"><model name="§">${link}</model></sdf>`,
  model(`<link name="§"/>`),
  model(`${link}<pose>§</pose>`),
  model(`${link}<pose relative_to="§">0 0 0 0 0 0</pose>`),
  model(`${link}<static>§</static>`),
  model(`${link}<§/>`),
  model(`${link}<x §="1"/>`),
  model(`${link}§`),
  model(`<link name="l"><inertial><mass>§</mass></inertial></link>`),
  model(`<link name="l"><collision name="c"><geometry><box><size>§</size></box></geometry></collision></link>`),
  model(`<link name="l"><collision name="c"><geometry><mesh><uri>§</uri></mesh></geometry></collision></link>`),
  model(`<link name="l"><sensor name="s" type="§"/></link>`),
  model(`${link}<frame name="f" attached_to="§"/>`),
  model(`${link}<joint name="j" type="§"><parent>world</parent><child>l</child></joint>`),
  model(`${link}<joint name="j" type="revolute"><parent>§</parent><child>l</child></joint>`),
  model(`${link}<plugin name="§" filename="§"/>`),
  model(`${link}<plugin name="joint-state-publisher" filename=""><joint_name>§</joint_name></plugin>`),
  model(`${link}<plugin name="joint-state-publisher" filename="">§</plugin>`),
  model(`<include><uri>§</uri></include>`),
  visual(`<material><ambient>§</ambient></material>`),
  visual(`<material><script><uri>§</uri><name>§</name></script></material>`),
  visual(`<geometry><polyline><point>§</point></polyline></geometry>`),
  `<sdf version="1.9"><light name="l" type="§"/></sdf>`,
  `<robot name="§"><link name="l"/></robot>`,
  `<robot name="m"><link name="l"><visual><origin xyz="§"/><geometry><mesh filename="§"/></geometry></visual></link></robot>`,
  `<robot name="m"><link name="l"/><gazebo reference="§"><material>§</material></gazebo></robot>`,
];

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;").replaceAll("'", "&apos;");

const create = (sdf: string): Request => ({ service: "create", request: { sdf, allow_renaming: true } });

const inserted: readonly TextSlot[] = [
  ...TEMPLATES.flatMap((template) => [
    { name: template, requests: (text: string) => [create(template.replaceAll("§", () => text))] },
    {
      name: `${template}, escaped`,
      requests: (text: string) => [create(template.replaceAll("§", () => escaped(text)))],
    },
  ]),
  {
    name: "a parameter of a system whose model is renamed",
    requests: (text) => [
      create(
        `<sdf version="1.9"><model name="old">${link}<plugin name="joint-state-publisher" filename=""><joint_name>${escaped(text)}</joint_name></plugin></model></sdf>`,
      ),
      { service: "command", request: { edits: [{ rename: { entity: { name: "old" }, name: "new" } }] } },
      { service: "remove", request: { name: "new", type: "MODEL" } },
    ],
  },
];
