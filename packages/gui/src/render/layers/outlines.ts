import {
  AdditiveBlending,
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  InstancedMesh,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  OrthographicCamera,
  Scene,
  ShaderMaterial,
  Vector2,
  Vector3,
  WebGLRenderTarget,
  type Camera,
  type InstancedBufferAttribute,
  type WebGLRenderer,
} from "three";
import type { Batch } from "../batch.ts";
import type { Rgb } from "../surfaces.ts";
import type { Placed } from "./visual-layer.ts";

/**
 * Draws outlines around the selection, and a thin one around what the pointer is over, from a separate picture of these
 * shapes.
 */
export class Outlines implements Disposable {
  readonly #masks = new Scene();
  readonly #fine = new WebGLRenderTarget(1, 1, { samples: 4, depthBuffer: false });
  /** Used for many shapes: half the width and height, so that they cost about as much as a few. */
  readonly #coarse = new WebGLRenderTarget(1, 1, { samples: 0, depthBuffer: false });
  readonly #chosen = new MeshBasicMaterial({ ...MASK, color: 0xff0000 });
  readonly #hovered = new MeshBasicMaterial({ ...MASK, color: 0x00ff00 });
  readonly #screen = new Scene();
  readonly #camera = new OrthographicCamera();
  readonly #triangle = new BufferGeometry();
  readonly #edges: ShaderMaterial;
  #copies: readonly Copy[] = [];
  #isMany = false;
  #copied = 0;

  constructor() {
    const corners = new Float32Array([-1, -1, 0, 3, -1, 0, -1, 3, 0]);
    this.#triangle.setAttribute("position", new BufferAttribute(corners, 3));
    // Shapes have normals too; without them, the programs compiled beforehand would differ from those used.
    this.#triangle.setAttribute("normal", new BufferAttribute(new Float32Array([0, 0, 1, 0, 0, 1, 0, 0, 1]), 3));
    this.#edges = new ShaderMaterial({
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      transparent: true,
      depthTest: false,
      depthWrite: false,
      toneMapped: false,
      uniforms: {
        mask: { value: this.#fine.texture },
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

  /** Number of matrices copied so far, for measuring the cost. */
  get copied(): number {
    return this.#copied;
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
    this.#isMany = chosen.length + hovered.length > MANY;
  }

  /** Draws over the picture that the renderer has just drawn. */
  render(renderer: WebGLRenderer, camera: Camera): void {
    if (this.isEmpty) return;
    for (const copy of this.#copies) if (follow(copy)) this.#copied += copy.placed.length;
    this.#draw(renderer, camera);
  }

  #draw(renderer: WebGLRenderer, camera: Camera): void {
    const size = renderer.getDrawingBufferSize(SIZE);
    const target = this.#isMany ? this.#coarse : this.#fine;
    if (this.#isMany) size.multiplyScalar(0.5).ceil();
    if (target.width !== size.x || target.height !== size.y) target.setSize(size.x, size.y);
    const { uniforms } = this.#edges;
    uniforms["mask"]!.value = target.texture;
    (uniforms["pixel"]!.value as Vector2).set(1 / size.x, 1 / size.y);
    const ratio = renderer.getPixelRatio() * (this.#isMany ? 0.5 : 1);
    (uniforms["width"]!.value as Vector2).set(2 * ratio, 1.1 * ratio);
    renderer.setRenderTarget(target);
    renderer.setClearColor(0x000000, 0);
    renderer.clear();
    renderer.render(this.#masks, camera);
    renderer.setRenderTarget(null);
    const { autoClear } = renderer;
    renderer.autoClear = false;
    renderer.render(this.#screen, this.#camera);
    renderer.autoClear = autoClear;
  }

  /**
   * Lets the graphics card compile its programs now; otherwise the first selection would wait for them. Call `warm`
   * afterwards.
   */
  async prepare(renderer: WebGLRenderer, camera: Camera): Promise<void> {
    const masks = new Scene().add(this.#nothing());
    renderer.setRenderTarget(this.#fine);
    const made = renderer.compileAsync(masks, camera);
    renderer.setRenderTarget(null);
    await Promise.all([made, renderer.compileAsync(this.#screen, this.#camera)]);
  }

  /** Draws nothing with the compiled programs, so that the costs of their first use are paid in advance. */
  warm(renderer: WebGLRenderer, camera: Camera): void {
    if (!this.isEmpty) return;
    const mesh = this.#nothing();
    this.#masks.add(mesh);
    this.#draw(renderer, camera);
    this.#masks.remove(mesh);
    mesh.dispose();
  }

  [Symbol.dispose](): void {
    this.show([], []);
    this.#fine.dispose();
    this.#coarse.dispose();
    this.#chosen.dispose();
    this.#hovered.dispose();
    this.#edges.dispose();
    this.#triangle.dispose();
  }

  /** Makes a shape of size zero. */
  #nothing(): InstancedMesh {
    const mesh = new InstancedMesh(this.#triangle, this.#chosen, 1);
    mesh.setMatrixAt(0, new Matrix4().makeScale(0, 0, 0));
    mesh.frustumCulled = false;
    return mesh;
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
      return { mesh, batch, placed: list, seen: undefined, version: 0 };
    });
  }
}

interface Copy {
  readonly mesh: InstancedMesh;
  readonly batch: Batch;
  readonly placed: readonly Placed[];
  /** The matrices of the batch that were copied last, and their version. */
  seen: InstancedBufferAttribute | undefined;
  version: number;
}

/** Copies the matrices of the shapes if they have changed: turning the camera copies nothing. */
export function follow(copy: Copy): boolean {
  const { mesh, batch, placed } = copy;
  const { instanceMatrix } = batch.mesh;
  if (copy.seen === instanceMatrix && copy.version === instanceMatrix.version) return false;
  copy.seen = instanceMatrix;
  copy.version = instanceMatrix.version;
  const from = batch.mesh.instanceMatrix.array as Float32Array;
  const to = mesh.instanceMatrix.array as Float32Array;
  for (let i = 0; i < placed.length; i++) {
    const slot = batch.slotOf(placed[i]!.shape);
    if (slot >= 0) for (let k = 0; k < 16; k++) to[i * 16 + k] = from[slot * 16 + k]!;
    else to.fill(0, i * 16, i * 16 + 16);
  }
  mesh.instanceMatrix.needsUpdate = true;
  return true;
}

/** With more shapes than this, outlines are drawn at a lower resolution. */
const MANY = 300;

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
  // The selection is also tinted slightly.
  alpha = max(alpha, here.r * 0.06);
  gl_FragColor = vec4(colour, alpha);
}`;
