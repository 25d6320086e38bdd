/** What a scene reports about itself on request: counts of its last picture, places of handles. */
export type SceneFigures = Record<string, number | string | boolean>;

/**
 * Answers tests and measurements that ask a canvas what is drawn on it, with an event `scene-probe` whose detail they
 * want filled in. Computes nothing until then.
 */
export function onProbe(canvas: HTMLCanvasElement, figures: () => SceneFigures): Disposable {
  const answer = (event: Event): void => {
    if (event instanceof CustomEvent) Object.assign(event.detail as SceneFigures, figures());
  };
  canvas.addEventListener("scene-probe", answer);
  return { [Symbol.dispose]: () => canvas.removeEventListener("scene-probe", answer) };
}
