import { Mesh, PlaneGeometry, ShaderMaterial, Vector3 } from "three";
import type { Rgb } from "../surfaces.ts";
import type { ThemeColours } from "../theme-colours.ts";

/** Endless lines on the ground, 1 m and 10 m apart; they fade out where they would become a blur. */
export class Grid implements Disposable {
  readonly mesh: Mesh<PlaneGeometry, ShaderMaterial>;

  constructor() {
    const material = new ShaderMaterial({
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      transparent: true,
      depthWrite: false,
      toneMapped: false,
      // It coincides with the ground, which in most worlds is at z = 0.
      polygonOffset: true,
      polygonOffsetFactor: -2,
      polygonOffsetUnits: -8,
      uniforms: {
        line: { value: new Vector3() },
        xAxis: { value: new Vector3() },
        yAxis: { value: new Vector3() },
        eye: { value: new Vector3() },
        reach: { value: 50 },
        strength: { value: 0.5 },
      },
    });
    // Divided into pieces: for a large triangle that extends behind the eye, software renderers get the depth near the
    // eye wrong.
    this.mesh = new Mesh(new PlaneGeometry(2, 2, PIECES, PIECES), material);
    this.mesh.name = "grid";
    this.mesh.renderOrder = 1;
    this.mesh.frustumCulled = false;
  }

  setColours({ gridLine, axisX, axisY, isLight }: ThemeColours): void {
    const { uniforms } = this.mesh.material;
    copy(uniforms["line"]!.value as Vector3, gridLine);
    copy(uniforms["xAxis"]!.value as Vector3, axisX);
    copy(uniforms["yAxis"]!.value as Vector3, axisY);
    uniforms["strength"]!.value = isLight ? 0.55 : 0.5;
  }

  /** Moves the grid along with the eye; lines are visible up to `reach` metres away. */
  follow(eye: Vector3, reach: number): void {
    const { uniforms } = this.mesh.material;
    (uniforms["eye"]!.value as Vector3).copy(eye);
    uniforms["reach"]!.value = reach;
    this.mesh.position.set(eye.x, eye.y, 0);
    this.mesh.scale.set(reach, reach, 1);
  }

  [Symbol.dispose](): void {
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
  }
}

/** Number of pieces along each side. */
export const PIECES = 48;

function copy(to: Vector3, { r, g, b }: Rgb): void {
  to.set(r, g, b);
}

const VERTEX = `
varying vec3 place;
void main() {
  vec4 at = modelMatrix * vec4(position, 1.0);
  place = at.xyz;
  gl_Position = projectionMatrix * viewMatrix * at;
}`;

const FRAGMENT = `
varying vec3 place;
uniform vec3 line, xAxis, yAxis, eye;
uniform float reach, strength;

// The share of this pixel covered by lines a step apart; reduced where lines are too close together.
float lines(vec2 at, float step, float width) {
  vec2 cell = at / step;
  vec2 size = max(fwidth(cell), 1e-6);
  vec2 distance = abs(fract(cell - 0.5) - 0.5) / size;
  vec2 cover = clamp(width * 0.5 + 0.5 - distance, 0.0, 1.0);
  vec2 dense = 1.0 - smoothstep(0.12, 0.5, size);
  return max(cover.x * dense.x, cover.y * dense.y);
}

float axis(float at, float width) {
  return clamp(width * 0.5 + 0.5 - abs(at) / max(fwidth(at), 1e-6), 0.0, 1.0);
}

void main() {
  float away = length(place.xy - eye.xy) / reach;
  float fade = pow(clamp(1.0 - away, 0.0, 1.0), 1.6);
  float one = lines(place.xy, 1.0, 1.0) * 0.38;
  float ten = lines(place.xy, 10.0, 1.0) * 0.85;
  float hundred = lines(place.xy, 100.0, 1.0);
  float alpha = max(one, max(ten, hundred)) * strength;
  vec3 colour = line;
  float x = axis(place.y, 1.3);
  float y = axis(place.x, 1.3);
  if (x > 0.0) { colour = mix(colour, xAxis, x); alpha = max(alpha, x * 0.75); }
  if (y > 0.0) { colour = mix(colour, yAxis, y); alpha = max(alpha, y * 0.75); }
  gl_FragColor = vec4(colour, alpha * fade);
  if (gl_FragColor.a < 0.004) discard;
}`;
