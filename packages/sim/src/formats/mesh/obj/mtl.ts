import type { Color } from "../../../scene/color.ts";
import { plainMaterial, type MeshMaterial, type MeshTexture } from "../mesh.ts";
import { numberAt, textLines, type TextLine } from "../text-lines.ts";

/** Returns the materials of a Wavefront MTL file, with the common extensions for physically based ones. */
export function readMtl(bytes: Uint8Array, file: string): MeshMaterial[] {
  const materials: MeshMaterial[] = [];
  for (const line of textLines(new TextDecoder().decode(bytes), file)) {
    const keyword = line.words[0]!;
    if (keyword === "newmtl") {
      materials.push({ ...plainMaterial, name: line.text.slice(keyword.length).trim() });
      continue;
    }
    const current = materials.at(-1);
    if (current !== undefined) materials[materials.length - 1] = { ...current, ...change(current, line, file) };
  }
  return materials;
}

function change(material: MeshMaterial, line: TextLine, file: string): Partial<MeshMaterial> {
  switch (line.words[0]!.toLowerCase()) {
    case "ka":
      return { ambient: color(line, material.ambient.a) };
    case "kd":
      return { diffuse: color(line, material.diffuse.a) };
    case "ks":
      return { specular: color(line, 1) };
    case "ke":
      return { emissive: color(line, 1) };
    case "d":
      return { diffuse: { ...material.diffuse, a: share(numberAt(line, line.words[1] === "-halo" ? 2 : 1)) } };
    case "tr":
      return { diffuse: { ...material.diffuse, a: 1 - share(numberAt(line, 1)) } };
    case "pm":
      return { metalness: share(numberAt(line, 1)) };
    case "pr":
      return { roughness: share(numberAt(line, 1)) };
    case "map_kd":
      return { texture: texture(line, file) };
    case "map_ke":
      return { emissiveMap: texture(line, file) };
    case "map_pm":
      return { metalnessMap: texture(line, file) };
    case "map_pr":
      return { roughnessMap: texture(line, file) };
    case "map_bump":
    case "bump":
    case "norm":
      return { normalMap: texture(line, file) };
    default:
      return {};
  }
}

/** Reads `Kd r g b`, or `Kd r` for a grey; spectra and CIE values are read as white. */
function color(line: TextLine, a: number): Color {
  if (line.words[1] === "spectral" || line.words[1] === "xyz") return { r: 1, g: 1, b: 1, a };
  const r = share(numberAt(line, 1));
  if (line.words.length < 4) return { r, g: r, b: r, a };
  return { r, g: share(numberAt(line, 2)), b: share(numberAt(line, 3)), a };
}

function share(value: number): number {
  return Math.min(1, Math.max(0, value));
}

/** Number of words after each option; for -o, -s and -t there may be fewer. */
const OPTION_WORDS: Readonly<Record<string, number>> = {
  "-o": 3,
  "-s": 3,
  "-t": 3,
  "-mm": 2,
  "-blendu": 1,
  "-blendv": 1,
  "-boost": 1,
  "-texres": 1,
  "-clamp": 1,
  "-bm": 1,
  "-imfchan": 1,
  "-type": 1,
  "-cc": 1,
};

/** Reads the file of a texture, whose name may contain spaces and follow options. */
function texture({ words }: TextLine, file: string): MeshTexture | undefined {
  let at = 1;
  for (let option = words[at]; option !== undefined && option in OPTION_WORDS; option = words[at]) {
    const most = at + OPTION_WORDS[option]!;
    const isNumeric = OPTION_WORDS[option]! > 1;
    at++;
    while (at <= most && at < words.length - 1 && (!isNumeric || Number.isFinite(Number(words[at])))) at++;
  }
  const uri = words.slice(at).join(" ").replaceAll("\\", "/");
  return uri === "" ? undefined : { type: "file", uri, from: file };
}
