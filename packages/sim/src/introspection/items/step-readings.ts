import type { Entity } from "../../ecs/entities.ts";
import type { World } from "../../ecs/world.ts";
import type { PhysicsQueries } from "../../physics/queries.ts";
import { JointGraph } from "./joint-graph.ts";
import { JointLoad } from "./joint-load.ts";
import { LinkState, type Moments } from "./link-state.ts";
import { StepContacts } from "./step-contacts.ts";
import type { WorldShape } from "./world-shape.ts";

export interface ReadingsParts {
  readonly world: World;
  readonly root: Entity;
  readonly physics: () => PhysicsQueries | undefined;
  readonly shape: WorldShape;
}

/** Values that several items need. Each is worked out once per moment, however many items and filters need it. */
export class StepReadings implements Moments {
  /** Counts the moments at which items are read: before physics moves the world, and at the end of the step. */
  now = 0;
  readonly contacts: StepContacts;
  readonly joints: JointGraph;
  readonly #parts: ReadingsParts;
  readonly #links = new Map<Entity, LinkState>();
  readonly #loads = new Map<Entity, JointLoad>();
  #knownAt = -1;

  constructor(parts: ReadingsParts) {
    this.#parts = parts;
    this.contacts = new StepContacts(parts.physics, this);
    this.joints = new JointGraph(parts.world, parts.shape);
  }

  /** Returns the state of a link. All items that are opened for one shape of the world share it. */
  link(link: Entity): LinkState {
    this.#forgetOld();
    let state = this.#links.get(link);
    const { world, root } = this.#parts;
    if (state === undefined) this.#links.set(link, (state = new LinkState(world, root, link, this)));
    return state;
  }

  load(joint: Entity): JointLoad {
    this.#forgetOld();
    let load = this.#loads.get(joint);
    if (load === undefined) this.#loads.set(joint, (load = new JointLoad(this.#parts, this, joint)));
    return load;
  }

  #forgetOld(): void {
    const { revision } = this.#parts.shape;
    if (revision === this.#knownAt) return;
    this.#knownAt = revision;
    this.#links.clear();
    this.#loads.clear();
  }
}
