import {
  AdditiveBlending,
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  InstancedMesh,
  Mesh,
  MeshBasicMaterial,
  OrthographicCamera,
  Scene,
  ShaderMaterial,
  Vector2,
  Vector3,
  WebGLRenderTarget,
  type Camera,
  type WebGLRenderer,
} from "three";
import type { Batch } from "./batch.ts";
import type { Rgb } from "./surfaces.ts";
import type { Placed } from "./visual-layer.ts";

/** Lines around what is chosen, and a thin one around what the pointer is over: from a picture of just these. */
export class Outlines {
  readonly #masks = new Scene();
  readonly #target = new WebGLRenderTarget(1, 1, { samples: 4, depthBuffer: false });
  readonly #chosen = new MeshBasicMaterial({ ...MASK, color: 0xff0000 });
  readonly #hovered = new MeshBasicMaterial({ ...MASK, color: 0x00ff00 });
  readonly #screen = new Scene();
  readonly #camera = new OrthographicCamera();
  readonly #triangle = new BufferGeometry();
  readonly #edges: ShaderMaterial;
  #copies: readonly Copy[] = [];

  constructor() {
    const corners = new Float32Array([-1, -1, 0, 3, -1, 0, -1, 3, 0]);
    this.#triangle.setAttribute("position", new BufferAttribute(corners, 3));
    this.#edges = new ShaderMaterial({
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      transparent: true,
      depthTest: false,
      depthWrite: false,
      toneMapped: false,
      uniforms: {
        mask: { value: this.#target.texture },
        pixel: { value: new Vector2() },
        width: { value: new Vector2(2, 1) },
        colour: { value: new Vector3() },
      },
    });
    const mesh = new Mesh(this.#triangle, this.#edges);
    mesh.frustumCulled = false;
    this.#screen.add(mesh);
  }

  get isEmpty(): boolean {
    return this.#copies.length === 0;
  }

  setColour({ r, g, b }: Rgb): void {
    (this.#edges.uniforms["colour"]!.value as Vector3).set(r, g, b);
  }

  show(chosen: readonly Placed[], hovered: readonly Placed[]): void {
    for (const { mesh } of this.#copies) {
      this.#masks.remove(mesh);
      mesh.dispose();
    }
    this.#copies = [...this.#copy(chosen, this.#chosen), ...this.#copy(hovered, this.#hovered)];
  }

  /** Over the picture that the renderer has just made. */
  render(renderer: WebGLRenderer, camera: Camera): void {
    if (this.isEmpty) return;
    for (const copy of this.#copies) follow(copy);
    const size = renderer.getDrawingBufferSize(SIZE);
    if (this.#target.width !== size.x || this.#target.height !== size.y) this.#target.setSize(size.x, size.y);
    const { uniforms } = this.#edges;
    (uniforms["pixel"]!.value as Vector2).set(1 / size.x, 1 / size.y);
    const ratio = renderer.getPixelRatio();
    (uniforms["width"]!.value as Vector2).set(2 * ratio, 1.1 * ratio);
    renderer.setRenderTarget(this.#target);
    renderer.setClearColor(0x000000, 0);
    renderer.clear();
    renderer.render(this.#masks, camera);
    renderer.setRenderTarget(null);
    const { autoClear } = renderer;
    renderer.autoClear = false;
    renderer.render(this.#screen, this.#camera);
    renderer.autoClear = autoClear;
  }

  dispose(): void {
    this.show([], []);
    this.#target.dispose();
    this.#chosen.dispose();
    this.#hovered.dispose();
    this.#edges.dispose();
    this.#triangle.dispose();
  }

  #copy(placed: readonly Placed[], material: MeshBasicMaterial): Copy[] {
    const byBatch = new Map<Batch, Placed[]>();
    for (const one of placed) {
      const list = byBatch.get(one.batch);
      if (list === undefined) byBatch.set(one.batch, [one]);
      else list.push(one);
    }
    return [...byBatch].map(([batch, list]) => {
      const mesh = new InstancedMesh(batch.mesh.geometry, material, list.length);
      mesh.frustumCulled = false;
      mesh.matrixAutoUpdate = false;
      this.#masks.add(mesh);
      return { mesh, batch, placed: list };
    });
  }
}

interface Copy {
  readonly mesh: InstancedMesh;
  readonly batch: Batch;
  readonly placed: readonly Placed[];
}

function follow({ mesh, batch, placed }: Copy): void {
  const from = batch.mesh.instanceMatrix.array as Float32Array;
  const to = mesh.instanceMatrix.array as Float32Array;
  for (let i = 0; i < placed.length; i++) {
    const slot = batch.slotOf(placed[i]!.shape);
    if (slot >= 0) for (let k = 0; k < 16; k++) to[i * 16 + k] = from[slot * 16 + k]!;
    else to.fill(0, i * 16, i * 16 + 16);
  }
  mesh.instanceMatrix.needsUpdate = true;
}

const MASK = {
  blending: AdditiveBlending,
  side: DoubleSide,
  depthTest: false,
  depthWrite: false,
  toneMapped: false,
  fog: false,
  transparent: true,
} as const;
const SIZE = new Vector2();

const VERTEX = `
varying vec2 place;
void main() {
  place = position.xy * 0.5 + 0.5;
  gl_Position = vec4(position.xy, 0.0, 1.0);
}`;

const FRAGMENT = `
varying vec2 place;
uniform sampler2D mask;
uniform vec2 pixel, width;
uniform vec3 colour;
void main() {
  vec2 here = min(texture2D(mask, place).rg, 1.0);
  vec2 around = vec2(0.0);
  for (int i = 0; i < 12; i++) {
    float angle = float(i) * 0.5235988;
    vec2 way = vec2(cos(angle), sin(angle)) * pixel;
    around.x = max(around.x, texture2D(mask, place + way * width.x).r);
    around.y = max(around.y, texture2D(mask, place + way * width.y).g);
  }
  vec2 edge = clamp(min(around, 1.0) - here, 0.0, 1.0);
  float alpha = max(edge.x, edge.y * 0.75);
  // What is chosen also gets a breath of the colour.
  alpha = max(alpha, here.r * 0.06);
  gl_FragColor = vec4(colour, alpha);
}`;
