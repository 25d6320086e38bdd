import { scaleByPowerOfTwo } from "./float-bits.ts";

export const LN2_HIGH = 6.9314718036912381649e-1;
export const LN2_LOW = 1.90821492927058770002e-10;

/** Returns e^x. */
export function exp(x: number): number {
  if (x > 709.782712893384) return Infinity;
  if (x < -745.1332191019411) return 0;
  return expOfSum(x, 0);
}

/** Returns e^(high + low) for −745.2 < high < 709.8 and |low| below an ulp of high. */
export function expOfSum(high: number, low: number): number {
  if (high !== high) return NaN;
  if (Math.abs(high) < 3.725290298461914e-9) return 1 + (high + low);
  const k = Math.floor(high * 1.442695040888963387 + 0.5);
  // k · LN2_HIGH is exact: its lower 21 bits are zero.
  const head = high - k * LN2_HIGH;
  const rest = k * LN2_LOW - low;
  const r = head - rest;
  const z = r * r;
  const c =
    r -
    z *
      (1.66666666666666019037e-1 +
        z *
          (-2.77777777770155933842e-3 +
            z * (6.61375632143793436117e-5 + z * (-1.6533902205465251539e-6 + z * 4.13813679705723846039e-8))));
  // The error of 1 + head is added to the small remainder, so that only the last sum rounds.
  const sum = 1 + head;
  const y = sum + (head - (sum - 1) + ((r * c) / (2 - c) - rest));
  return k === 0 ? y : scaleByPowerOfTwo(y, k);
}
