import { constantBitEcs } from "./ecs/bitecs-constant.ts";
import { BitEcs } from "./ecs/bitecs.ts";
import { Koota } from "./ecs/koota.ts";
import { Orrery } from "./ecs/orrery.ts";
import { HUNDREDTH, TENTH, type Population } from "./ecs/population.ts";
import type { Bench } from "./harness.ts";

export const name = "ecs";

const MOVING = 10_000;
/** Compared with the faster of the two. */
const ITERATION = 1;

/** Compares Orrery's worlds with bitECS and koota: as fast to iterate over, far faster to copy, restore and compare. */
export async function run(bench: Bench): Promise<void> {
  const plain = contenders({ moving: MOVING, kinds: 0 });
  await iteration(bench, "ecs/iterate", plain);
  await styles(bench, plain);
  await iteration(bench, "ecs/iterate-many", contenders({ moving: MOVING, kinds: 1000 }));
  await structure(bench, plain);
  await state(bench, contenders({ moving: MOVING, kinds: 0 }));
}

interface Contenders {
  readonly ours: Orrery;
  readonly bitecs: BitEcs;
  readonly koota: Koota;
}

/** Throws unless all contain the same and do the same. */
function contenders(population: Population): Contenders {
  const all = { ours: new Orrery(population), bitecs: new BitEcs(population), koota: new Koota(population) };
  for (const each of Object.values(all)) {
    each.nudge(TENTH);
    each.move();
  }
  same(all, (each) => each.sum());
  same(all, (each) => each.addRemove());
  return all;
}

function same(all: Contenders, measure: (each: Orrery | BitEcs | Koota) => number): void {
  const results = Object.values(all).map(measure);
  if (new Set(results).size > 1) throw new Error(`the contenders do not agree: ${results.join(", ")}`);
}

/**
 * Position += velocity · dt. With stamps, Orrery also informs readers of changes; the others' fastest loops never do.
 */
async function iteration(bench: Bench, name: string, { ours, bitecs, koota }: Contenders): Promise<void> {
  const others = { bitecs: () => bitecs.move(), koota: () => koota.move() };
  for (const [other, reference] of Object.entries(others)) {
    await bench.compare({
      name: `${name}/${other}`,
      ours: () => ours.move(),
      reference,
      budget: ITERATION,
      batch: 300,
    });
    await bench.compare({
      name: `${name}-stamped/${other}`,
      ours: () => ours.moveStamped(),
      reference,
      budget: ITERATION,
      batch: 300,
    });
  }
}

/** Measures other ways to write the same loop. */
async function styles(bench: Bench, { ours, koota }: Contenders): Promise<void> {
  constantBitEcs.fill(MOVING);
  await bench.compare({
    name: "ecs/iterate/bitecs-constant",
    ours: () => ours.move(),
    reference: () => constantBitEcs.move(),
    budget: ITERATION,
    batch: 300,
  });
  await bench.compare({
    name: "ecs/iterate/koota-each",
    ours: () => ours.move(),
    reference: () => koota.moveEach(),
    budget: 0.5,
    batch: 20,
  });
  await bench.compare({
    name: "ecs/iterate-stamped/koota-tracked",
    ours: () => ours.moveStamped(),
    reference: () => koota.moveTracked(),
    budget: 0.5,
    batch: 10,
  });
}

async function structure(bench: Bench, { ours, bitecs, koota }: Contenders): Promise<void> {
  for (const [other, reference] of Object.entries({ bitecs, koota })) {
    await bench.compare({
      name: `ecs/add-remove/${other}`,
      ours: () => void ours.addRemove(),
      reference: () => void reference.addRemove(),
      budget: 1,
      batch: 2,
    });
    await bench.compare({
      name: `ecs/create-destroy/${other}`,
      ours: () => void ours.recreate(),
      reference: () => void reference.recreate(),
      budget: 1,
      batch: 2,
    });
  }
}

/** Only Orrery tracks created and removed entities here; the others only have to find changed values. */
async function state(bench: Bench, all: Contenders): Promise<void> {
  const { ours, bitecs, koota } = all;
  for (const each of [ours, bitecs, koota]) each.changes();
  ours.diff();
  for (const each of [ours, bitecs, koota]) each.nudge(TENTH);
  same(all, (each) => each.changes());
  if (ours.diff() !== MOVING / TENTH) throw new Error("a diff does not hold what was changed");
  const before = ours.sum();
  for (const each of [ours, bitecs, koota]) {
    const restore = each.restorer();
    each.nudge(TENTH);
    restore();
  }
  same(all, (each) => each.sum());
  if (ours.sum() !== before) throw new Error("a restore does not put back what was changed");
  for (const [other, reference] of Object.entries({ bitecs, koota })) {
    await bench.compare({
      name: `ecs/snapshot/${other}`,
      ours: () => void ours.snapshot(),
      reference: () => void reference.snapshot(),
      // koota's consists of copies of six arrays and nothing else; nothing that copies as much can be far ahead of it.
      budget: other === "bitecs" ? 0.5 : 1,
      batch: other === "bitecs" ? 10 : 100,
    });
    const [restoreOurs, restoreOther] = [ours.restorer(), reference.restorer()];
    await bench.compare({
      name: `ecs/restore/${other}`,
      ours: () => {
        ours.nudge(TENTH);
        restoreOurs();
      },
      reference: () => {
        reference.nudge(TENTH);
        restoreOther();
      },
      budget: 0.5,
      batch: 5,
    });
    await bench.compare({
      name: `ecs/diff/${other}`,
      ours: () => {
        ours.nudge(TENTH);
        ours.diff();
      },
      reference: () => {
        reference.nudge(TENTH);
        reference.changes();
      },
      budget: 0.5,
      batch: other === "bitecs" ? 2 : 20,
    });
    await bench.compare({
      name: `ecs/changes/${other}`,
      ours: () => {
        ours.nudge(HUNDREDTH);
        ours.changes();
      },
      reference: () => {
        reference.nudge(HUNDREDTH);
        reference.changes();
      },
      budget: 0.5,
      batch: other === "bitecs" ? 2 : 100,
    });
  }
}
