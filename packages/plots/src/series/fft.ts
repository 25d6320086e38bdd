/** The waves that a transform of one length needs: it is often the same one again. */
let waves = { cos: new Float64Array(0), sin: new Float64Array(0) };

/** Transforms complex numbers in place (Cooley and Tukey). The length must be a power of two. */
export function fft(real: Float64Array, imaginary: Float64Array): void {
  const { length } = real;
  if (length === 0 || (length & (length - 1)) !== 0) throw new Error(`${length} is not a power of two`);
  if (imaginary.length !== length) throw new Error(`${length} real parts, but ${imaginary.length} imaginary ones`);
  reverseBits(real, imaginary);
  if (waves.cos.length !== length / 2) waves = wavesOf(length);
  const { cos, sin } = waves;
  for (let half = 1; half < length; half *= 2) {
    const stride = length / (2 * half);
    for (let start = 0; start < length; start += 2 * half) {
      for (let i = start, wave = 0; i < start + half; i++, wave += stride) {
        const j = i + half;
        const re = real[j]! * cos[wave]! + imaginary[j]! * sin[wave]!;
        const im = imaginary[j]! * cos[wave]! - real[j]! * sin[wave]!;
        real[j] = real[i]! - re;
        imaginary[j] = imaginary[i]! - im;
        real[i] = real[i]! + re;
        imaginary[i] = imaginary[i]! + im;
      }
    }
  }
}

/** Puts each number where the bits of its index, read backwards, say. */
function reverseBits(real: Float64Array, imaginary: Float64Array): void {
  const { length } = real;
  for (let i = 1, j = 0; i < length; i++) {
    let bit = length >> 1;
    for (; (j & bit) !== 0; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i >= j) continue;
    const [re, im] = [real[i]!, imaginary[i]!];
    real[i] = real[j]!;
    imaginary[i] = imaginary[j]!;
    real[j] = re;
    imaginary[j] = im;
  }
}

function wavesOf(length: number): typeof waves {
  const [cos, sin] = [new Float64Array(length / 2), new Float64Array(length / 2)];
  for (let i = 0; i < length / 2; i++) {
    cos[i] = Math.cos((2 * Math.PI * i) / length);
    sin[i] = Math.sin((2 * Math.PI * i) / length);
  }
  return { cos, sin };
}
