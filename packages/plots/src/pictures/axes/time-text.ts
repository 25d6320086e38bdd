/**
 * Formats simulated seconds: "12.3 s", from a minute on "1:02.5", "1:00:02", "2 d 03:04:05". Where all times of an axis
 * are short (`longest`, in seconds), in milliseconds or microseconds.
 */
export function formatTime(seconds: number, decimals: number, longest = 1): string {
  if (!Number.isFinite(seconds)) return "no time";
  const places = Math.min(20, Math.max(0, decimals));
  if (longest < 1e-4) return `${signed(seconds * 1e6, Math.max(0, places - 6))} µs`;
  if (longest < 0.1) return `${signed(seconds * 1e3, Math.max(0, places - 3))} ms`;
  const text = Math.abs(seconds).toFixed(places);
  const [whole, part = ""] = text.split(".");
  const total = Number(whole);
  if (total < 60 || total >= 1e15) return `${signed(seconds, places)} s`;
  const [s, m, h, days] = [total % 60, Math.floor(total / 60) % 60, Math.floor(total / 3600) % 24, total / 86_400];
  const minutes = total < 3600 ? String(m) : two(m);
  const hours = total < 3600 ? "" : `${total < 86_400 ? h : two(h)}:`;
  const before = total < 86_400 ? "" : `${Math.floor(days)} d `;
  return `${seconds < 0 ? "−" : ""}${before}${hours}${minutes}:${two(s)}${part === "" ? "" : `.${part}`}`;
}

/** Returns how many decimals of a second tell two neighbouring pixels apart, with one digit to spare. */
export function timeDecimals(perPixel: number): number {
  return perPixel > 0 ? Math.min(9, Math.max(0, 1 - Math.floor(Math.log10(perPixel) + 1e-9))) : 3;
}

function signed(value: number, places: number): string {
  const text = Math.abs(value).toFixed(places);
  return value < 0 && Number(text) !== 0 ? `−${text}` : text;
}

function two(count: number): string {
  return String(count).padStart(2, "0");
}
