import type { orrery } from "@orrery/msgs";
import { itemMessage } from "./item-message.ts";
import type { ItemInfo } from "./item.ts";
import type { FilterWishes, ItemSampler, SampledRows } from "./item-sampler.ts";

/** What somebody watches. Filters with the same wishes share a sampler, but each counts its own samples. */
export class Filter {
  readonly id: string;
  /** The session that it belongs to; empty for the host's own filters. */
  readonly caller: string;
  #sampler: ItemSampler;
  /** What is added to the sampler's revision. */
  #revisionsBefore: number;
  #describedRevision = 0;
  /** How many samples were taken for it so far, including those that nobody got. */
  #sequence = 0;

  constructor(id: string, caller: string, sampler: ItemSampler) {
    this.id = id;
    this.caller = caller;
    this.#sampler = sampler;
    this.#revisionsBefore = 1 - sampler.revision;
  }

  get sampler(): ItemSampler {
    return this.#sampler;
  }

  /** Changes what it watches, which starts a revision. */
  set sampler(sampler: ItemSampler) {
    this.#revisionsBefore = this.revision + 1 - sampler.revision;
    this.#sampler = sampler;
  }

  get wishes(): FilterWishes {
    return this.#sampler.wishes;
  }

  /** From 1; increases with each change of the list of items, and of the description of any of them. */
  get revision(): number {
    return this.#revisionsBefore + this.#sampler.revision;
  }

  /** Describes its items as they are now, in their order. */
  describe(): readonly ItemInfo[] {
    return this.#sampler.describe();
  }

  /** Makes a message of samples. The first batch of each revision describes the items. */
  batchOf({ infos, revision, ...rows }: SampledRows, timeline: number): orrery.ItemSamples {
    const own = this.#revisionsBefore + revision;
    const described = this.#describedRevision === own ? [] : infos.map(itemMessage);
    this.#describedRevision = own;
    const sequence = this.#sequence;
    this.#sequence += rows.steps!.length;
    return { ...rows, filter: this.id, revision: own, described, sequence, timeline };
  }

  /** Counts a sample that nobody gets in a batch, so that whoever gets the next one sees the gap. */
  skip(): void {
    this.#sequence++;
  }
}
