import type { EngineName } from "@orrery/sim/host";

const ground = `<model name="ground"><static>true</static><link name="link"><collision name="c">
  <geometry><plane><normal>0 0 1</normal></plane></geometry></collision></link></model>`;

/** Returns a world for one engine with a floor and these models; 1 ms steps. */
export function worldOf(engine: EngineName, models: string): string {
  return `<sdf version="1.9"><world name="bench"><physics type="${engine}"/>${ground}${models}</world></sdf>`;
}

/**
 * Returns boxes of half a metre, apart from each other, dropped from a small height so that they stay awake for a
 * while.
 */
export function boxes(count: number): string {
  const side = Math.ceil(Math.sqrt(count));
  return Array.from({ length: count }, (_, i) => {
    const [x, y] = [i % side, Math.floor(i / side)];
    return `<model name="box${i}"><pose>${x} ${y} 0.3 0 0 0</pose><link name="link">
      <inertial><mass>1</mass><inertia><ixx>0.04</ixx><iyy>0.04</iyy><izz>0.04</izz></inertia></inertial>
      <collision name="c"><geometry><box><size>0.5 0.5 0.5</size></box></geometry></collision></link></model>`;
  }).join("");
}

/** Returns boxes, balls and cylinders in five layers above each other, so that they fall into one heap. */
export function heap(count: number): string {
  const side = Math.ceil(Math.sqrt(count / 5));
  return Array.from({ length: count }, (_, i) => {
    const layer = Math.floor(i / (side * side));
    const place = i % (side * side);
    // Shifted slightly from layer to layer, so that nothing balances on its point forever.
    const [x, y] = [0.55 * (place % side) + 0.11 * layer, 0.55 * Math.floor(place / side) + 0.07 * layer];
    return `<model name="shape${i}"><pose>${x} ${y} ${0.4 + 0.6 * layer} 0.1 0.2 0</pose><link name="link">
      <inertial><mass>1</mass><inertia><ixx>0.03</ixx><iyy>0.03</iyy><izz>0.03</izz></inertia></inertial>
      <collision name="c"><geometry>${solids[i % 3]}</geometry></collision></link></model>`;
  }).join("");
}

const solids = [
  "<box><size>0.4 0.4 0.4</size></box>",
  "<sphere><radius>0.2</radius></sphere>",
  "<cylinder><radius>0.2</radius><length>0.4</length></cylinder>",
];
