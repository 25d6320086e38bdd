import { BufferAttribute, BufferGeometry, Matrix4, Mesh, ShaderMaterial, Vector3, type Camera } from "three";
import type { Rgb } from "../surfaces.ts";

/** The background: from the haze at the horizon up to the top of the sky. */
export class Sky implements Disposable {
  readonly mesh: Mesh<BufferGeometry, ShaderMaterial>;

  constructor() {
    const geometry = new BufferGeometry();
    // One triangle, larger than the screen.
    geometry.setAttribute("position", new BufferAttribute(new Float32Array([-1, -1, 1, 3, -1, 1, -1, 3, 1]), 3));
    const material = new ShaderMaterial({
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      depthTest: false,
      depthWrite: false,
      toneMapped: false,
      fog: false,
      uniforms: {
        toWorld: { value: new Matrix4() },
        eye: { value: new Vector3() },
        horizon: { value: new Vector3() },
        top: { value: new Vector3() },
        isFlat: { value: 0 },
      },
    });
    this.mesh = new Mesh(geometry, material);
    this.mesh.name = "sky";
    this.mesh.renderOrder = -1000;
    this.mesh.frustumCulled = false;
    this.mesh.matrixAutoUpdate = false;
  }

  setColours(horizon: Rgb, top: Rgb): void {
    const { uniforms } = this.mesh.material;
    (uniforms["horizon"]!.value as Vector3).set(horizon.r, horizon.g, horizon.b);
    (uniforms["top"]!.value as Vector3).set(top.r, top.g, top.b);
  }

  /**
   * Follows the camera. With `isFlat`, all rays are parallel and would show a single direction, so the sky moves with
   * the screen instead.
   */
  follow(camera: Camera, isFlat: boolean): void {
    const { uniforms } = this.mesh.material;
    const toWorld = uniforms["toWorld"]!.value as Matrix4;
    toWorld.multiplyMatrices(camera.matrixWorld, camera.projectionMatrixInverse);
    (uniforms["eye"]!.value as Vector3).setFromMatrixPosition(camera.matrixWorld);
    uniforms["isFlat"]!.value = isFlat ? 1 : 0;
  }

  [Symbol.dispose](): void {
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
  }
}

const VERTEX = `
varying vec2 place;
void main() {
  place = position.xy;
  gl_Position = vec4(position.xy, 1.0, 1.0);
}`;

const FRAGMENT = `
varying vec2 place;
uniform mat4 toWorld;
uniform vec3 eye, horizon, top;
uniform float isFlat;
// Half a step of 8 bits; without it, the slow gradient shows as bands.
float grain(vec2 at) { return fract(sin(dot(at, vec2(12.9898, 78.233))) * 43758.5453) - 0.5; }
void main() {
  vec4 far = toWorld * vec4(place, 1.0, 1.0);
  float up = mix(normalize(far.xyz / far.w - eye).z, place.y * 0.5, isFlat);
  float share = pow(clamp(up, 0.0, 1.0), 0.55);
  gl_FragColor = vec4(mix(horizon, top, share) + grain(gl_FragCoord.xy) / 255.0, 1.0);
}`;
