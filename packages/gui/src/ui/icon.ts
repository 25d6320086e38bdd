export type IconName = "run" | "pause" | "step" | "reset" | "close";

/** A drawing of 16 × 16 px in the colour of the text around it. Says nothing to screen readers. */
export function icon(name: IconName): SVGSVGElement {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 16 16");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", PATHS[name]);
  svg.append(path);
  return svg;
}

const SVG = "http://www.w3.org/2000/svg";

const PATHS: Readonly<Record<IconName, string>> = {
  run: "M4.5 2.8 L12.8 8 L4.5 13.2 Z",
  pause: "M5 3 V13 M11 3 V13",
  step: "M3 2.8 L10.2 8 L3 13.2 Z M13 3 V13",
  reset: "M13 2.8 L5.8 8 L13 13.2 Z M3 3 V13",
  close: "M4 4 L12 12 M12 4 L4 12",
};
