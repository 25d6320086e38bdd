import { bytesText } from "../../ui/numbers/figures.ts";

/** Formats a duration: "0:07", "12:34", "1:02:03". */
export function durationText(seconds: number): string {
  const whole = Math.floor(seconds);
  const two = (value: number): string => String(value).padStart(2, "0");
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return hours === 0 ? `${minutes}:${two(whole % 60)}` : `${hours}:${two(minutes)}:${two(whole % 60)}`;
}

/** Says how long a log is and how large: "0:07 · 1.20 MB". */
export function sizeText({ seconds = 0, bytes = 0 }: { readonly seconds?: number; readonly bytes?: number }): string {
  return bytes === 0 ? durationText(seconds) : `${durationText(seconds)} · ${bytesText(bytes)}`;
}

/** Splits a text into patterns of topics, at commas, blanks and line ends. */
export function patternsIn(text: string): string[] {
  return text.split(/[\s,]+/).filter((pattern) => pattern !== "");
}
