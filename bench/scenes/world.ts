const ground = `<model name="ground"><static>true</static><link name="link"><collision name="c">
  <geometry><plane><normal>0 0 1</normal></plane></geometry></collision></link></model>`;

/** A world with a floor and these models; 1 ms steps. */
export function worldOf(models: string): string {
  return `<sdf version="1.9"><world name="bench">${ground}${models}</world></sdf>`;
}

/** Boxes of half a metre, apart from each other, dropped from a hand's breadth so that they stay awake for a while. */
export function boxes(count: number): string {
  const side = Math.ceil(Math.sqrt(count));
  return Array.from({ length: count }, (_, i) => {
    const [x, y] = [i % side, Math.floor(i / side)];
    return `<model name="box${i}"><pose>${x} ${y} 0.3 0 0 0</pose><link name="link">
      <inertial><mass>1</mass><inertia><ixx>0.04</ixx><iyy>0.04</iyy><izz>0.04</izz></inertia></inertial>
      <collision name="c"><geometry><box><size>0.5 0.5 0.5</size></box></geometry></collision></link></model>`;
  }).join("");
}
