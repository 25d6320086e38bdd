/** What a scene says of itself when it is asked: counts of its last picture, places of handles. */
export type SceneFigures = Record<string, number | string | boolean>;

/**
 * Answers tests and measurements that ask a canvas what is drawn on it, by an event `scene-probe` whose detail is to be filled in.
 * Nothing is worked out before somebody asks.
 */
export function onProbe(canvas: HTMLCanvasElement, figures: () => SceneFigures): Disposable {
  const answer = (event: Event): void => {
    if (event instanceof CustomEvent) Object.assign(event.detail as SceneFigures, figures());
  };
  canvas.addEventListener("scene-probe", answer);
  return { [Symbol.dispose]: () => canvas.removeEventListener("scene-probe", answer) };
}
