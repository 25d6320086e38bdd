import { parseTime, SECOND, type Nanoseconds } from "@orrery/sim";

/** Parses a simulated time as people write it: "12.5", "12.5s", "200ms", "1:02", "1:00:05.5". */
export function parseMoment(text: string): Nanoseconds {
  const clock = /^\s*(?:(\d+):)?(\d+):(\d{1,2}(?:\.\d*)?)\s*$/.exec(text);
  try {
    if (clock === null) return parseTime(text);
    const [, hours = "0", minutes = "0", seconds = "0"] = clock;
    return (Number(hours) * 3600 + Number(minutes) * 60) * SECOND + parseTime(seconds);
  } catch {
    throw new Error("A time such as 12.5, 200 ms or 1:02");
  }
}
