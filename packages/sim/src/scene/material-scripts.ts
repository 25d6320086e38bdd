import type { Color } from "./color.ts";
import type { Material } from "./geometry.ts";

/**
 * Returns a material as it is drawn: if it has no colours of its own, it has those of its script, if that is one of
 * Gazebo's.
 */
export function coloredByScript(material: Material): Material {
  const { script, ambient, diffuse } = material;
  if (script === undefined || [ambient, diffuse].some(({ r, g, b }) => r > 0 || g > 0 || b > 0)) return material;
  return { ...material, ...scriptColors(script) };
}

/**
 * Returns the colours of a material script. One with a picture gets roughly its mean colour, because the pictures do
 * not come with Orrery.
 */
function scriptColors(name: string): Pick<Material, "ambient" | "diffuse" | "specular" | "emissive"> | undefined {
  const glow = /^(Gazebo\/.+)Glow$/.exec(name)?.[1];
  const clear = /^(Gazebo\/.+)Transparent(?:Overlay)?$/.exec(name)?.[1];
  const found = Object.hasOwn(SCRIPTS, glow ?? clear ?? name) ? SCRIPTS[glow ?? clear ?? name] : undefined;
  if (found === undefined) return undefined;
  const [diffuse, ambient = diffuse, specular = DULL] = found;
  return {
    ambient: color(ambient, 1),
    diffuse: color(diffuse, clear === undefined ? 1 : 0.5),
    specular: color(specular, 1),
    emissive: color(glow === undefined ? BLACK : diffuse, 1),
  };
}

type Rgb = readonly [r: number, g: number, b: number];

const DULL: Rgb = [0.1, 0.1, 0.1];
const BLACK: Rgb = [0, 0, 0];

/** Diffuse, ambient and specular; ambient equals diffuse if left out. */
const SCRIPTS: Readonly<Record<string, readonly [diffuse: Rgb, ambient?: Rgb, specular?: Rgb]>> = {
  "Gazebo/Grey": [
    [0.7, 0.7, 0.7],
    [0.3, 0.3, 0.3],
    [0.01, 0.01, 0.01],
  ],
  "Gazebo/Gray": [
    [0.7, 0.7, 0.7],
    [0.3, 0.3, 0.3],
    [0.01, 0.01, 0.01],
  ],
  "Gazebo/DarkGrey": [[0.175, 0.175, 0.175]],
  "Gazebo/DarkGray": [[0.175, 0.175, 0.175]],
  "Gazebo/White": [[1, 1, 1]],
  "Gazebo/FlatBlack": [
    [0.1, 0.1, 0.1],
    [0.1, 0.1, 0.1],
    [0.01, 0.01, 0.01],
  ],
  "Gazebo/Black": [[0, 0, 0]],
  "Gazebo/Red": [[1, 0, 0]],
  "Gazebo/RedBright": [[0.87, 0.26, 0.07]],
  "Gazebo/Green": [[0, 1, 0]],
  "Gazebo/Blue": [[0, 0, 1]],
  "Gazebo/SkyBlue": [[0.13, 0.44, 0.7]],
  "Gazebo/Yellow": [
    [1, 1, 0],
    [1, 1, 0],
    [0, 0, 0],
  ],
  "Gazebo/ZincYellow": [[0.9725, 0.9529, 0.2078]],
  "Gazebo/DarkYellow": [[0.7, 0.7, 0]],
  "Gazebo/Purple": [[1, 0, 1]],
  "Gazebo/Turquoise": [[0, 1, 1]],
  "Gazebo/Orange": [
    [1, 0.5088, 0.0468],
    [1, 0.5088, 0.0468],
    [0.5, 0.5, 0.5],
  ],
  "Gazebo/Indigo": [[0.33, 0, 0.5]],
  "Gazebo/Gold": [
    [0.8, 0.64869, 0.120759],
    [0.4, 0.24869, 0.020759],
    [0.4, 0.4, 0.4],
  ],
  "Gazebo/Wood": [[0.6, 0.43, 0.27]],
  "Gazebo/WoodFloor": [[0.55, 0.4, 0.26]],
  "Gazebo/WoodPallet": [[0.62, 0.5, 0.36]],
  "Gazebo/Bricks": [[0.55, 0.3, 0.24]],
  "Gazebo/PaintedWall": [[0.85, 0.83, 0.78]],
  "Gazebo/CeilingTiled": [[0.85, 0.85, 0.83]],
  "Gazebo/Road": [[0.3, 0.3, 0.3]],
  "Gazebo/Residential": [[0.35, 0.35, 0.35]],
};

function color([r, g, b]: Rgb, a: number): Color {
  return { r, g, b, a };
}
