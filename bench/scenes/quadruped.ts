/** Returns robots of 13 links and 12 hinges, as SDF models; they stand on legs of two segments. */
export function quadrupeds(count: number): string {
  const side = Math.ceil(Math.sqrt(count));
  return Array.from({ length: count }, (_, i) => quadruped(`dog${i}`, 2 * (i % side), 2 * Math.floor(i / side))).join(
    "",
  );
}

function quadruped(name: string, x: number, y: number): string {
  const legs = [
    ["fl", 0.2, 0.12],
    ["fr", 0.2, -0.12],
    ["rl", -0.2, 0.12],
    ["rr", -0.2, -0.12],
  ] as const;
  return `<model name="${name}"><pose>${x} ${y} 0.36 0 0 0</pose>
    ${link("body", "0 0 0", 6, "0.5 0.2 0.1")}
    ${legs.map(([leg, dx, dy]) => legOf(leg, dx, dy)).join("")}
  </model>`;
}

function legOf(leg: string, x: number, y: number): string {
  const out = y > 0 ? 0.04 : -0.04;
  return `
    ${link(`${leg}_hip`, `${x} ${y} 0`, 0.4, "0.06 0.04 0.06")}
    ${joint(`${leg}_hip_joint`, "body", `${leg}_hip`, "1 0 0", "0 0 0")}
    ${link(`${leg}_thigh`, `${x} ${y + out} -0.08`, 0.5, "0.04 0.03 0.16")}
    ${joint(`${leg}_thigh_joint`, `${leg}_hip`, `${leg}_thigh`, "0 1 0", "0 0 0.08")}
    ${link(`${leg}_shank`, `${x} ${y + out} -0.24`, 0.3, "0.03 0.03 0.16")}
    ${joint(`${leg}_shank_joint`, `${leg}_thigh`, `${leg}_shank`, "0 1 0", "0 0 0.08")}`;
}

function link(name: string, position: string, mass: number, size: string): string {
  const [a = 0, b = 0, c = 0] = size.split(" ").map(Number);
  const k = mass / 12;
  return `<link name="${name}"><pose>${position} 0 0 0</pose>
    <inertial><mass>${mass}</mass><inertia><ixx>${k * (b * b + c * c)}</ixx><iyy>${k * (a * a + c * c)}</iyy><izz>${k * (a * a + b * b)}</izz></inertia></inertial>
    <collision name="c"><geometry><box><size>${size}</size></box></geometry></collision></link>`;
}

function joint(name: string, parent: string, child: string, axis: string, position: string): string {
  return `<joint name="${name}" type="revolute"><parent>${parent}</parent><child>${child}</child><pose>${position} 0 0 0</pose>
    <axis><xyz>${axis}</xyz><limit><lower>-2</lower><upper>2</upper></limit></axis></joint>`;
}
