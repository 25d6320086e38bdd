import { LinkBase } from "@orrery/sim/host";
import { expect, test } from "vitest";
import { countedLink } from "./counted-link.ts";
import { Turns } from "./connection-turns.ts";

class TestLink extends LinkBase {
  readonly buffered = 0;
  send(): void {}
  close(reason: string): void {
    this.end(reason);
  }
  come(packet: Uint8Array): void {
    this.take(packet);
  }
}

/** Returns a packet of frames with one byte each. */
const packet = (frames: number): Uint8Array => Uint8Array.from({ length: frames * 5 }, (_, i) => (i % 5 === 0 ? 1 : 0));

test("[GW64] a flood ends with its connection, whether or not anybody wants to know of the end", async () => {
  const link = new TestLink();
  let frames = 0;
  const counts = { onIn: () => undefined, onOut: () => undefined, onWaiting: () => undefined };
  const counted = countedLink(link, { ...counts, turns: new Turns({ nowMs: () => 0 }) });
  counted.onFrame = ({ length }) => (frames += length / 5);
  link.come(packet(50_000));
  link.close("gone");
  await new Promise((resolve) => setImmediate(resolve));
  expect(frames).toBe(0);
  const reasons: string[] = [];
  counted.onClose = (reason) => reasons.push(reason);
  expect(reasons).toEqual(["gone"]);
});
