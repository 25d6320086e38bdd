import { productError } from "./exact-product.ts";
import { truncateToHighWord } from "./float-bits.ts";

const PI = 3.141592653589793;
const PI_LOW = 1.2246467991473532e-16;
const HALF_PI = 1.5707963267948966;
const HALF_PI_LOW = 6.12323399573676603587e-17;
const QUARTER_PI = 0.7853981633974483;

/** Returns the arc sine in −π/2 … π/2; NaN outside −1 … 1. */
export function asin(x: number): number {
  const size = Math.abs(x);
  if (size < 0.5) return size < 7.450580596923828e-9 ? x : x + x * arcSeries(x * x);
  if (size >= 1) return size === 1 ? x * HALF_PI : NaN;
  // asin x = π/2 − 2 asin √((1 − x)/2)
  const z = (1 - size) * 0.5;
  const series = arcSeries(z);
  const root = Math.sqrt(z);
  let result: number;
  if (size >= 0.975) {
    result = HALF_PI - (2 * (root + root * series) - HALF_PI_LOW);
  } else {
    const head = truncateToHighWord(root);
    const rest = (z - head * head) / (root + head);
    const tail = 2 * root * series - (HALF_PI_LOW - 2 * rest);
    result = QUARTER_PI - (tail - (QUARTER_PI - 2 * head));
  }
  return x < 0 ? -result : result;
}

/** Returns the arc cosine in 0 … π; NaN outside −1 … 1. */
export function acos(x: number): number {
  const size = Math.abs(x);
  if (size < 0.5) return HALF_PI - (x - (HALF_PI_LOW - x * arcSeries(x * x)));
  if (size >= 1) {
    if (size !== 1) return NaN;
    return x > 0 ? 0 : PI;
  }
  const z = (1 - size) * 0.5;
  const series = arcSeries(z);
  const root = Math.sqrt(z);
  if (x < 0) return PI - 2 * (root + (series * root - HALF_PI_LOW));
  const head = truncateToHighWord(root);
  const rest = (z - head * head) / (root + head);
  return 2 * (head + (series * root + rest));
}

/** Returns the arc tangent in −π/2 … π/2. */
export function atan(x: number): number {
  const size = Math.abs(x);
  if (size < 7.450580596923828e-9 || size !== size) return x;
  const angle = atanOfSum(size, 0);
  return x < 0 ? -angle : angle;
}

/** Returns the angle of the point (x, y), in −π … π, with the sign of `y`. */
export function atan2(y: number, x: number): number {
  if (x !== x || y !== y) return NaN;
  const ax = Math.abs(x);
  const ay = Math.abs(y);
  const toTheLeft = x < 0 || Object.is(x, -0);
  let angle: number;
  if (ay === 0) {
    angle = toTheLeft ? PI : 0;
  } else if (ax === 0) {
    angle = HALF_PI;
  } else if (ax === Infinity) {
    const slope = ay === Infinity ? QUARTER_PI : 0;
    angle = toTheLeft ? PI - slope : slope;
  } else if (ay === Infinity) {
    angle = HALF_PI;
  } else if (!toTheLeft) {
    angle = atanOfQuotient(ay, ax);
  } else if (ay > ax) {
    angle = HALF_PI + (atanOfQuotient(ax, ay) + HALF_PI_LOW);
  } else {
    angle = PI - (atanOfQuotient(ay, ax) - PI_LOW);
  }
  return y < 0 || Object.is(y, -0) ? -angle : angle;
}

/** Returns atan(y / x) for positive numbers. Includes the error of the division, if computing it cannot overflow. */
function atanOfQuotient(y: number, x: number): number {
  const quotient = y / x;
  if (!(x > 1e-140 && x < 1e140 && y > 1e-140 && y < 1e140)) return atanOfSum(quotient, 0);
  const product = quotient * x;
  return atanOfSum(quotient, (y - product - productError(quotient, x, product)) / x);
}

/** Returns atan(x + low) for x > 0 and |low| below an ulp of x. */
function atanOfSum(x: number, low: number): number {
  if (x > 73786976294838210000) return HALF_PI;
  const rest = low / (1 + x * x);
  if (x < 0.4375) return x - (x * atanSeries(x) - rest);
  if (x < 0.6875) return atanAbout((2 * x - 1) / (2 + x), 4.63647609000806093515e-1, 2.26987774529616870924e-17 + rest);
  if (x < 1.1875) return atanAbout((x - 1) / (x + 1), QUARTER_PI, 3.06161699786838301793e-17 + rest);
  if (x < 2.4375)
    return atanAbout((x - 1.5) / (1 + 1.5 * x), 9.82793723247329054082e-1, 1.39033110312309984516e-17 + rest);
  return atanAbout(-1 / x, HALF_PI, HALF_PI_LOW + rest);
}

/** Returns (asin √z − √z) / √z for z ≤ 1/4. */
function arcSeries(z: number): number {
  const p =
    z *
    (1.66666666666666657415e-1 +
      z *
        (-3.25565818622400915405e-1 +
          z *
            (2.01212532134862925881e-1 +
              z * (-4.00555345006794114027e-2 + z * (7.91534994289814532176e-4 + z * 3.4793310759602116757e-5)))));
  const q =
    1 +
    z *
      (-2.40339491173441421878 +
        z * (2.02094576023350569471 + z * (-6.8828397160545329303e-1 + z * 7.70381505559019352791e-2)));
  return p / q;
}

/** Returns angle + angleLow + atan t. */
function atanAbout(t: number, angle: number, angleLow: number): number {
  return angle - (t * atanSeries(t) - angleLow - t);
}

/** Returns (t − atan t) / t for |t| < 7/16. */
function atanSeries(t: number): number {
  const z = t * t;
  const w = z * z;
  const odd =
    z *
    (3.33333333333329318027e-1 +
      w *
        (1.42857142725034663711e-1 +
          w *
            (9.09088713343650656196e-2 +
              w * (6.66107313738753120669e-2 + w * (4.97687799461593236017e-2 + w * 1.62858201153657823623e-2)))));
  const even =
    w *
    (-1.99999999998764832476e-1 +
      w *
        (-1.1111110405462355788e-1 +
          w * (-7.69187620504482999495e-2 + w * (-5.83357013379057348645e-2 + w * -3.6531572744216915527e-2))));
  return odd + even;
}
