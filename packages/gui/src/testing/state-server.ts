import { messages, type orrery } from "@orrery/msgs";
import { World } from "@orrery/sim";
import { Bus, Node, StateFeed, STREAM_TYPE, streamName } from "@orrery/sim/host";
import { IsWorld, Pose } from "@orrery/sim/components";
import { Mirror } from "../client/mirror.ts";

/** The numbers of a state to send. */
export interface SentNumbers {
  readonly pending?: number;
  readonly inputs?: number;
  /** Sends the state as a whole, as that of the run with this number. */
  readonly epoch?: number;
}

export interface StateServerOptions {
  /** By default, a world with one thing at x = 0. */
  readonly world?: World;
  readonly exact?: boolean;
}

/** Returns a server that sends a world's state when the test says so, and a mirror that follows it. */
export function stateServer({ world = oneThing(), exact = true }: StateServerOptions = {}) {
  let feed = new StateFeed(world, 1);
  const bus = new Bus({ codec: messages });
  let answer: ((chunk: orrery.StateChunk) => void) | undefined;
  let request: orrery.StateRequest = {};
  new Node(bus, { owner: "server" }).service(streamName("w"), STREAM_TYPE, (asked) => {
    request = asked;
    return new Promise((resolve) => (answer = resolve));
  });
  const mirror = new Mirror();
  mirror.follow(new Node(bus, { owner: "page" }), "/world/w");
  const send = async ({ pending = 1, inputs = 0, epoch: run = feed.epoch }: SentNumbers): Promise<void> => {
    // A request takes a few turns of the event loop.
    while (answer === undefined) await new Promise((resolve) => setTimeout(resolve, 0));
    if (run !== feed.epoch) feed = new StateFeed(world, run);
    const { epoch = 0, after = 0, exact_after = 0 } = request;
    feed.advance({ exact, numbers: { timeline: 1, pending, inputs } });
    const chunk = feed.chunk({ epoch, after, exactAfter: exact_after, watch: [] });
    answer({ epoch, version: after, ...chunk, pending, inputs });
    answer = undefined;
  };
  const [[thing] = [undefined]] = world.query(Pose);
  if (thing === undefined) throw new Error("nothing in the world has a place");
  return { world, thing, mirror, send };
}

function oneThing(): World {
  const world = new World();
  const root = world.create();
  world.set(root, IsWorld, {});
  world.set(world.create(root), Pose, { x: 0, y: 0, z: 0, qx: 0, qy: 0, qz: 0, qw: 1 });
  return world;
}
