import { ROLES, type Deed, type Namespaces, type Role } from "@orrery/sim/front";

/** Why a role does not allow something; `undefined` when it does. In the namespace of a world, the same rules hold as for plain names. */
export function refusal(role: Role, deed: Deed, namespaces: Namespaces): string | undefined {
  const needed = roleFor(deed, namespaces);
  if (ROLES.indexOf(role) >= ROLES.indexOf(needed)) return undefined;
  return `${wordsFor(deed)} needs the role ${needed}; yours is ${role}`;
}

/** What a role allows, in the words of orrery.msgs.Session. */
export function permissions(role: Role): string[] {
  switch (role) {
    case "viewer":
      return ["view"];
    case "operator":
      return ["view", "control", "edit"];
    case "admin":
      return ["view", "control", "edit", "administer"];
    default:
      return role satisfies never;
  }
}

export function isRole(text: string): text is Role {
  return (ROLES as readonly string[]).includes(text);
}

/** What nobody has listed may change the world: third parties' services are for operators. */
function roleFor(deed: Deed, namespaces: Namespaces): Role {
  if (deed.kind !== "ask") return "operator";
  const service = namespaces.inner(deed.service);
  if (FOR_VIEWERS.some((pattern) => pattern.test(service))) return "viewer";
  return FOR_ADMINS.some((pattern) => pattern.test(service)) ? "admin" : "operator";
}

/** Services that change nothing but what the asker sees. */
const FOR_VIEWERS = [
  /^\/orrery\/(topics|services|schemas|session|presence|log|worlds|models|models\/sdf)$/,
  /^\/gazebo\/worlds$/,
  /^\/world\/[^/]+\/(systems|systems\/available|system\/info|pose\/info|history\/info|scene\/(info|graph)|state|state_async|stream|generate_world_sdf)$/,
  /^\/introspection\/[^/]+\/(items|set_filter|remove_filter|get_filter)$/,
];

/** Services that decide what code runs, what is remembered for everybody, where files come from, and whether the server runs. */
const FOR_ADMINS = [
  /^\/world\/[^/]+\/history\/settings$/,
  /^\/world\/[^/]+\/entity\/system\/(add|remove)$/,
  /^\/server_control$/,
  /^\/gazebo\/resource_paths\//,
  /^\/orrery\/server\//,
];

function wordsFor(deed: Deed): string {
  switch (deed.kind) {
    case "ask":
      return `to ask "${deed.service}"`;
    case "publish":
      return `to publish on "${deed.topic}"`;
    case "offer":
      return `to offer the service "${deed.service}"`;
    default:
      return deed satisfies never;
  }
}
