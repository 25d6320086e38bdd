import type { Vec3 } from "@orrery/sim";
import type { OpenScene } from "../scene/api.ts";
import type { Point, ScreenSpace } from "../transform/api.ts";
import { figureOf, type Figure, type FigureLine } from "./figure.ts";
import { labelPlaces, type Labelled } from "./label-places.ts";
import type { MeasureSession, Reading } from "./measure-session.ts";
import { namesOf } from "./measure-text.ts";
import { OverlayLabels, OverlayPaths } from "./overlay-elements.ts";
import { SNAP_WORDS, type PointFinder } from "./point-finder.ts";
import { seenLine } from "./seen-line.ts";

/** Draws measures over the picture, in pixels: lines, points and labels keep their size at any distance. */
export class MeasureOverlay implements Disposable {
  readonly #session: MeasureSession;
  readonly #scene: OpenScene;
  readonly #finder: PointFinder;
  readonly #drawing: Disposable;
  readonly #paths: OverlayPaths;
  readonly #labels: OverlayLabels;
  #wasEmpty = true;

  constructor(session: MeasureSession, scene: OpenScene, finder: PointFinder) {
    this.#session = session;
    this.#scene = scene;
    this.#finder = finder;
    this.#paths = new OverlayPaths(scene.names);
    this.#labels = new OverlayLabels(scene.names);
    this.#drawing = scene.view.onDrawn(() => this.#draw());
  }

  [Symbol.dispose](): void {
    this.#drawing[Symbol.dispose]();
    this.#paths.remove();
    this.#labels.remove();
  }

  #draw(): void {
    const { measures, lit, taken, pointed, readings: told } = this.#session;
    const isEmpty = measures.current.length === 0 && taken.current.length === 0 && pointed.current === undefined;
    // Draws once more after the last measure was removed, to clear it.
    if (isEmpty && this.#wasEmpty && told.current.length === 0) return;
    this.#wasEmpty = isEmpty;
    const shown: { figure: Figure; label: Labelled; isLit: boolean }[] = [];
    const readings: Reading[] = [];
    const { space } = this.#finder;
    for (const { id, measure } of measures.current) {
      const figure = figureOf(measure, this.#finder);
      const of = namesOf(measure, (entity) => this.#finder.nameOf(entity));
      readings.push({ id, type: measure.type, of, value: figure?.value, details: figure?.details ?? [] });
      const isLit = id === lit.current || (lit.current === undefined && id === measures.current.at(-1)?.id);
      const label = figure && labelOf(figure, space);
      if (figure !== undefined) this.#drawFigure(figure, space, isLit);
      if (label !== undefined) shown.push({ figure: figure!, label, isLit });
    }
    const draft = this.#session.draft();
    const drafted = draft && figureOf(draft, this.#finder);
    if (drafted !== undefined) this.#drawFigure(drafted, space, true);
    const draftLabel = drafted && labelOf(drafted, space);
    if (draftLabel !== undefined) shown.push({ figure: drafted!, label: draftLabel, isLit: true });
    this.#drawTaken(space);
    this.#drawPointed(space);
    this.#paths.finish();
    const places = labelPlaces(
      shown.map(({ label }) => label),
      this.#scene.view.size,
    );
    shown.forEach(({ figure, isLit }, i) => this.#labels.put(figure.value, places[i]!, isLit ? "lit" : ""));
    this.#labels.finish();
    this.#tell(readings);
  }

  #drawFigure({ lines, dots }: Figure, space: ScreenSpace, isLit: boolean): void {
    for (const line of lines) {
      if (line.look === "main" || isLit) this.#drawLine(line, space);
    }
    for (const dot of dots) this.#drawMark("dot", dot, space);
  }

  #drawLine({ points, look }: FigureLine, space: ScreenSpace): void {
    const path = points.flatMap((point, i) => (i === 0 ? [] : seenLine(points[i - 1]!, point, space)));
    const d = path.map(({ from, to }) => `M${text(from)}L${text(to)}`).join("");
    if (look === "main") this.#paths.put("halo", d);
    this.#paths.put(look, d);
  }

  #drawTaken(space: ScreenSpace): void {
    for (const anchor of this.#session.taken.current) {
      const place = this.#finder.placeOf(anchor);
      if (place !== undefined) this.#drawMark("dot", place, space);
    }
  }

  /** Draws the mark at the pointer that shows what a click would take. */
  #drawPointed(space: ScreenSpace): void {
    const pointed = this.#session.pointed.current;
    const place = pointed && this.#finder.placeOf(pointed.anchor);
    if (pointed === undefined || place === undefined || pointed.kind === "object") return;
    if (pointed.whole !== undefined) {
      const whole = figureOf(pointed.whole, this.#finder);
      for (const line of whole?.lines ?? []) this.#drawLine(line, space);
    }
    this.#drawMark(pointed.kind === "surface" || pointed.kind === "ground" ? "ring" : "snap", place, space);
    const at = space.toScreen(place);
    const words = SNAP_WORDS[pointed.kind];
    if (at !== undefined && words !== "") this.#labels.put(words, { x: at.x, y: at.y + BELOW }, "hint");
  }

  #drawMark(kind: keyof typeof MARKS, place: Vec3, space: ScreenSpace): void {
    const at = space.toScreen(place);
    if (at === undefined) return;
    const d = MARKS[kind](at);
    this.#paths.put(`halo ${kind}`, d);
    this.#paths.put(kind, d);
  }

  /** Publishes readings; React renders the list again only when a reading has changed. */
  #tell(readings: readonly Reading[]): void {
    const before = this.#session.readings.current;
    const isSame = before.length === readings.length && readings.every((one, i) => sameReading(one, before[i]!));
    if (!isSame) this.#session.readings.set(readings);
  }
}

function sameReading(a: Reading, b: Reading): boolean {
  const isSame = a.id === b.id && a.of === b.of && a.value === b.value && a.details.length === b.details.length;
  return (
    isSame &&
    a.details.every(({ label, text: value }, i) => {
      const other = b.details[i]!;
      return other.label === label && other.text === value;
    })
  );
}

function labelOf({ labelled, value }: Figure, space: ScreenSpace): Labelled | undefined {
  const [line] = seenLine(...labelled, space);
  return line && { ...line, width: value.length * LETTER + 2 * PADDING, height: HEIGHT };
}

function text({ x, y }: Point): string {
  return `${x.toFixed(1)} ${y.toFixed(1)}`;
}

const MARKS = {
  dot: ({ x, y }: Point) => circle(x, y, 3.5),
  ring: ({ x, y }: Point) => circle(x, y, 5),
  snap: ({ x, y }: Point) => `M${x - 6} ${y - 6}h12v12h-12z`,
} as const;

function circle(x: number, y: number, r: number): string {
  return `M${(x - r).toFixed(1)} ${y.toFixed(1)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
}

/** Sizes of labels, in pixels. Reading them from the page within a frame would force a layout. */
const LETTER = 6.8;
const PADDING = 7;
const HEIGHT = 20;
/** Distance of the hint below the pointer. */
const BELOW = 22;
