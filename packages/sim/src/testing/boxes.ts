/** SDF of a static model with a plane. */
export const ground = `<model name="ground"><static>true</static><link name="link">
  <collision name="c"><geometry><plane><normal>0 0 1</normal></plane></geometry></collision></link></model>`;

/** Returns the SDF of a box of 1 kg and 0.4 m, which lies on the ground by default. */
export function box(name: string, pose = "0 0 0.2 0 0 0"): string {
  return `<model name="${name}"><pose>${pose}</pose><link name="link"><inertial><mass>1</mass></inertial>
    <collision name="c"><geometry><box><size>0.4 0.4 0.4</size></box></geometry></collision></link></model>`;
}

/** The ground with boxes a, b and c in a row, a centimetre apart. */
export const threeBoxes =
  ground + box("a", "0 0 0.2 0 0 0") + box("b", "0.41 0 0.2 0 0 0") + box("c", "0.82 0 0.2 0 0 0");
