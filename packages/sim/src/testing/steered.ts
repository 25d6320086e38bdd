import { numeric } from "../ecs/component.ts";
import { partsBelow } from "../entities/find.ts";
import { IsLink } from "../components/identity.ts";
import { WorldLinearVelocity } from "../components/motion.ts";
import { defineSystem, type SystemDefinition } from "../runner/systems/system.ts";
import type { Outside, Result } from "../runner/systems/work.ts";

/** What the controller gets: the height of a ball, and the time. */
export interface Seen {
  readonly step: number;
  readonly z: number;
}

export interface Steering {
  /** Returns an upward speed, m/s. */
  readonly steer: (seen: Seen, outside: Outside) => Promise<number>;
  readonly holdsStep?: { readonly limitMs: number };
  /** Called with every result, as it takes effect. */
  readonly onResult?: (result: Result<number>, seen: Seen) => void;
}

/** The upward speed at which a ball is held, m/s. */
const Climb = numeric("test.Climb", { speed: 0 });
const PERIOD = 10;

/** Defines a ball's controller outside the world: it is asked every ten steps, and may be slow. */
export function steered({ steer, holdsStep, onResult }: Steering): SystemDefinition {
  return defineSystem({
    name: "steered",
    create: ({ world, entity, later }) => {
      const [link] = partsBelow(world, entity, IsLink);
      const ask = later<Seen, number>({
        name: "steer",
        work: steer,
        onResult: (result, seen) => {
          onResult?.(result, seen);
          if (result.ok) world.set(entity, Climb, { speed: result.value });
        },
        ...(holdsStep && { holdsStep }),
      });
      return {
        preUpdate({ count, paused }) {
          if (paused) return;
          if (count % PERIOD === 0) ask({ step: count, z: world.get(link!, WorldLinearVelocity)?.z ?? 0 });
          const climb = world.get(entity, Climb);
          if (climb !== undefined) world.set(link!, WorldLinearVelocity, { x: 0, y: 0, z: climb.speed });
        },
      };
    },
  });
}

export const steeredBall = `<model name="ball"><pose>0 0 5 0 0 0</pose><link name="link"><collision name="c"><geometry><sphere>
  <radius>0.2</radius></sphere></geometry></collision></link><plugin name="steered" filename="steered"/></model>`;
