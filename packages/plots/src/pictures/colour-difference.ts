/** How somebody sees colours: as most people do, or without one of the three kinds of cones. */
export type Vision = "normal" | "deuteranopia" | "protanopia" | "tritanopia";

/**
 * Returns how far apart two colours (#rrggbb) look to somebody: CIEDE2000, under daylight. A difference of 1 is just
 * visible side by side; thin lines that are far from each other need about 10.
 */
export function colourDifference(one: string, other: string, vision: Vision = "normal"): number {
  return labDifference(lab(seen(linear(one), vision)), lab(seen(linear(other), vision)));
}

/** Returns the contrast of two colours (#rrggbb) as WCAG defines it: 1 to 21. Lines and symbols need 3. */
export function contrast(one: string, other: string): number {
  const [a, b] = [luminance(linear(one)), luminance(linear(other))];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

type Triple = readonly [number, number, number];

function linear(colour: string): Triple {
  const channel = (at: number) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
}

function luminance([r, g, b]: Triple): number {
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Matrices on linear RGB for a complete lack of one kind of cones: Machado, Oliveira and Fernandes, 2009. */
const CONES_MISSING: Readonly<Record<Exclude<Vision, "normal">, readonly Triple[]>> = {
  protanopia: [
    [0.152_286, 1.052_583, -0.204_868],
    [0.114_503, 0.786_281, 0.099_216],
    [-0.003_882, -0.048_116, 1.051_998],
  ],
  deuteranopia: [
    [0.367_322, 0.860_646, -0.227_968],
    [0.280_085, 0.672_501, 0.047_413],
    [-0.011_82, 0.042_94, 0.968_881],
  ],
  tritanopia: [
    [1.255_528, -0.076_749, -0.178_779],
    [-0.078_411, 0.930_809, 0.147_602],
    [0.004_733, 0.691_367, 0.3039],
  ],
};

function seen(colour: Triple, vision: Vision): Triple {
  if (vision === "normal") return colour;
  const [r, g, b] = CONES_MISSING[vision].map((row) => Math.min(1, Math.max(0, dot(row, colour))));
  return [r!, g!, b!];
}

function dot(a: Triple, b: Triple): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/** CIE L*a*b* of linear RGB, white point D65. */
function lab(rgb: Triple): Triple {
  const x = root(dot([0.412_456_4, 0.357_576_1, 0.180_437_5], rgb) / 0.950_47);
  const y = root(dot([0.212_672_9, 0.715_152_2, 0.072_175], rgb));
  const z = root(dot([0.019_333_9, 0.119_192, 0.950_304_1], rgb) / 1.088_83);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

function root(share: number): number {
  return share > 216 / 24_389 ? Math.cbrt(share) : (24_389 / 27 / 116) * share + 16 / 116;
}

/** CIEDE2000, with the names of Sharma, Wu and Dalal, 2005. */
export function labDifference([l1, a1, b1]: Triple, [l2, a2, b2]: Triple): number {
  const g = 0.5 * (1 - chromaWeight((Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2));
  const [c1, c2] = [Math.hypot((1 + g) * a1, b1), Math.hypot((1 + g) * a2, b2)];
  const [h1, h2] = [hue((1 + g) * a1, b1), hue((1 + g) * a2, b2)];
  const isGrey = c1 * c2 === 0;
  const turn = isGrey ? 0 : ((h2 - h1 + 540) % 360) - 180;
  const hueStep = 2 * Math.sqrt(c1 * c2) * sine(turn / 2);
  const meanHue = isGrey ? h1 + h2 : h1 + turn / 2;
  const [meanL, meanC] = [(l1 + l2) / 2, (c1 + c2) / 2];

  const t =
    1 -
    0.17 * cosine(meanHue - 30) +
    0.24 * cosine(2 * meanHue) +
    0.32 * cosine(3 * meanHue + 6) -
    0.2 * cosine(4 * meanHue - 63);
  const sl = 1 + (0.015 * (meanL - 50) ** 2) / Math.sqrt(20 + (meanL - 50) ** 2);
  const sc = 1 + 0.045 * meanC;
  const sh = 1 + 0.015 * meanC * t;
  const away = ((((meanHue % 360) + 360) % 360) - 275) / 25;
  const rt = -sine(60 * Math.exp(-away * away)) * 2 * chromaWeight(meanC);
  const [dl, dc, dh] = [(l2 - l1) / sl, (c2 - c1) / sc, hueStep / sh];
  return Math.sqrt(dl * dl + dc * dc + dh * dh + rt * dc * dh);
}

function chromaWeight(chroma: number): number {
  const power = chroma ** 7;
  return Math.sqrt(power / (power + 25 ** 7));
}

/** Degrees, 0 to 360. */
function hue(a: number, b: number): number {
  if (a === 0 && b === 0) return 0;
  return ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360;
}

function sine(degrees: number): number {
  return Math.sin((degrees * Math.PI) / 180);
}

function cosine(degrees: number): number {
  return Math.cos((degrees * Math.PI) / 180);
}
