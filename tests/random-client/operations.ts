import { IsLink, Name } from "@orrery/sim/components";
import { Dice } from "../random-edits/dice.ts";
import { having } from "../random-edits/edit.ts";
import { kinds, randomKind } from "../random-history/kinds.ts";
import { modelsOf } from "../random-history/placed.ts";
import { command, type Request } from "../random-history/request.ts";
import type { RandomClient } from "./random-client.ts";
import { idsOf, Tree } from "./tree.ts";

/**
 * An action of a client. Its details follow from its own dice and the world, so that any part of a sequence is a
 * sequence too.
 */
export interface Operation {
  readonly kind: OperationKind;
  readonly seed: number;
}

type Act = (client: RandomClient, dice: Dice, id: string) => Promise<void>;

const acts = {
  command: async (client, dice, id) => {
    const request = randomRequest(client, dice, id);
    if (request !== undefined) await client.command(id, request);
  },
  "two commands": async (client, dice, id) => {
    const given = [`${id}a`, `${id}b`].flatMap((each) => {
      const request = randomRequest(client, dice, each);
      return request === undefined ? [] : [{ id: each, request }];
    });
    if (given.length > 0) await client.commands(given);
  },
  "edit while paused": async (client, dice, id) => {
    const request = randomRequest(client, dice, id);
    if (request?.service !== "command") return;
    client.operations++;
    const why = await client.port.ask({ ...request, service: "pending/announce" });
    if (why === "") await client.letGo(id, request);
  },
  message: async (client, dice) => tell(client, dice),
  steps: (client, dice) => client.steps(1 + dice.below(dice.pick([1, 4, 20]))),
  undo: async (client, dice) => {
    const { undo } = await client.port.history();
    const ids = idsOf(undo);
    if (ids.length > 0) await client.undo(ids[depth(dice, ids.length)]!);
  },
  redo: async (client, dice) => {
    const { redo } = await client.port.history();
    const ids = idsOf(redo);
    if (ids.length > 0) await client.redo(ids[depth(dice, ids.length)]!);
  },
  "go to a command": async (client, dice) => {
    const { stretches = [] } = await client.port.history();
    const places = stretches.flatMap(({ id = "", marks }) => idsOf(marks).map((mark) => ({ stretch: id, id: mark })));
    if (places.length === 0) return;
    const place = dice.pick(places);
    await client.goTo(`before ${place.id}`, place);
  },
  "go to an end": async (client, dice) => {
    const { id = "" } = dice.pick((await client.port.history()).stretches ?? []);
    await client.goTo(`end of ${id}`, { id, stretch: id });
  },
  "go to a time": async (client, dice) => {
    const tree = new Tree(await client.port.history());
    const seen = [...tree.ids].flatMap((id) => client.book.timesOf(id).map((timeNs) => ({ id, timeNs })));
    // On a line whose beginning is forgotten, a later stretch may have the time.
    if (seen.length === 0 || client.isTight) return;
    const { id, timeNs } = dice.pick(seen);
    await client.goTo(`${id} at ${timeNs}`, { id, stretch: id, timeNs });
  },
  nonsense: (client, dice, id) =>
    client.refused(
      dice.pick([
        command(id, { pose: { name: "nobody", position: { z: 2 } } }),
        command(id, { remove: { id: 999_999 } }),
        command(id),
        command("s1", { pose: { name: "vehicle", position: { z: 2 } } }),
        { service: "history/undo_redo", type: "orrery.msgs.UndoRedo", value: { id: "never:given", undo: true } },
        { service: "history/go_to", type: "orrery.msgs.GoTo", value: { id: "never:given" } },
      ] satisfies Request[]),
    ),
  "an id that was used": async (client, dice) => {
    if (client.done.size === 0) return;
    const id = dice.pick([...client.done.keys()]);
    await client.refused(command(id, { pose: { name: "vehicle", position: { z: 3 + dice.below(100) / 10 } } }));
  },
  "the same again": async (client, dice) => {
    if (client.done.size > 0) await client.again(dice.pick([...client.done.values()]));
  },
  seed: async (client, dice) => {
    client.operations++;
    const value = { pause: true, seed: 1 + dice.below(1000) };
    await client.port.ask({ service: "control", type: "gz.msgs.WorldControl", value });
    client.noteInput();
  },
} satisfies Record<string, Act>;

export type OperationKind = keyof typeof acts;

const weights: Readonly<Record<OperationKind, number>> = {
  command: 22,
  "two commands": 3,
  "edit while paused": 4,
  message: 7,
  steps: 18,
  undo: 9,
  redo: 9,
  "go to a command": 6,
  "go to an end": 8,
  "go to a time": 5,
  nonsense: 3,
  "an id that was used": 3,
  "the same again": 2,
  seed: 1,
};

const drawn = (Object.keys(weights) as OperationKind[]).flatMap((kind) =>
  Array<OperationKind>(weights[kind]).fill(kind),
);

export function randomOperations(dice: Dice, count: number): Operation[] {
  return Array.from({ length: count }, () => ({ kind: dice.pick(drawn), seed: dice.below(1e9) }));
}

export function perform(client: RandomClient, { kind, seed }: Operation): Promise<void> {
  return acts[kind](client, new Dice(seed, kind), `t:${seed}`);
}

function randomRequest({ port: { world, root } }: RandomClient, dice: Dice, id: string): Request | undefined {
  const request = kinds[randomKind(dice)]!({ world, root, dice }, id);
  return request?.service === "control" ? { ...request, value: { ...request.value, pause: true } } : request;
}

/** Returns the last index most of the time, sometimes any. */
function depth(dice: Dice, length: number): number {
  return dice.below(dice.chance(0.7) ? Math.min(length, 3) : length);
}

/** Sends a message to one of the listeners. */
async function tell(client: RandomClient, dice: Dice): Promise<void> {
  client.operations++;
  const { world, root } = client.port;
  const twist = { linear: { x: dice.between(-1, 1.5) }, angular: { z: dice.between(-1, 1) } };
  const messages: [topic: string, type: string, value: object][] = [
    ["/model/vehicle/cmd_vel", "gz.msgs.Twist", twist],
    ["/model/arm/joint/elbow/0/cmd_pos", "gz.msgs.Double", { data: dice.between(-1, 1) }],
    [`/model/${world.get(dice.pick(modelsOf(world, root)), Name)}/cmd_vel`, "gz.msgs.Twist", twist],
    [
      "/world/test/wrench",
      "gz.msgs.EntityWrench",
      { entity: { id: dice.pick(having(world, IsLink)) }, wrench: { force: dice.vector(30) } } satisfies object,
    ],
  ];
  await client.port.publish(...dice.pick(messages));
  client.noteInput();
}
