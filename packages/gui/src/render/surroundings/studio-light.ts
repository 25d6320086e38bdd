import {
  BackSide,
  Mesh,
  MeshBasicMaterial,
  PMREMGenerator,
  Scene,
  SphereGeometry,
  PlaneGeometry,
  type WebGLRenderer,
  type WebGLRenderTarget,
} from "three";

/** Makes the reflections on shiny surfaces: a bright room with windows above, z up. */
export function studioLight(renderer: WebGLRenderer): WebGLRenderTarget {
  const room = new Scene();
  const wall = new Mesh(new SphereGeometry(10, 24, 16), new MeshBasicMaterial({ color: 0xa0a6ae, side: BackSide }));
  const floor = new Mesh(new PlaneGeometry(20, 20), new MeshBasicMaterial({ color: 0x6e6a64 }));
  floor.position.z = -3;
  room.add(wall, floor);
  for (const [x, y, z, size, light] of WINDOWS) {
    const material = new MeshBasicMaterial();
    material.color.setScalar(light);
    const pane = new Mesh(new PlaneGeometry(size, size * 0.6), material);
    pane.position.set(x, y, z);
    pane.lookAt(0, 0, 0);
    room.add(pane);
  }
  const generator = new PMREMGenerator(renderer);
  const target = generator.fromScene(room, 0.04, 0.1, 50);
  generator.dispose();
  room.traverse((object) => {
    if (!(object instanceof Mesh)) return;
    (object.geometry as PlaneGeometry).dispose();
    (object.material as MeshBasicMaterial).dispose();
  });
  return target;
}

const WINDOWS: readonly (readonly [x: number, y: number, z: number, size: number, light: number])[] = [
  [0, 0, 8, 7, 9],
  [7, -3, 4, 4, 6],
  [-6, 4, 4, 4, 4],
  [-3, -7, 2, 3, 3],
];
