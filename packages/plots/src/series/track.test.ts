import { describe, expect, test } from "vitest";
import { soak } from "../../../../tests/soak.ts";
import { seededRandom } from "../testing/seeded-random.ts";
import { samples } from "./samples.ts";
import { joinSeries, readSamples } from "./series-view.ts";
import { stretchesOf, type Stretches, type StretchRange } from "./stretches.ts";
import { Track } from "./track.ts";

/** Writes "id<parent 0-5" as the range of a stretch. */
function tree(present: string, ...texts: readonly string[]): Stretches {
  const stretches = texts.map((text) => {
    const [, id = "", parent = "", start, end] = /^(\w+)(?:<(\w+))? (\d+)-(\d+)$/.exec(text)!;
    return { id, parent, start: Number(start), end: Number(end) };
  });
  return { stretches, present };
}

/** Appends a sample for each second after a time, up to another one. */
function append(track: Track, stretch: string, from: number, to: number, value = 0): void {
  const times = Array.from({ length: to - from }, (_, i) => from + i + 1);
  track.append(
    stretch,
    times,
    times.map(() => value),
    { since: from },
  );
}

/** Returns the times of the samples of each stretch. */
function timesIn(track: Track, ...ids: readonly string[]): Record<string, number[]> {
  return Object.fromEntries(
    ids.flatMap((id) => {
      const series = track.series(id);
      return series === undefined ? [] : [[id, [...readSamples(series).times]]];
    }),
  );
}

test("[SE10] a stretch that is split keeps its later samples, and its earlier part has the others", () => {
  const track = new Track();
  append(track, "s1", 0, 6);
  track.follow(tree("s1", "s1 0-6"));
  append(track, "s3", 3, 4, 1);
  track.follow(tree("s3", "s2 0-3", "s1<s2 3-6", "s3<s2 3-4"));
  expect(timesIn(track, "s1", "s2", "s3")).toEqual({ s1: [4, 5, 6], s2: [1, 2, 3], s3: [4] });
  expect(readSamples(joinSeries(track.line()))).toEqual(samples([1, 2, 3, 4], [0, 0, 0, 1]));
  expect(joinSeries(track.line()).coverage.spans).toEqual([{ from: 0, to: 4, grain: "complete" }]);
  expect(track.branches().map(({ stretch }) => stretch)).toEqual(["s1"]);
  expect(track.line(["s2", "s1"])).toEqual([track.series("s2"), track.series("s1")]);
});

test("[SE10] stretches that are merged have their samples in the last one", () => {
  const track = new Track();
  track.follow(tree("s4", "s1 0-2", "s2<s1 2-4", "s3<s1 2-9", "s4<s2 4-6"));
  append(track, "s1", 0, 2);
  append(track, "s2", 2, 4);
  append(track, "s3", 2, 9);
  append(track, "s4", 4, 6);
  track.follow(tree("s4", "s4 0-6"));
  expect(timesIn(track, "s1", "s2", "s3", "s4")).toEqual({ s4: [1, 2, 3, 4, 5, 6] });
  append(track, "s4", 6, 7);
  expect(track.series("s4")!.coverage.spans).toEqual([{ from: 0, to: 7, grain: "complete" }]);
});

test("[SE10] several splits and merges at once, of stretches of which some have no samples", () => {
  const track = new Track();
  track.follow(tree("s2", "s1 0-2", "s2<s1 2-9"));
  append(track, "s1", 0, 2);
  append(track, "s2", 2, 9);
  track.follow(tree("s6", "s5 0-4", "s3<s5 4-6", "s2<s3 6-9", "s4<s3 6-8", "s6<s5 4-4"));
  expect(timesIn(track, "s1", "s2", "s3", "s4", "s5")).toEqual({ s5: [1, 2, 3, 4], s3: [5, 6], s2: [7, 8, 9] });
  track.follow(tree("s4", "s4 0-8"));
  expect(timesIn(track, "s2", "s3", "s4", "s5")).toEqual({ s4: [1, 2, 3, 4, 5, 6] });
});

test("[SE10] a reset begins a stretch at an earlier time; what was before stays where it was", () => {
  const track = new Track();
  append(track, "s1", 0, 5);
  track.follow(tree("s1", "s1 0-5"));
  append(track, "s2", -1, 2);
  track.follow(tree("s2", "s1 0-5", "s2<s1 0-2"));
  expect(timesIn(track, "s1", "s2")).toEqual({ s1: [1, 2, 3, 4, 5], s2: [0, 1, 2] });
  track.follow(tree("s2", "s2 0-2"));
  expect(timesIn(track, "s1", "s2")).toEqual({ s2: [0, 1, 2] });
});

test("[SE10] what the history forgets of the present line stays", () => {
  const track = new Track();
  append(track, "s1", 0, 5);
  track.follow(tree("s1", "s1 0-5"));
  track.follow(tree("s1", "s1 3-5"));
  append(track, "s1", 5, 6);
  track.follow(tree("s9", "s9 6-6"));
  append(track, "s9", 6, 7);
  expect(timesIn(track, "s1", "s9")).toEqual({ s9: [1, 2, 3, 4, 5, 6, 7] });
});

test("[SE10] the stretches are read from a message of the history; times are those of samples, to the bit", () => {
  const message = {
    present: "s2",
    stretches: [
      { id: "s1", end: { sec: 5, nsec: 1_000_000 } },
      { id: "s2", parent: "s1", start: { sec: 5, nsec: 1_000_000 }, end: { sec: 9, nsec: 0 } },
    ],
  };
  expect(stretchesOf(message)).toEqual({
    present: "s2",
    stretches: [
      { id: "s1", parent: "", start: 0, end: 5001 / 1000 },
      { id: "s2", parent: "s1", start: 5001 / 1000, end: 9 },
    ],
  });
});

test("[SE10] random undos, resets and forgotten branches: each line has its samples, whatever was split or merged", () => {
  for (let seed = 1; seed <= soak(500); seed++) {
    const { track, past } = randomHistory(seededRandom(seed), { isPunctual: true });
    for (const { id, tags, start } of past.stretches.values()) {
      const series = track.series(id);
      expect(series === undefined ? [] : [...readSamples(series).values]).toEqual(tags);
      if (tags.length > 0) expect(series!.coverage.missing(start, start + tags.length)).toEqual([]);
    }
  }
});

test("[SE10] when messages of the history are missed, what cannot be told is missing, and nothing is wrong", () => {
  let [known, all] = [0, 0];
  for (let seed = 1; seed <= soak(500); seed++) {
    const { track, past } = randomHistory(seededRandom(seed), { isPunctual: false });
    for (const { id, tags, start } of past.stretches.values()) {
      const series = track.series(id);
      const spans = series?.coverage.spans ?? [];
      const isKnown = (time: number): boolean => spans.some(({ from, to }) => time > from && time <= to);
      const right = tags.filter((_, i) => isKnown(start + i + 1));
      expect(series === undefined ? [] : [...readSamples(series).values]).toEqual(right);
      known += right.length;
      all += tags.length;
    }
  }
  expect(known).toBeGreaterThan(0.5 * all);
});

/** Runs, undoes, resets and forgets. Punctual: the track is notified of each change before the next. */
function randomHistory(random: () => number, { isPunctual }: { readonly isPunctual: boolean }) {
  const track = new Track();
  const past = new SmallPast();
  const integer = (limit: number) => Math.floor(random() * limit);
  const tell = (): void => {
    if (isPunctual || integer(3) === 0) track.follow(past.message());
  };
  for (let round = 0; round < 30; round++) {
    if (integer(3) > 0) {
      const stretch = [...past.stretches.values()][integer(past.stretches.size)]!;
      past.goTo(stretch, stretch.start + integer(stretch.end - stretch.start + 1), random() < 0.15);
      tell();
      if (integer(4) === 0) past.forget(integer);
      tell();
    }
    past.run(1 + integer(5), (stretch, time, tag) => track.append(stretch, [time], [tag], { since: time - 1 }));
  }
  track.follow(past.message());
  return { track, past };
}

interface SmallStretch extends StretchRange {
  parent: string;
  start: number;
  end: number;
  /** The value of each sample. */
  tags: number[];
}

/** A history that splits and merges stretches as Past does, with a sample per second. */
class SmallPast {
  readonly stretches = new Map<string, SmallStretch>();
  #present: SmallStretch;
  #count = 0;
  #tags = 0;

  constructor() {
    this.#present = this.#begin("", 0);
  }

  message(): Stretches {
    const stretches: StretchRange[] = [];
    const add = (parent: string): void => {
      for (const { tags: _, ...stretch } of this.stretches.values()) {
        if (stretch.parent !== parent) continue;
        stretches.push(stretch);
        add(stretch.id);
      }
    };
    add("");
    return { stretches, present: this.#present.id };
  }

  run(count: number, take: (stretch: string, time: number, tag: number) => void): void {
    for (let i = 0; i < count; i++) {
      this.#present.tags.push(++this.#tags);
      take(this.#present.id, ++this.#present.end, this.#tags);
    }
  }

  goTo(later: SmallStretch, at: number, isReset: boolean): void {
    let stretch = later;
    if (at < later.end) {
      stretch = this.#begin(later.parent, later.start);
      stretch.end = at;
      stretch.tags = later.tags.splice(0, at - later.start);
      later.parent = stretch.id;
      later.start = at;
    }
    if (isReset) this.#present = this.#begin(stretch.id, 0);
    else this.#present = this.#childrenOf(stretch).length === 0 ? stretch : this.#begin(stretch.id, at);
  }

  /** Cuts some branches, and joins what does not fork any more. */
  forget(integer: (limit: number) => number): void {
    for (const stretch of [...this.stretches.values()]) {
      const isLeaf = this.#childrenOf(stretch).length === 0;
      if (isLeaf && stretch !== this.#present && integer(2) === 0) this.stretches.delete(stretch.id);
    }
    for (const stretch of [...this.stretches.values()]) {
      const [child, ...others] = this.#childrenOf(stretch);
      if (child === undefined || others.length > 0 || child.start !== stretch.end) continue;
      child.parent = stretch.parent;
      child.start = stretch.start;
      child.tags.unshift(...stretch.tags);
      this.stretches.delete(stretch.id);
    }
  }

  #childrenOf({ id }: SmallStretch): SmallStretch[] {
    return [...this.stretches.values()].filter(({ parent }) => parent === id);
  }

  #begin(parent: string, start: number): SmallStretch {
    const stretch = { id: `s${++this.#count}`, parent, start, end: start, tags: [] };
    this.stretches.set(stretch.id, stretch);
    return stretch;
  }
}

describe("[SE11] all stretches together keep within the limit of a track", () => {
  test("what is off the present line has at most half of it, and goes first where it was written longest ago", () => {
    const track = new Track({ keep: { samples: 100 } });
    append(track, "s1", 0, 10);
    append(track, "b1", 10, 50);
    append(track, "b2", 10, 50);
    track.follow(tree("s4", "s1 0-10", "b1<s1 10-50", "b2<s1 10-50", "s4<s1 10-20"));
    expect(["s1", "b1", "b2"].map((id) => track.series(id)!.count)).toEqual([10, 10, 40]);
    append(track, "s4", 10, 90);
    expect(["s1", "b1", "b2", "s4"].map((id) => track.series(id)!.count)).toEqual([0, 10, 40, 50]);
    expect(track.series("s4")!.firstTime).toBe(41);
    expect(track.series("b1")!.keptFrom).toBe(41);
  });

  test("by bytes, and by seconds", () => {
    for (const [keep, amount] of [
      [{ bytes: 300_000 }, "bytes"],
      [{ seconds: 5000 }, "seconds"],
    ] as const) {
      const track = new Track({ keep });
      append(track, "s1", 0, 3000);
      append(track, "b1", 3000, 9000);
      track.follow(tree("s2", "s1 0-3000", "b1<s1 3000-9000", "s2<s1 3000-3000"));
      for (let at = 3000; at < 40_000; at += 500) {
        append(track, "s2", at, at + 500);
        const all = ["s1", "b1", "s2"].map((id) => track.series(id)?.[amount] ?? 0);
        expect(all[0]! + all[1]! + all[2]!).toBeLessThanOrEqual(amount === "bytes" ? 300_000 : 5000);
      }
      expect(track.series("b1")!.count).toBeGreaterThan(1000);
      expect(track.series("s2")!.lastTime).toBe(40_000);
    }
  });

  test("without a history, and when the limit changes", () => {
    const track = new Track({ keep: { samples: 50 } });
    append(track, "", 0, 80);
    expect(track.series("")!.count).toBe(50);
    track.keep = { samples: 20 };
    expect(track.series("")!.firstTime).toBe(61);
  });
});

test("[SE10] samples that come for a stretch after it was split go to its parent, as far as that lacks them", () => {
  const track = new Track();
  const whole = { stretches: [{ id: "s1", parent: "", start: 0, end: 6 }], present: "s1" };
  const split = {
    stretches: [
      { id: "s2", parent: "", start: 0, end: 4 },
      { id: "s1", parent: "s2", start: 4, end: 6 },
    ],
    present: "s1",
  };
  track.follow(whole);
  track.append("s1", [3, 4, 5, 6], [3, 4, 5, 6], { since: 2 });
  track.follow(split);
  // A replay that began before the split.
  track.fill("s1", 0, 3, samples([1, 2, 3], [1, 2, 3]));
  track.follow(split);
  expect([...readSamples(track.series("s2")!).values]).toEqual([1, 2, 3, 4]);
  expect(track.series("s2")!.coverage.missing(0, 4)).toEqual([]);
  expect([...readSamples(track.series("s1")!).values]).toEqual([5, 6]);
});
