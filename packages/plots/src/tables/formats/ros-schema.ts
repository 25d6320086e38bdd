import type { FieldShape, FieldTypes } from "../fields/field-types.ts";
import { TableError } from "../table-error.ts";

/** A field of a ROS message. */
export interface RosField {
  readonly name: string;
  /** A primitive, or the full name of a message as in "geometry_msgs/Pose". */
  readonly type: string;
  readonly many: "one" | "fixed" | "sequence";
  /** Number of elements, if it is fixed. */
  readonly length: number;
}

/** Bytes of a primitive; texts have none. */
export const PRIMITIVES: ReadonlyMap<string, number> = new Map([
  ["bool", 1],
  ["byte", 1],
  ["char", 1],
  ["int8", 1],
  ["uint8", 1],
  ["int16", 2],
  ["uint16", 2],
  ["int32", 4],
  ["uint32", 4],
  ["float32", 4],
  ["int64", 8],
  ["uint64", 8],
  ["float64", 8],
  ["string", 0],
  ["wstring", 0],
]);

const MAX_FIELDS = 50_000;

/** The types that a ROS schema declares: of a message, and of those that it contains. */
export class RosTypes implements FieldTypes {
  readonly root: string;
  readonly #types: ReadonlyMap<string, readonly RosField[]>;

  /** Reads the text of a message definition with its dependencies. Throws a TableError that says where it is wrong. */
  constructor(name: string, text: string) {
    this.root = plainName(name);
    this.#types = parse(this.root, text);
  }

  /** Returns the fields as they are stored one after the other. */
  declared(type: string): readonly RosField[] {
    return this.#types.get(type) ?? [];
  }

  fieldsOf(type: string): readonly FieldShape[] {
    return this.declared(type).map(({ name, type, many }) => ({
      name,
      type,
      holds: !PRIMITIVES.has(type) ? "message" : PRIMITIVES.get(type) === 0 ? "text" : "number",
      many: many === "one" ? "one" : "list",
    }));
  }
}

function parse(root: string, text: string): Map<string, readonly RosField[]> {
  const types = new Map<string, RosField[]>();
  let name: string | undefined = root;
  let count = 0;
  for (const [i, line] of text.split("\n").entries()) {
    const trimmed = line.trim();
    if (/^={3,}$/.test(trimmed)) {
      name = undefined;
      continue;
    }
    if (name === undefined) {
      if (trimmed.startsWith("MSG:")) name = plainName(trimmed.slice(4).trim());
      continue;
    }
    let fields = types.get(name);
    if (fields === undefined) types.set(name, (fields = []));
    const field = fieldOf(trimmed, root, i + 1);
    if (field !== undefined) fields.push(field);
    if (count++ > MAX_FIELDS) throw new TableError(`the schema of ${root} is too long`);
  }
  if (!types.has(root)) types.set(root, []);
  return resolved(types, root);
}

/** Reads a line: `float64[<=3] name 1.5`. Returns undefined for constants and comments. */
function fieldOf(line: string, root: string, number: number): RosField | undefined {
  const code = line.split("#", 1)[0]!.trim();
  if (code === "") return undefined;
  const match = /^([A-Za-z][\w/]*)(?:<=\d+)?(?:\[(<=)?(\d*)\])?[ \t]+([A-Za-z_]\w*)[ \t]*(=?)/.exec(code);
  if (match === null) throw new TableError(`the schema of ${root} is wrong in line ${number}: ${JSON.stringify(code)}`);
  const [whole, type, bound, length, name, constant] = match;
  if (constant === "=") return undefined;
  const isFixed = bound === undefined && length !== undefined && length !== "";
  const many = length === undefined || !whole.includes("[") ? "one" : isFixed ? "fixed" : "sequence";
  return { name: name!, type: type!, many, length: isFixed ? Number(length) : 0 };
}

/** Replaces short names of types by full ones. */
function resolved(types: ReadonlyMap<string, readonly RosField[]>, root: string): Map<string, readonly RosField[]> {
  const all = new Map(types);
  for (const [name, fields] of TIMES) if (!all.has(name)) all.set(name, fields);
  const short = new Map([...all.keys()].reverse().map((name) => [name.slice(name.lastIndexOf("/") + 1), name]));
  const full = (type: string, owner: string): string => {
    const known = [plainName(type), `${owner.slice(0, owner.lastIndexOf("/"))}/${type}`].find((name) => all.has(name));
    const found = known ?? SPECIAL.get(type) ?? (type.includes("/") ? undefined : short.get(type));
    if (found === undefined) throw new TableError(`the schema of ${root} lacks the type ${type}`);
    return found;
  };
  return new Map(
    [...all].map(([owner, fields]) => [
      owner,
      fields.map((field) => (PRIMITIVES.has(field.type) ? field : { ...field, type: full(field.type, owner) })),
    ]),
  );
}

/** Types that ROS knows without a package; schemas often leave out their definitions. */
const SPECIAL = new Map([
  ["time", "builtin_interfaces/Time"],
  ["duration", "builtin_interfaces/Duration"],
]);

const TIMES: readonly (readonly [string, readonly RosField[]])[] = ["Time", "Duration"].map((name) => [
  `builtin_interfaces/${name}`,
  [
    { name: "sec", type: "int32", many: "one", length: 0 },
    { name: "nanosec", type: "uint32", many: "one", length: 0 },
  ],
]);

/** Returns a type's name as ROS 1 writes it: "pkg/Name" for "pkg/msg/Name". */
function plainName(name: string): string {
  return name.replace(/\/msg\//, "/");
}
