import type { EngineUnderTest } from "./engines.ts";
import type { AccuracyScene, ErrorFigure } from "./scene.ts";

export interface Measured {
  readonly scene: AccuracyScene;
  readonly engine: string;
  readonly figures: readonly ErrorFigure[];
}

/** Runs a scene in a new engine. `onStep` may wrap each step, to time it. */
export async function measure(
  scene: AccuracyScene,
  { name, create }: EngineUnderTest,
  onStep: (step: () => void) => void = (step) => step(),
): Promise<Measured> {
  using engine = await create({ gravity: scene.gravity });
  const watched = new Proxy(engine, {
    get(target, property) {
      const value: unknown = Reflect.get(target, property, target);
      if (property !== "step") return typeof value === "function" ? (value.bind(target) as unknown) : value;
      return (dt: number): void => onStep(() => target.step(dt));
    },
  });
  return { scene, engine: name, figures: scene.run(watched) };
}
