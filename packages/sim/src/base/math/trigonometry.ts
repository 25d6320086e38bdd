import { truncateToHighWord } from "./float-bits.ts";
import { reduceToQuarterTurn, remainderHigh, remainderLow } from "./quarter-turn.ts";

const QUARTER_PI = 0.7853981633974483;

export function sin(x: number): number {
  if (Math.abs(x) <= QUARTER_PI) return sineNearZero(x, 0);
  switch (reduceToQuarterTurn(x)) {
    case 0:
      return sineNearZero(remainderHigh, remainderLow);
    case 1:
      return cosineNearZero(remainderHigh, remainderLow);
    case 2:
      return -sineNearZero(remainderHigh, remainderLow);
    default:
      return -cosineNearZero(remainderHigh, remainderLow);
  }
}

export function cos(x: number): number {
  if (Math.abs(x) <= QUARTER_PI) return cosineNearZero(x, 0);
  switch (reduceToQuarterTurn(x)) {
    case 0:
      return cosineNearZero(remainderHigh, remainderLow);
    case 1:
      return -sineNearZero(remainderHigh, remainderLow);
    case 2:
      return -cosineNearZero(remainderHigh, remainderLow);
    default:
      return sineNearZero(remainderHigh, remainderLow);
  }
}

export function tan(x: number): number {
  if (Math.abs(x) <= QUARTER_PI) return tangentNearZero(x, 0, false);
  const quadrant = reduceToQuarterTurn(x);
  return tangentNearZero(remainderHigh, remainderLow, (quadrant & 1) === 1);
}

/** Returns the sine of x + rest for |x| ≤ π/4, |rest| below half an ulp of x. */
function sineNearZero(x: number, rest: number): number {
  if (Math.abs(x) < 7.450580596923828e-9) return x;
  const z = x * x;
  const tail =
    8.33333333332248946124e-3 +
    z *
      (-1.98412698298579493134e-4 +
        z * (2.75573137070700676789e-6 + z * (-2.50507602534068634195e-8 + z * 1.58969099521155010221e-10)));
  const cube = z * x;
  return x - (z * (0.5 * rest - cube * tail) - rest - cube * -1.66666666666666324348e-1);
}

function cosineNearZero(x: number, rest: number): number {
  const z = x * x;
  const tail =
    z *
    (4.16666666666666019037e-2 +
      z *
        (-1.38888888888741095749e-3 +
          z *
            (2.48015872894767294178e-5 +
              z * (-2.75573143513906633035e-7 + z * (2.0875723212981748279e-9 + z * -1.13596475577881948265e-11)))));
  // 1 − z/2 loses bits, which the second bracket restores.
  const half = 0.5 * z;
  const head = 1 - half;
  return head + (1 - head - half + (z * tail - x * rest));
}

/** Returns the tangent, or minus the cotangent, of x + rest for |x| ≤ π/4. */
function tangentNearZero(x: number, rest: number, cotangent: boolean): number {
  if (!cotangent && Math.abs(x) < 7.450580596923828e-9) return x;
  const negative = x < 0;
  let a = negative ? -x : x;
  let b = negative ? -rest : rest;
  // Above about 0.67 the series converges slowly: tan a = (1 − tan(π/4 − a)) / (1 + tan(π/4 − a)).
  const mirrored = a >= 0.67434;
  if (mirrored) {
    a = QUARTER_PI - a + (3.06161699786838301793e-17 - b);
    b = 0;
  }
  const z = a * a;
  const w = z * z;
  const odd =
    1.33333333333201242699e-1 +
    w *
      (2.18694882948595424599e-2 +
        w *
          (3.59207910759131235356e-3 +
            w * (5.88041240820264096874e-4 + w * (7.817944429395570923e-5 + w * -1.85586374855275456654e-5))));
  const even =
    z *
    (5.39682539762260521377e-2 +
      w *
        (8.86323982359930005737e-3 +
          w *
            (1.45620945432529025516e-3 +
              w * (2.46463134818469906812e-4 + w * (7.14072491382608190305e-5 + w * 2.59073051863633712884e-5)))));
  const cube = z * a;
  const correction = b + z * (cube * (odd + even) + b) + 3.33333333333334091986e-1 * cube;
  const tangent = a + correction;
  let result: number;
  if (mirrored) {
    const v = cotangent ? -1 : 1;
    result = v - 2 * (a - ((tangent * tangent) / (tangent + v) - correction));
  } else if (cotangent) {
    result = minusReciprocal(tangent, a, correction);
  } else {
    result = tangent;
  }
  return negative ? -result : result;
}

/** Returns −1 / (a + correction), where `sum` is a + correction rounded. */
function minusReciprocal(sum: number, a: number, correction: number): number {
  const reciprocal = -1 / sum;
  const sumHead = truncateToHighWord(sum);
  const sumTail = correction - (sumHead - a);
  const head = truncateToHighWord(reciprocal);
  return head + reciprocal * (1 + head * sumHead + head * sumTail);
}
