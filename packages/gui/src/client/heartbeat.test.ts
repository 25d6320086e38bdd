import { expect, test } from "vitest";
import { Heartbeat, type HeartbeatClock } from "./heartbeat.ts";

/** Returns a heartbeat whose beats the test triggers. */
function beating({ probe }: { readonly probe?: () => Promise<boolean> } = {}) {
  let beat: (() => void) | undefined;
  const clock: HeartbeatClock = {
    every: (_, act) => {
      beat = act;
      return { [Symbol.dispose]: () => (beat = undefined) };
    },
  };
  const asked: number[] = [];
  const silences: string[] = [];
  let beats = 0;
  const heartbeat = new Heartbeat({
    ask: () => asked.push(beats),
    onSilence: (reason) => silences.push(reason),
    clock,
    ...(probe && { probe }),
  });
  const pass = async (count: number): Promise<void> => {
    for (let i = 0; i < count; i++) {
      beats++;
      beat?.();
      await new Promise((next) => setImmediate(next));
    }
  };
  return { heartbeat, pass, asked, silences };
}

test("[GU62] a link on which something comes is not asked, and never silent", async () => {
  const { heartbeat, pass, asked, silences } = beating();
  for (let i = 0; i < 100; i++) {
    heartbeat.heard();
    await pass(1);
  }
  expect([asked, silences]).toEqual([[], []]);
});

test("[GU62] silence is asked into, and after five beats of it, once, nothing comes any more", async () => {
  const { pass, asked, silences } = beating();
  await pass(4);
  expect([asked, silences]).toEqual([[2, 3, 4], []]);
  await pass(20);
  expect(silences).toEqual(["nothing arrives from it any longer"]);
});

test("[GU62] an answer ends the silence", async () => {
  const { heartbeat, pass, silences } = beating();
  for (let i = 0; i < 10; i++) {
    await pass(4);
    heartbeat.heard();
  }
  expect(silences).toEqual([]);
});

test("[GU62] a browser that says it is offline is believed after two beats, unless something comes", async () => {
  const { heartbeat, pass, silences } = beating();
  heartbeat.doubt();
  heartbeat.heard();
  await pass(4);
  expect(silences).toEqual([]);
  heartbeat.doubt();
  await pass(2);
  expect(silences).toEqual(["this machine is offline"]);
});

test("[GU62] while the other side answers otherwise, as in the middle of a large message, silence is borne for half a minute", async () => {
  const { heartbeat, pass, silences } = beating({ probe: () => Promise.resolve(true) });
  await pass(30);
  heartbeat.heard();
  await pass(33);
  expect(silences).toEqual([]);
  await pass(1);
  expect(silences.length).toBe(1);
});
